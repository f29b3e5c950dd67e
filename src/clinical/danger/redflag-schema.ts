import { z } from 'zod';
import { type DataLine, linesOf, mistakesIn, readDataFile } from '../tables/data-lines.ts';

/** What the files behind the red flags must look like; checked by the tests, not at every start (see tables.ts). */
const id = /^[a-z_]+$/;
const slot = String.raw`(?:\.\.\.?|(?:[^\s,/<>|#]+|<\w+>|#\d+-\d+)(?:/(?:[^\s,/<>|#]+|<\w+>|#\d+-\d+))*\??|/|\?)`;
export const phraseList = z
  .string()
  .regex(new RegExp(`^(?:\\s*${slot}(?:\\s+${slot})*\\s*)(?:,\\s*${slot}(?:\\s+${slot})*\\s*)*$`), {
    error: 'Phrases are words between spaces, separated by commas (see phrases.ts).',
  });

const rule = z.tuple([
  z.string().regex(id, { error: 'The id of a rule is in small letters.' }),
  z.string().min(3).max(80),
  z.string().regex(/^[A-Z].{20,}\.$/, { error: 'The advice is a sentence.' }),
]);
const sign = z
  .string()
  .regex(/^[a-z_]+!{0,3}: <\w+>(?: [~&] <\w+>)*$/, { error: 'A sign is `rule: <list> ~ <list> & <list>`.' });
const list = z.tuple([z.string().regex(/^\w[\w' ]*$/, { error: 'A list has a name.' }), phraseList]);
const weight = z.string().regex(/^\S.* -?\d+\.\d\d$/, { error: 'A weight is a feature and a number.' });

/** Every mistake in the files, with file and line; none when they are in order. */
export function checkRedFlagFiles(read: (file: string) => string = readDataFile): string[] {
  const lines = ['redflags.yml', 'danger.yml', 'danger-weights.yml'].flatMap((file) => linesOf(file, read(file)));
  const inBlock = (...blocks: string[]) => lines.filter(({ block }) => blocks.includes(block));
  const nameOf = (text: string) => text.slice(0, text.indexOf(':')).replaceAll('!', '');
  const rules = new Set(inBlock('redflags.yml rules').map(({ text }) => text.split(' | ')[0]));
  const lists = new Set(
    inBlock('redflags.yml words', 'redflags.yml cues', 'danger.yml ideas').map(({ text }) => nameOf(text)),
  );
  const ideas = new Set(inBlock('danger.yml ideas').map(({ text }) => nameOf(text)));
  const unknown = ({ at, text }: DataLine, kind: string, names: Iterable<string>, known: ReadonlySet<unknown>) =>
    [...names]
      .filter((name) => !known.has(name))
      .map((name) => `${at}: No ${kind} is named "${name}": ${text.slice(0, 60)}`);

  return lines.flatMap((line) => {
    const { block, text } = line;
    const cell = [nameOf(text), text.slice(text.indexOf(':') + 1)];
    const nested = Array.from(text.matchAll(/<(\w+)>/g), ([, name]) => name!);
    if (block === 'redflags.yml rules') return mistakesIn(line, rule, text.split(' | '));
    if (block === 'redflags.yml signs')
      return [
        ...mistakesIn(line, sign, text),
        ...unknown(line, 'rule', [nameOf(text)], rules),
        ...unknown(line, 'list', nested, lists),
      ];
    if (block === 'danger.yml rules')
      return [
        ...unknown(line, 'rule', [nameOf(text)], rules),
        ...unknown(
          line,
          'idea',
          cell[1]!.split(',').map((name) => name.trim()),
          ideas,
        ),
      ];
    if (block === 'danger-weights.yml rows') return mistakesIn(line, weight, text);
    if (block === 'redflags.yml forms') return mistakesIn(line, z.tuple([z.string().min(1), z.string().min(1)]), cell);
    return [...mistakesIn(line, list, cell), ...unknown(line, 'list', nested, lists)];
  });
}
