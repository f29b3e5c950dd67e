/**
 * `node src/search/knowledge-vectors.ts [--all | --check]`: writes `knowledge/vectors.bin` anew where an entry of the knowledge
 * base changed. Vectors that are still right are kept, so that a change of one entry is a change of one entry;
 * `--all` computes every one. `--check` only tells whether it is up to date.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { digestOf, embeddedText } from './holdings.ts';
import { knowledgeVolumes } from './knowledge.ts';
import { openModel } from './semantic/model.ts';
import { toSigned } from './semantic/vectors.ts';
import { packShipped, readShipped, type Shipped, shippedFile } from './shipped.ts';

const { values: options } = parseArgs({
  options: { all: { type: 'boolean', default: false }, check: { type: 'boolean', default: false } },
});

const texts = new Map(
  knowledgeVolumes()
    .flatMap(({ passages }) => passages)
    .map(({ title, text }) => [digestOf(title, text).toString('hex'), embeddedText(title, text)]),
);
const kept = new Map(existing().map((each) => [Buffer.from(each.digest).toString('hex'), each]));
const missing = [...texts.keys()].filter((digest) => !kept.has(digest)).sort();
const stale = [...kept.keys()].filter((digest) => !texts.has(digest)).length;
process.stdout.write(
  `${texts.size} passages, ${missing.length} without a vector, ${stale} vectors without a passage\n`,
);
if (options.check) process.exitCode = missing.length + stale === 0 ? 0 : 1;
else write();

function existing(): Shipped[] {
  return options.all || !existsSync(shippedFile) ? [] : readShipped();
}

function write(): void {
  const model = openModel();
  const made = missing.map((digest) => {
    const [vector] = model.embed([texts.get(digest) as string]);
    const bytes = new Uint8Array(toSigned(vector as Float32Array).buffer);
    return { digest: Buffer.from(digest, 'hex'), vector: bytes };
  });
  const still = [...kept].filter(([digest]) => texts.has(digest)).map(([, each]) => each);
  writeFileSync(shippedFile, packShipped([...still, ...made]));
  process.stdout.write(`${shippedFile}: ${still.length + made.length} vectors, ${made.length} of them new\n`);
}
