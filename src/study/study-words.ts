/** Words of another machine about a learner's studies: only what can be a remark on them is shown (study-words.yml). */

import { z } from 'zod';
import { readRows } from '../text/rows.ts';

/** What a line may be about: names of the learner's own, and the figures that were counted here. */
export interface Known {
  readonly names: readonly string[];
  /** Absent: any figure. */
  readonly figures?: ReadonlySet<string> | undefined;
}

const LONGEST = 300;

export function isAboutStudies(line: string, { names, figures }: Known): boolean {
  const text = line.normalize('NFKC').trim();
  if (text === '' || text.length > LONGEST || /[<>[\]`*_\\|{}@#^~]|:\/|\p{C}/u.test(text)) return false;
  const rest = names
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, name) => (name.trim() === '' ? left : withoutName(left, name.trim())), text);
  const parts = rest.toLowerCase().match(/\d[\d.,:]*\d|\d|[\p{L}\p{M}'’-]+/gu) ?? [];
  return parts.every((part) =>
    /^\d/.test(part) ? figures === undefined || figures.has(part) : words().has(part.replaceAll('’', "'")),
  );
}

/** A topic is one only as a whole: where it is named with other words around it. */
function withoutName(text: string, name: string): string {
  const at = text.toLowerCase().indexOf(name.toLowerCase());
  if (at === -1) return text;
  const isWord = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign);
  if (isWord(text[at - 1]) || isWord(text[at + name.length])) return text;
  return `${text.slice(0, at)} ; ${withoutName(text.slice(at + name.length), name)}`;
}

/** Every figure that is counted, as it can be written: 0.6 as 60, 3 as 3. */
export function figuresIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value === 'number') {
    found.add(String(value));
    if (value >= 0 && value <= 1) for (const digits of [0, 1, 2]) found.add((value * 100).toFixed(digits));
  } else if (Array.isArray(value)) for (const one of value) figuresIn(one, found);
  else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) figuresIn(one, found);
  return found;
}

let read: ReadonlySet<string> | undefined;

function words(): ReadonlySet<string> {
  const file = () => readRows(new URL('./study-words.yml', import.meta.url));
  read ??= new Set(z.strictObject({ words: z.string() }).parse(file()).words.split(/\s+/));
  return read;
}
