// integrations/npy.mjs: float64 `.npy` arrays in C order.

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

/** The bytes of a `.npy` file. */
export function npyBytes(shape, values) {
  let header = `{'descr': '<f8', 'fortran_order': False, 'shape': (${shape.join(', ')},), }`;
  header = header.padEnd(Math.ceil((header.length + 11) / 64) * 64 - 11) + '\n';
  const start = Buffer.from('\x93NUMPY\x01\x00\0\0' + header, 'latin1');
  start.writeUInt16LE(header.length, 8);
  return Buffer.concat([start, Buffer.from(values.buffer, values.byteOffset, values.byteLength)]);
}
