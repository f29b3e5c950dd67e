import { z } from 'zod';
import { type DataLine, linesOf, mistakesIn, readDataFile } from '../tables/data-lines.ts';
import { triageLine } from '../tables/schema.ts';

/** What the files behind triage must look like; checked by the tests, not at every start (see tables.ts). */
const weight = z
  .string()
  .regex(/^[^|]+\|-?\d+\|-?\d+\|-?\d+$/, { error: 'A weight is `feature|patient|general|non_health`.' });
const words = z.string().regex(/^[^,\s](?:[^,]*[^,\s])?(?:, ?[^,\s](?:[^,]*[^,\s])?)*,?$/, {
  error: 'A list is words or pairs of words, separated by commas.',
});

/** Every mistake in the files, with file and line; none when they are in order. */
export function checkKindFiles(read: (file: string) => string = readDataFile): string[] {
  const lines = ['triage.yml', 'topics.yml', 'kind-weights.yml'].flatMap((file) => linesOf(file, read(file)));
  const names = new Set(
    lines.filter(({ block }) => block === 'triage.yml patterns').map(({ text }) => text.split(' = ')[0]),
  );
  return lines.flatMap((line) => {
    if (line.block === 'kind-weights.yml rows') return mistakesIn(line, weight);
    if (line.block !== 'triage.yml patterns') return mistakesIn(line, words);
    if (!triageLine.safeParse(line.text).success) return [`${line.at}: A line is \`name = pattern\`: ${line.text}`];
    return mistakesOfPattern(line, names);
  });
}

function mistakesOfPattern({ at, text }: DataLine, names: ReadonlySet<string | undefined>): string[] {
  const pattern = text.slice(text.indexOf(' = ') + 3);
  const unknown = Array.from(pattern.matchAll(/\{([a-z_]+)\}/g), ([, name]) => name).filter((name) => !names.has(name));
  if (unknown.length > 0) return unknown.map((name) => `${at}: No pattern is named "${name}".`);
  try {
    new RegExp(pattern.replace(/\{[a-z_]+\}/g, '(?:)'), 'i');
    return [];
  } catch (error) {
    return [`${at}: ${error instanceof Error ? error.message : String(error)}`];
  }
}
