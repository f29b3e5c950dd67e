/** Compound nouns: the longest that stands in the text binds its words, so that no part of it names anything by itself. */
import { z } from 'zod';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { wordsIn } from '../../text/index.ts';
import { readRows } from '../../text/rows.ts';
import type { Chart } from '../chart.ts';
import type { Subject } from '../types.ts';

export const compounds = z
  .array(
    z.strictObject({
      heads: z.array(z.string()).default([]),
      says: z.array(z.string()).default([]),
      of: z.array(z.string().regex(/^(?:observation|condition|class):\w+$/)).min(1),
      example: z.string(),
      counter: z.string(),
    }),
  )
  .parse(readRows(new URL('./compounds.yml', import.meta.url)));

/** Words for a thing that is measured, behind what it is measured for. */
const MEASURED = [
  'value',
  'number',
  'level',
  'blood',
  'blood test',
  'test',
  'count',
  'result',
  'marker',
  'reading',
].flatMap((word) => [word, `${word}s`]);

const BY_LENGTH = compounds
  .flatMap(({ heads, says, of }) =>
    [...says, ...heads.flatMap((head) => MEASURED.map((word) => `${head} ${word}`))].map((each) => ({
      words: each.split(/[ -]/),
      of,
    })),
  )
  .toSorted((a, b) => b.words.length - a.words.length);

/** Each with all that it may stand for; the first is the likeliest. */
export function compoundsIn(text: string): Subject[] {
  const words = wordsIn(text);
  const found: Subject[] = [];
  for (let at = 0; at < words.length; ) {
    const fit = BY_LENGTH.find((each) => each.words.every((word, i) => words[at + i]?.lower === word));
    if (fit === undefined) {
      at++;
      continue;
    }
    const [start, end] = [words[at]!.start, words[at + fit.words.length - 1]!.end];
    const [id, ...alike] = fit.of;
    const { kind } = openCatalogue().get(id!)!;
    found.push({ id: id!, kind, as: 'itself', text: text.slice(start, end), start, end, alike });
    at += fit.words.length;
  }
  return found;
}

/** "The tumour marker" of somebody whose CEA is followed is the CEA; "the stone" of somebody with gallstones is one of those. */
export function asFollowed(subjects: readonly Subject[], { view }: Chart): Subject[] {
  const held = (id: string) =>
    (view.series.get(id)?.length ?? 0) > 0 ||
    view.conditions.some(({ concepts }) => concepts.some((each) => openCatalogue().isA(each, id)));
  return subjects.flatMap((subject) => {
    const all = [subject.id, ...(subject.alike ?? [])];
    if (!isCompound(subject) || held(subject.id)) return [subject];
    const [first, ...others] = all.filter(held);
    return first === undefined ? [subject] : [{ ...subject, id: first, alike: others }];
  });
}

const NAMES = new Set(BY_LENGTH.map(({ words }) => words.join(' ')));

function isCompound({ text }: Subject): boolean {
  return NAMES.has(text.toLowerCase().replaceAll('-', ' '));
}

/** All that the rows name is known to the catalogue. */
export function unknownIn(): string[] {
  return compounds.flatMap(({ of }) => of.filter((id) => openCatalogue().get(id) === undefined));
}
