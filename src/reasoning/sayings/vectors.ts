/** `node src/reasoning/sayings/vectors.ts`: writes the vectors of the bank of sayings anew, after a change of it. */
import { writeFileSync } from 'node:fs';
import { openModel } from '../../search/semantic/model.ts';
import { toSigned } from '../../search/semantic/vectors.ts';
import { DIMENSIONS, sayings, vectorFile } from './index.ts';

const model = openModel();
const bytes = new Uint8Array(sayings.length * DIMENSIONS);
for (const [at, { text }] of sayings.entries()) {
  const [vector] = model.embed([text]);
  bytes.set(new Uint8Array(toSigned(vector!).buffer), at * DIMENSIONS);
}
writeFileSync(vectorFile, bytes);
process.stdout.write(`${sayings.length} sayings\n`);
