// integrations/sample.mjs: what three.js shows of a clip, written as surface.npy is.
//
//   node sample.mjs IN CLIP FPS FRAMES OUT.npy [NODE...]

import {writeFileSync} from 'node:fs';
import {npyBytes} from './npy.mjs';
import {player} from './player.mjs';

const [path, clip, fps, frames, out, ...nodes] = process.argv.slice(2);
if (out === undefined) {
  console.error('usage: node sample.mjs IN CLIP FPS FRAMES OUT.npy [NODE...]');
  process.exit(2);
}
const shown = await player(path, clip, nodes);
const values = new Float64Array(Number(frames) * 3 * shown.count);
for (let frame = 0; frame < Number(frames); ++frame)
  values.set(shown.at(frame / Number(fps)), frame * 3 * shown.count);
writeFileSync(out, npyBytes([Number(frames), shown.count, 3], values));
