// integrations/evaluate.mjs: what three.js shows of a file is what surface.npy says.
//
//   node evaluate.mjs OUT surface.npy CLIP FPS BOUND [NODE...]
//
// Loads OUT with GLTFLoader, plays CLIP (a name, or # and its number) with AnimationMixer, and
// compares every vertex of every mesh (or of the NODEs given, by their number in the file) in world
// space with surface.npy (frames, vertices, 3), where vertices follow each other in
// node-then-primitive order and frame f is at f/FPS seconds. Prints the worst distance, also as a
// fraction of the diagonal of frame 0; exit code 1 where it is above BOUND, in the file's units.

import {player} from './player.mjs';
import {readNpy} from './npy.mjs';

function diagonal(points, count) {
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < 3 * count; ++i) {
    low[i % 3] = Math.min(low[i % 3], points[i]);
    high[i % 3] = Math.max(high[i % 3], points[i]);
  }
  return Math.hypot(...high.map((h, a) => h - low[a]));
}

const [path, surfacePath, clip, fps, bound, ...nodes] = process.argv.slice(2);
if (bound === undefined) {
  console.error('usage: node evaluate.mjs OUT surface.npy CLIP FPS BOUND [NODE...]');
  process.exit(2);
}
const surface = readNpy(surfacePath);
const [numFrames, numVertices] = surface.shape;
const shown = await player(path, clip, nodes);
if (shown.count !== numVertices) {
  console.error(`${path}: ${shown.count} vertices, ${surfacePath} has ${numVertices}`);
  process.exit(1);
}

const size = diagonal(surface.values, numVertices);
let worst = 0, squares = 0, where = '';
for (let frame = 0; frame < numFrames; ++frame) {
  const points = shown.at(frame / Number(fps));
  const expected = surface.values.subarray(3 * frame * numVertices);
  for (let i = 0; i < numVertices; ++i) {
    const distance = Math.hypot(...[0, 1, 2].map((a) => points[3 * i + a] - expected[3 * i + a]));
    squares += distance * distance;
    if (!(distance <= worst)) {
      worst = distance;
      where = `frame ${frame}, vertex ${i}`;
    }
  }
}
const rms = Math.sqrt(squares / (numFrames * numVertices));
console.log(`${path} ${clip}: worst ${worst.toExponential(2)} (${where}), ` +
            `${(worst / size).toExponential(2)} of the diagonal (rms ${(rms / size).toExponential(2)}), ` +
            `${numFrames} frames of ${numVertices} vertices in three.js`);
process.exit(worst <= Number(bound) ? 0 : 1);
