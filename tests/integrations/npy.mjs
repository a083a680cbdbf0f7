// integrations/npy.mjs: reads float64 `.npy` arrays in C order.

import {readFileSync} from 'node:fs';

/** {shape, values} of a `.npy` file. */
export function readNpy(path) {
  const bytes = readFileSync(path);
  const isLong = bytes[6] > 1;
  const length = isLong ? bytes.readUInt32LE(8) : bytes.readUInt16LE(8);
  const start = (isLong ? 12 : 10) + length;
  const header = bytes.toString('latin1', isLong ? 12 : 10, start);
  if (!header.includes("'<f8'") || header.includes('True'))
    throw new Error(`${path}: expected float64 in C order, not ${header}`);
  const shape = /\(([^)]*)\)/.exec(header)[1].split(',').filter((s) => s.trim()).map(Number);
  const values = new Float64Array(bytes.buffer.slice(bytes.byteOffset + start, bytes.byteOffset + bytes.length));
  return {shape, values};
}
