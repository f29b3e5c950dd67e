/** Writes `demo/*.json` from `demo/source/*.yml`: `npx node src/record/demo/build.ts`. The bundles are what is loaded. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Bundle } from '../export.ts';
import { buildBundle } from './bundle.ts';
import { DEMO_FOLDER } from './load.ts';
import { codesSchema, personSchema } from './source.ts';

export function buildDemo(): Map<string, string> {
  const folder = join(DEMO_FOLDER, 'source');
  const read = (file: string): unknown => parse(readFileSync(join(folder, file), 'utf8'));
  const codes = codesSchema.parse(read('codes.yml'));
  const people = readdirSync(folder).filter((file) => file.endsWith('.yml') && file !== 'codes.yml');
  return new Map(
    people.map((file) => {
      const person = personSchema.parse(read(file));
      return [`${person.key}.json`, format(buildBundle(person, codes))];
    }),
  );
}

/** One entry a line: readable in a diff, a third of the size of full indentation. */
function format({ entry, ...head }: Bundle): string {
  const opening = JSON.stringify(head).slice(0, -1);
  return `${opening},"entry":[\n${entry.map((one) => JSON.stringify(one)).join(',\n')}\n]}\n`;
}

if (import.meta.main) {
  for (const [file, text] of buildDemo()) {
    writeFileSync(join(DEMO_FOLDER, file), text);
    console.log(`${file}: ${text.length} bytes`);
  }
}
