// integrations/evaluate.mjs: what three.js shows of a file is what surface.npy says.
//
//   node evaluate.mjs OUT surface.npy CLIP FPS BOUND [NODE...]
//
// Loads OUT with GLTFLoader, plays CLIP (a name, or # and its number) with AnimationMixer, and
// compares every vertex of every mesh (or of the NODEs given, by their number in the file) in world
// space with surface.npy (frames, vertices, 3), where vertices follow each other in
// node-then-primitive order and frame f is at f/FPS seconds. Prints the worst distance, also as a
// fraction of the diagonal of frame 0; exit code 1 where it is above BOUND, in the file's units.

import {readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {AnimationMixer, LoopOnce, Vector3} from 'three';
import {GLTFLoader} from 'three/addons/loaders/GLTFLoader.js';
import {readNpy} from './npy.mjs';

/** The JSON of a file and its binary chunk, if any. */
function takenApart(path) {
  const bytes = readFileSync(path);
  if (bytes.toString('latin1', 0, 4) !== 'glTF') return {json: JSON.parse(bytes.toString()), bin: null};
  const length = bytes.readUInt32LE(12);
  const json = JSON.parse(bytes.toString('utf8', 20, 20 + length));
  const at = 20 + length;
  const bin = at < bytes.length ? bytes.subarray(at + 8, at + 8 + bytes.readUInt32LE(at)) : null;
  return {json, bin};
}

/** Nothing that needs a browser: buffers become data, pictures and materials go. */
function plain(path) {
  const {json, bin} = takenApart(path);
  for (const [index, buffer] of (json.buffers ?? []).entries()) {
    if (buffer.uri?.startsWith('data:')) continue;
    const bytes = buffer.uri ? readFileSync(join(dirname(path), decodeURIComponent(buffer.uri))) : bin;
    if (!bytes) throw new Error(`${path}: buffer ${index} has no bytes`);
    buffer.uri = `data:application/octet-stream;base64,${bytes.toString('base64')}`;
  }
  for (const list of ['images', 'textures', 'samplers', 'materials']) delete json[list];
  for (const mesh of json.meshes ?? [])
    for (const part of mesh.primitives) {
      delete part.material;
      delete part.extensions;
    }
  return json;
}

/** The objects that show the primitives of a node, in their order. */
function partsOf(gltf, node) {
  const found = [];
  gltf.scene.traverse((object) => {
    if (gltf.parser.associations.get(object)?.nodes === node) found.push(object);
  });
  if (found.length !== 1) throw new Error(`node ${node} is shown ${found.length} times`);
  const [owner] = found;
  if (owner.isMesh) return [owner];
  return owner.children
    .filter((child) => child.isMesh && gltf.parser.associations.get(child)?.primitives !== undefined &&
                       gltf.parser.associations.get(child)?.nodes === undefined)
    .sort((a, b) => gltf.parser.associations.get(a).primitives - gltf.parser.associations.get(b).primitives);
}

function diagonal(points, count) {
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < 3 * count; ++i) {
    low[i % 3] = Math.min(low[i % 3], points[i]);
    high[i % 3] = Math.max(high[i % 3], points[i]);
  }
  return Math.hypot(...high.map((h, a) => h - low[a]));
}

const [path, surfacePath, clipName, fps, bound, ...chosen] = process.argv.slice(2);
if (bound === undefined) {
  console.error('usage: node evaluate.mjs OUT surface.npy CLIP FPS BOUND [NODE...]');
  process.exit(2);
}
globalThis.self ??= globalThis;
globalThis.ProgressEvent ??= class {};
const json = plain(path);
const gltf = await new GLTFLoader().parseAsync(JSON.stringify(json), '');
const surface = readNpy(surfacePath);
const [numFrames, numVertices] = surface.shape;

const nodes = chosen.length > 0 ? chosen.map(Number)
  : json.nodes.flatMap((node, number) => (node.mesh === undefined ? [] : [number]));
const parts = nodes.flatMap((node) => partsOf(gltf, node));
const total = parts.reduce((sum, part) => sum + part.geometry.attributes.position.count, 0);
if (total !== numVertices) {
  console.error(`${path}: ${total} vertices, ${surfacePath} has ${numVertices}`);
  process.exit(1);
}

const number = clipName.startsWith('#') ? Number(clipName.slice(1))
  : json.animations.findIndex((animation) => animation.name === clipName);
if (!(number >= 0 && number < gltf.animations.length)) throw new Error(`${path}: no clip ${clipName}`);
const mixer = new AnimationMixer(gltf.scene);
const action = mixer.clipAction(gltf.animations[number]);
action.setLoop(LoopOnce);
action.clampWhenFinished = true;
action.play();

const size = diagonal(surface.values, numVertices);
const vertex = new Vector3();
let worst = 0, squares = 0, where = '';
for (let frame = 0; frame < numFrames; ++frame) {
  // from the start each time: a finished action would not go on
  action.reset();
  mixer.setTime(frame / Number(fps));
  gltf.scene.updateMatrixWorld(true);
  let at = 3 * frame * numVertices;
  for (const part of parts)
    for (let i = 0; i < part.geometry.attributes.position.count; ++i, at += 3) {
      part.getVertexPosition(i, vertex).applyMatrix4(part.matrixWorld);
      const distance = Math.hypot(vertex.x - surface.values[at], vertex.y - surface.values[at + 1],
                                  vertex.z - surface.values[at + 2]);
      squares += distance * distance;
      if (!(distance <= worst)) {
        worst = distance;
        where = `frame ${frame}, vertex ${(at / 3) % numVertices}`;
      }
    }
}
const rms = Math.sqrt(squares / (numFrames * numVertices));
console.log(`${path} ${clipName}: worst ${worst.toExponential(2)} (${where}), ` +
            `${(worst / size).toExponential(2)} of the diagonal (rms ${(rms / size).toExponential(2)}), ` +
            `${numFrames} frames of ${numVertices} vertices in three.js`);
process.exit(worst <= Number(bound) ? 0 : 1);
