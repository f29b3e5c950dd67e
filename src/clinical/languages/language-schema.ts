import { z } from 'zod';
import { phraseList } from '../danger/redflag-schema.ts';
import { type DataLine, linesOf, mistakesIn, readDataFile } from '../tables/data-lines.ts';
import { CUES } from './languages.ts';

/** What the files of the languages must look like; checked by the tests, not at every start (see tables.ts). */
const name = z.string().regex(/^[a-z]{2}: [A-Z][a-z]+$/, { error: 'A name is `code: Name`.' });

/** Every mistake in the files, with file and line; none when they are in order. */
export function checkLanguageFiles(read: (file: string) => string = readDataFile): string[] {
  const head = linesOf('languages.yml', read('languages.yml'));
  const names = head.filter(({ block }) => block === 'languages.yml names');
  const codes = names.map(({ text }) => text.slice(0, 2));
  const rules = new Set(
    linesOf('redflags.yml', read('redflags.yml'))
      .filter(({ block }) => block === 'redflags.yml rules')
      .map(({ text }) => text.split(' | ')[0]!),
  );
  return [
    ...names.flatMap((line) => mistakesIn(line, name)),
    ...head.filter(({ block }) => block === 'languages.yml words').flatMap((line) => mistakesOfWords(line, codes)),
    ...codes.flatMap((code) => mistakesOfLanguage(`language-${code}.yml`, read(`language-${code}.yml`), rules)),
  ];
}

function mistakesOfWords(line: DataLine, codes: string[]): string[] {
  const [code = '', words = ''] = cellsOf(line);
  if (!codes.includes(code)) return [`${line.at}: No language is named "${code}".`];
  return mistakesIn(line, phraseList, words);
}

/** A list is of a rule, a cue, or named by another list. */
function mistakesOfLanguage(file: string, text: string, rules: ReadonlySet<string>): string[] {
  const lines = linesOf(file, text);
  const lists = new Set(lines.map((line) => cellsOf(line)[0]));
  const nested = new Set(Array.from(text.matchAll(/<(\w+)>/g), ([, inner]) => inner!));
  return [
    ...(/^advice: .*\{number\}/m.test(text) && /^number: \S/m.test(text)
      ? []
      : [`data/${file}: The advice with its {number} is missing.`]),
    ...[...nested].filter((one) => !lists.has(one)).map((one) => `data/${file}: No list is named "${one}".`),
    ...lines.flatMap((line) => {
      const [list = '', phrases = ''] = cellsOf(line);
      if (!rules.has(list) && !CUES.has(list) && !nested.has(list)) return [`${line.at}: "${list}" is used nowhere.`];
      return mistakesIn(line, phraseList, phrases);
    }),
  ];
}

function cellsOf({ text }: DataLine): string[] {
  const at = text.indexOf(':');
  return [text.slice(0, at), text.slice(at + 1).trim()];
}
