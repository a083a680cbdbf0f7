// integrations/player.mjs: plays the clips of a glTF file in three.js, without a browser.

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

/** The objects that show the primitives of a node, given its own, in their order. */
function partsOf(gltf, owner) {
  if (owner.isMesh) return [owner];
  return owner.children
    .filter((child) => child.isMesh && gltf.parser.associations.get(child)?.primitives !== undefined &&
                       gltf.parser.associations.get(child)?.nodes === undefined)
    .sort((a, b) => gltf.parser.associations.get(a).primitives - gltf.parser.associations.get(b).primitives);
}

/** A file in three.js: `play` a clip by its number, `pose` it at a time, and read the `points`. */
class Player {
  #gltf;
  #owners;
  #mixer;
  #action;

  /** Of a loaded file and its nodes' objects: associations name but one node of a mesh that several share. */
  constructor(gltf, owners) {
    this.#gltf = gltf;
    this.#owners = owners;
    this.#mixer = new AnimationMixer(gltf.scene);
  }

  /** The objects that show the nodes, in node-then-primitive order. */
  parts(nodes) {
    return nodes.flatMap((node) => {
      const owner = this.#owners[node];
      if (!this.#gltf.scene.getObjectById(owner.id)) throw new Error(`node ${node} is not in the scene`);
      return partsOf(this.#gltf, owner);
    });
  }

  play(clip) {
    if (!(clip in this.#gltf.animations)) throw new Error(`no clip ${clip}`);
    this.#mixer.stopAllAction();  // what the last clip moved goes back to where it was
    this.#action = this.#mixer.clipAction(this.#gltf.animations[clip]);
    this.#action.setLoop(LoopOnce);
    this.#action.clampWhenFinished = true;
    this.#action.play();
  }

  pose(time) {
    this.#action.reset();  // a finished action would not go on
    this.#mixer.setTime(time);
    this.#gltf.scene.updateMatrixWorld(true);
  }

  /** The vertices of parts in world space: [x, y, z, x, ...]. */
  points(parts) {
    const vertex = new Vector3();
    const points = new Float64Array(3 * numVertices(parts));
    let next = 0;
    for (const part of parts)
      for (let i = 0; i < part.geometry.attributes.position.count; ++i, next += 3)
        part.getVertexPosition(i, vertex).applyMatrix4(part.matrixWorld).toArray(points, next);
    return points;
  }
}

export function numVertices(parts) {
  return parts.reduce((sum, part) => sum + part.geometry.attributes.position.count, 0);
}

export async function load(path) {
  globalThis.self ??= globalThis;
  globalThis.ProgressEvent ??= class {};
  const gltf = await new GLTFLoader().parseAsync(JSON.stringify(plain(path)), '');
  return new Player(gltf, await gltf.parser.getDependencies('node'));
}
