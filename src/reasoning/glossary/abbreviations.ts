/** Short forms of letters in plain words: by how they are written, and, where a form has several meanings, by what stands near it. */
import { z } from 'zod';
import { once } from '../../text/pieces.ts';
import { readRows } from '../../text/rows.ts';

const row = z.strictObject({
  says: z.array(z.string().min(1)).min(1),
  means: z.string().min(3),
  near: z.array(z.string().min(1)).min(1).optional(),
  behind: z.string().optional(),
  before: z.string().optional(),
});
const schema = z.strictObject({
  source: z.string(),
  /** Forms that everybody knows. */
  known: z.array(z.string()).default([]),
  rows: z.array(row).min(1),
});
const data = once(() => schema.parse(readRows(new URL('./abbreviations.yml', import.meta.url))));
export const abbreviationRows = () => data().rows;
export const abbreviationSource = () => data().source;

interface Form {
  said: string;
  means: string;
  near: readonly string[] | undefined;
  behind: RegExp | undefined;
  before: RegExp | undefined;
}

export interface Short {
  said: string;
  means: string;
  start: number;
  end: number;
}

/** By their small letters; in the order of the rows, so that a meaning with a condition is tried before one without. */
const forms = once(() =>
  Map.groupBy(
    data().rows.flatMap(({ says, means, near, behind, before }) =>
      says.map(
        (said): Form => ({
          ...{ said, means, near },
          behind: behind === undefined ? undefined : new RegExp(`^(?:${behind})`, 'i'),
          before: before === undefined ? undefined : new RegExp(`(?:${before})$`, 'i'),
        }),
      ),
    ),
    ({ said }) => said.toLowerCase(),
  ),
);
const known = once(() => new Set(data().known));

/** A run of letters, digits and the signs that short forms are written with; then without a mark at its end. */
const WRITTEN = /[\p{L}\d?#↑↓+→-][\p{L}\d./'’&+-]*/gu;
const PART = /[\p{L}\d][\p{L}\d.'’&+-]*[\p{L}\d+]|\p{L}/gu;
const MARKS = /[.,;:'’-]+$/;

/** Each short form where it stands first, in the order of the text. */
export function shortsIn(text: string): Short[] {
  const found = new Map<string, Short>();
  for (const { said, start } of [...text.matchAll(WRITTEN)].flatMap(({ 0: run, index }) => piecesOf(run, index))) {
    if (known().has(said)) continue;
    const end = start + said.length;
    const form = forms()
      .get(said.toLowerCase())
      ?.find((each) => isWrittenSo(each, said) && isMeant(each, text, start, end));
    if (form !== undefined && !found.has(form.means)) found.set(form.means, { said, means: form.means, start, end });
  }
  return [...found.values()];
}

/** "F/U" is one form; of "?PE", "↑Cr" and "IM/IV" the parts are. */
function piecesOf(run: string, start: number): { said: string; start: number }[] {
  const whole = [run, run.replace(MARKS, '')].find((each) => forms().has(each.toLowerCase()));
  if (whole !== undefined) return [{ said: whole, start }];
  return [...run.matchAll(PART)].map(({ 0: said, index }) => ({ said, start: start + index }));
}

/** A form with capitals stands only so: "IT" is no "it". */
function isWrittenSo(form: Form, said: string): boolean {
  return form.said === said || (form.said === form.said.toLowerCase() && said === said.toLowerCase());
}

const SENTENCE = /[^.!?\n]*$/;
/** So far around a form its company is looked for. */
const AROUND = 90;

function isMeant({ near, behind, before }: Form, text: string, start: number, end: number): boolean {
  if (behind !== undefined && !behind.test(text.slice(end))) return false;
  if (before !== undefined && !before.test(text.slice(0, start))) return false;
  if (near === undefined) return true;
  const [lead] = SENTENCE.exec(text.slice(Math.max(0, start - AROUND), start)) ?? [''];
  const [tail = ''] = text.slice(end, end + AROUND).split(/[.!?](?:\s|$)|\n/, 1);
  const around = `${lead} ${tail}`.toLowerCase();
  return near.some((word) =>
    new RegExp(`(?<![\\p{L}])${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`, 'u').test(around),
  );
}
