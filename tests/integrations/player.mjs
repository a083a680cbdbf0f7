// integrations/player.mjs: plays a clip of a glTF file in three.js, without a browser.

import {readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {AnimationMixer, LoopOnce, Vector3} from 'three';
import {GLTFLoader} from 'three/addons/loaders/GLTFLoader.js';

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


/**
 * Loads a file and readies a clip (a name, or # and its number). The result gives the vertices of the
 * nodes, or of all that have a mesh, in node-then-primitive order and world space: [x, y, z, x, ...].
 */
export async function player(path, clipName, chosen = []) {
  globalThis.self ??= globalThis;
  globalThis.ProgressEvent ??= class {};
  const json = plain(path);
  const gltf = await new GLTFLoader().parseAsync(JSON.stringify(json), '');
  const nodes = chosen.length > 0 ? chosen.map(Number)
    : json.nodes.flatMap((node, number) => (node.mesh === undefined ? [] : [number]));
  const parts = nodes.flatMap((node) => partsOf(gltf, node));
  const count = parts.reduce((sum, part) => sum + part.geometry.attributes.position.count, 0);

  const number = clipName.startsWith('#') ? Number(clipName.slice(1))
    : json.animations.findIndex((animation) => animation.name === clipName);
  if (!(number >= 0 && number < gltf.animations.length)) throw new Error(`${path}: no clip ${clipName}`);
  const mixer = new AnimationMixer(gltf.scene);
  const action = mixer.clipAction(gltf.animations[number]);
  action.setLoop(LoopOnce);
  action.clampWhenFinished = true;
  action.play();

  const vertex = new Vector3();
  const at = (time) => {
    action.reset();  // a finished action would not go on
    mixer.setTime(time);
    gltf.scene.updateMatrixWorld(true);
    const points = new Float64Array(3 * count);
    let next = 0;
    for (const part of parts)
      for (let i = 0; i < part.geometry.attributes.position.count; ++i, next += 3)
        part.getVertexPosition(i, vertex).applyMatrix4(part.matrixWorld).toArray(points, next);
    return points;
  };
  return {count, at};
}
