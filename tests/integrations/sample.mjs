// integrations/sample.mjs: what three.js shows of a file, written as surface.npy is.
//
//   node sample.mjs IN JOBS.json
//
// The jobs are those of evaluate.mjs; their surfaces are written.

import {readFileSync, writeFileSync} from 'node:fs';
import {npyBytes} from './npy.mjs';
import {load, numVertices} from './player.mjs';

const [path, jobs] = process.argv.slice(2);
if (jobs === undefined) {
  console.error('usage: node sample.mjs IN JOBS.json');
  process.exit(2);
}
const player = await load(path);
for (const {clip, fps, frames, bodies} of JSON.parse(readFileSync(jobs)).clips) {
  player.play(clip);
  const shown = bodies.map(({nodes}) => {
    const parts = player.parts(nodes), count = numVertices(parts);
    return {parts, count, values: new Float64Array(frames * 3 * count)};
  });
  for (let frame = 0; frame < frames; ++frame) {
    player.pose(frame / fps);
    for (const {parts, count, values} of shown) values.set(player.points(parts), frame * 3 * count);
  }
  for (const [b, {count, values}] of shown.entries())
    writeFileSync(bodies[b].surface, npyBytes([frames, count, 3], values));
}
