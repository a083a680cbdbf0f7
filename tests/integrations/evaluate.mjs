// integrations/evaluate.mjs: what three.js shows of a file is what surface.npy says.
//
//   node evaluate.mjs OUT JOBS.json
//   {"clips": [{"clip": 0, "fps": 30, "frames": 48,
//               "bodies": [{"nodes": [2, 5], "surface": "surface.npy", "bound": 1e-3}]}]}
//
// Loads OUT with GLTFLoader, plays each clip (by its number) with AnimationMixer, and compares every
// vertex of the nodes of each body in world space with its surface (frames, vertices, 3), where vertices
// follow each other in node-then-primitive order and frame f is at f/fps seconds. Prints for each body
// and clip the worst distance, also as a fraction of the diagonal of frame 0, and again at the end those
// above their bound, in the file's units: exit code 1.

import {readFileSync} from 'node:fs';
import {load, numVertices} from './player.mjs';
import {readNpy} from './npy.mjs';

function diagonal(points, count) {
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < 3 * count; ++i) {
    low[i % 3] = Math.min(low[i % 3], points[i]);
    high[i % 3] = Math.max(high[i % 3], points[i]);
  }
  return Math.hypot(...high.map((h, a) => h - low[a]));
}

/** One body in one clip: how far what is shown is from its surface. */
class Comparison {
  worst = 0;
  #squares = 0;
  #where = '';

  constructor(player, frames, {nodes, surface, bound}) {
    Object.assign(this, {path: surface, bound, frames, parts: player.parts(nodes)});
    const {shape, values} = readNpy(surface);
    Object.assign(this, {count: shape[1], values});
    const shown = numVertices(this.parts);
    if (shape[0] !== frames || shape[1] !== shown)
      throw new Error(`${frames} frames of ${shown} vertices, ${surface} has ${shape[0]} of ${shape[1]}`);
  }

  add(frame, points) {
    const expected = this.values.subarray(3 * frame * this.count);
    for (let i = 0; i < this.count; ++i) {
      const distance = Math.hypot(...[0, 1, 2].map((a) => points[3 * i + a] - expected[3 * i + a]));
      this.#squares += distance * distance;
      if (!(distance <= this.worst) && !Number.isNaN(this.worst)) {
        this.worst = distance;
        this.#where = `frame ${frame}, vertex ${i}`;
      }
    }
  }

  toString() {
    const size = diagonal(this.values, this.count);
    const rms = Math.sqrt(this.#squares / (this.frames * this.count));
    return `${this.path}: worst ${this.worst.toExponential(2)} (${this.#where}), ` +
           `${(this.worst / size).toExponential(2)} of the diagonal (rms ${(rms / size).toExponential(2)}), ` +
           `${this.frames} frames of ${this.count} vertices in three.js`;
  }
}

const [path, jobs] = process.argv.slice(2);
if (jobs === undefined) {
  console.error('usage: node evaluate.mjs OUT JOBS.json');
  process.exit(2);
}
const player = await load(path);
const above = [];
for (const {clip, fps, frames, bodies} of JSON.parse(readFileSync(jobs)).clips) {
  player.play(clip);
  const comparisons = bodies.map((body) => new Comparison(player, frames, body));
  for (let frame = 0; frame < frames; ++frame) {
    player.pose(frame / fps);
    for (const comparison of comparisons) comparison.add(frame, player.points(comparison.parts));
  }
  for (const comparison of comparisons) {
    console.log(`${comparison}`);
    if (!(comparison.worst <= comparison.bound)) above.push(`${comparison}, above ${comparison.bound}`);
  }
}
for (const line of above) console.log(line);
process.exit(above.length > 0 ? 1 : 0);
