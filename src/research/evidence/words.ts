/** The words with which evidence is appraised: data, from appraisal.yml. */

import { join } from 'node:path';
import { z } from 'zod';
import { readRows } from '../../text/rows.ts';

const words = z.array(z.string());
const NOTICES = ['retraction', 'concern', 'correction'] as const;
const schema = z.strictObject({
  designs: z.record(
    z.string(),
    z.strictObject({
      say: z.string(),
      /** What it is called where there are several. */
      several: z.string().optional(),
      level: z.int(),
      types: words,
      titles: words.default([]),
      opens: words.default([]),
      labels: words.default([]),
      followed: words.default([]),
      phrases: words,
    }),
  ),
  undone: z.strictObject({ studies: words, said: words, others: words, uncontrolled: words }),
  people: words,
  parts: words,
  preprints: words,
  precision: z.array(z.strictObject({ below: z.int().min(1), lower: z.int().min(1) })),
  register: z.strictObject({ least: z.int().min(1), fields: words }),
  laboratory: z.strictObject({ animals: words, words }),
  claims: z.strictObject({ subjects: words, verbs: words }),
  no_results: words,
  publications: words,
  notices: z.record(z.enum(NOTICES), z.strictObject({ types: words, titles: words, own: words, verbs: words })),
  title_words: words,
  design_words: words,
  self_grades: z.array(z.strictObject({ level: z.int(), phrases: words })),
  letters: z.strictObject({ before: words, levels: z.record(z.string(), z.int()) }),
  directions: z.strictObject({ failed: words, met: words, within: words, against: words, same: words, favours: words }),
  decisions: z.strictObject({
    authorities: z.record(z.string(), words),
    payers: z.record(z.string(), words),
    places: z.array(z.strictObject({ say: z.string(), deciders: words, words })),
    ...{
      objects: words,
      paid: words,
      unpaid: words,
      granted: words,
      refused: words,
      pending: words,
      opinion: words,
      negative: words,
      warned: words,
      bodies: words,
      fields: words,
    },
  }),
  advised: z.strictObject({
    ...{ for: words, against: words, open: words, same: words, orders: words },
    ...{ denied: words, between: words, turned: words },
  }),
  guidelines: z.strictObject({ replacing: words, editions: words, withdrawn: words }),
  good_outcomes: words,
  withdrawn: words,
  telling: words,
  method: words,
  aspects: z.record(z.string(), z.strictObject({ asked: words, told: words })),
  limits: words,
  harms: z.strictObject({
    deaths: words,
    unmeasured: words,
    titles: words,
    searched: z.strictObject({ harm: z.string(), warning: z.string() }),
    events: z.strictObject({
      ...{ verbs: words, had: words, acquired: words, newly: words, before: words, others: words },
      ...{ cases: words, behind: words, counted: words },
    }),
    named: words,
    labels: words,
    kinds: z.array(z.strictObject({ grave: z.int().min(1).max(4), words })),
  }),
  stages: z.array(
    z.strictObject({
      ...{ id: z.string(), say: z.string(), order: z.int(), phrases: words },
      ...{ known_by: words.optional(), asked: words.default([]) },
    }),
  ),
  readout: words,
  routes: z.record(z.string(), words),
  medicine_endings: words,
  illness_endings: words,
  illnesses: words,
  orders: z.strictObject({
    ...{ phrases: words, openings: words, addressed: words, asks: words, acts: words },
    ...{ machines: words, kinds: words, tools: words },
  }),
});

let known: z.infer<typeof schema> | undefined;

export function appraisal(): z.infer<typeof schema> {
  known ??= schema.parse(readRows(join(import.meta.dirname, 'appraisal.yml')));
  return known;
}

/** How something is given, as a text names it. */
export function routesIn(text: string): string[] {
  const plain = foldText(text);
  const { routes } = appraisal();
  return Object.keys(routes).filter((route) => hasAny(plain, routes[route]!));
}

export function foldText(text: string): string {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[‐‑–—]/g, '-')
      .replace(/\s+/g, ' ')
      // "14.8% v 15.6%", "1.6% with aspirin v 4.3%".
      .replace(/(?<=[\d%)]) v\.? | v\.? (?=[-+−]?\d)/g, ' vs ')
  );
}

/** The phrase stands in the text as whole words. Both folded. */
export function hasPhrase(text: string, phrase: string): boolean {
  const isPart = (letter: string) => /[\p{L}\p{N}]/u.test(letter);
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    const [before, after] = [text[at - 1] ?? ' ', text[at + phrase.length] ?? ' '];
    if (!isPart(before) && (!isPart(after) || !isPart(phrase.at(-1)!))) return true;
  }
  return false;
}

/** The name under which one of the listed is known, where the text names one. */
export function nameIn(text: string, named: Readonly<Record<string, readonly string[]>>): string | undefined {
  return Object.keys(named).find((name) => hasAny(text, named[name]!));
}

export function hasAny(text: string, phrases: readonly string[]): boolean {
  return phrases.some((phrase) => hasPhrase(text, phrase));
}
