// integrations/validate.mjs: the Khronos validator finds nothing wrong that was not wrong before.
//
//   node validate.mjs OUT [IN]     exit code 1 for errors in OUT that IN does not have

import {readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import validator from 'gltf-validator';

async function errorsOf(path) {
  const report = await validator.validateBytes(new Uint8Array(readFileSync(path)), {
    uri: path,
    maxIssues: 0,
    externalResourceFunction: async (uri) =>
      new Uint8Array(readFileSync(join(dirname(path), decodeURIComponent(uri)))),
  });
  return report.issues.messages.filter((issue) => issue.severity === 0);
}

const [out, original] = process.argv.slice(2);
if (!out) {
  console.error('usage: node validate.mjs OUT [IN]');
  process.exit(2);
}
const key = (issue) => `${issue.code} ${issue.pointer ?? ''}`;
const known = new Set(original ? (await errorsOf(original)).map(key) : []);
const found = await errorsOf(out);
const fresh = found.filter((issue) => !known.has(key(issue)));
for (const issue of fresh) console.error(`${out}: ${issue.pointer ?? ''}: ${issue.code}: ${issue.message}`);
console.log(`${out}: ${found.length} errors, ${fresh.length} of them new`);
process.exit(fresh.length > 0 ? 1 : 0);
