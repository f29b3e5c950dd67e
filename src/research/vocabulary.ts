/** The words with which requests to the desk are read: data, from request.yml. */

import { join } from 'node:path';
import { z } from 'zod';
import { stem, wordsIn } from '../text/index.ts';
import { readRows } from '../text/rows.ts';

const words = z.array(z.string());
/** One of each group is there. */
const groups = z.array(words).min(1);
const schema = z.strictObject({
  generic: words,
  small: words,
  aspects: words,
  qualifiers: words,
  broad: words,
  idioms: words,
  illness_heads: words,
  modalities: words,
  designs: words,
  manners: words,
  changing_in: words,
  greetings: words,
  thanks: words,
  about_desk: words,
  about_triggers: z.array(groups),
  cannot: words,
  about_agents: z.array(groups),
  order_verbs: words,
  ...{ desk_verbs: words, research_words: words, aspect_words: words, from_now: words, changing: words },
  counts: z.strictObject({ units: words, kinds: words, agreeing: words }),
  ...{ counted_people: words, more_than: words },
  again: z.strictObject({
    ...{ verbs: words, always: words, loose: words, openings: words, pieces: words, goes_on: words, times: words },
  }),
  study_times: z.strictObject({ aged: words, of: words, counted: words }),
  purposes: z.record(z.enum(['stop', 'resume', 'when', 'news', 'tell']), z.array(groups)),
  all_of_them: words,
  belongings: z.array(words),
  follow_ups: words,
  look_words: words,
  thresholds: z.array(
    z.strictObject({
      all: groups,
      designs: words.optional(),
      grade: z.int().optional(),
      stage: z.string().optional(),
      /** Whatever was asked for before counts no more. */
      open: z.literal(true).optional(),
    }),
  ),
  populations: words,
  cadence: words,
  auxiliaries: words,
  question_words: words,
  wants: words,
  ongoing: words,
  usual_cadence: z.string(),
  starts: z.strictObject({ words, from: words, first: words, dated: words }),
  ends: z.strictObject({ until: words, stops: words, links: words, lasting: words }),
  cuts: words,
  notify: z.strictObject({
    verbs: words,
    bare: words,
    only: words,
    not: words,
    links: words,
    unless: words,
    any: words,
  }),
  kinds: z.record(z.string(), words),
  events: z.record(z.enum(['retraction', 'results', 'safety']), words),
  grades: z.record(z.string(), z.int()),
});

let known: ReturnType<typeof load> | undefined;

function load() {
  const data = schema.parse(readRows(join(import.meta.dirname, 'request.yml')));
  const stems = (lines: readonly string[]) => new Set(lines.flatMap((line) => line.split(' ')).map(stem));
  return {
    ...data,
    generic: stems([...data.generic, ...data.aspects]),
    aspects: stems(data.aspects),
    small: new Set(data.small.flatMap((line) => line.split(' '))),
    qualifiers: stems(data.qualifiers),
  };
}

export function vocabulary(): ReturnType<typeof load> {
  known ??= load();
  return known;
}

/** What of a subject is asked: prevention, dose, survival. Stems. */
export function aspectsIn(text: string): string[] {
  const { aspects } = vocabulary();
  return [...wordsIn(text)].map(({ text: word }) => stem(word.toLowerCase())).filter((form) => aspects.has(form));
}

/** "Severe", "refractory": how a disease is, no part of its name. */
export function isQualifier(word: string): boolean {
  const { qualifiers, small } = vocabulary();
  const form = word.toLowerCase();
  if (qualifiers.has(stem(form))) return true;
  // "Moderate-to-severe".
  const parts = form.split('-');
  return parts.length > 1 && parts.every((part) => small.has(part) || part === 'to' || qualifiers.has(stem(part)));
}

export function hasAll(plain: string, groups: readonly (readonly string[])[]): boolean {
  return groups.every((group) => group.some((phrase) => ` ${plain} `.includes(` ${phrase} `)));
}

const BETWEEN = 2;

/** One of each group, one after the other, with few words between; of several lines in one of them. */
export function inOrder(plain: string, groups: readonly (readonly string[])[]): boolean {
  let pattern = patterns.get(groups);
  if (pattern === undefined) {
    const gap = `(?: \\S+){0,${BETWEEN}} `;
    pattern = new RegExp(`(?:^| )${groups.map((group) => `(?:${group.join('|')})`).join(gap)}(?= |$)`, 'm');
    patterns.set(groups, pattern);
  }
  return pattern.test(plain);
}

const patterns = new WeakMap<readonly (readonly string[])[], RegExp>();

export const TRIAL_NUMBER = /\bNCT\d{8}\b/gi;

export interface ConditionSpan {
  readonly start: number;
  readonly end: number;
  /** What it waits for: "a randomised trial with more than 100 patients appears". */
  readonly wish: string;
}

/** Where a request says what alone is worth telling. */
export function conditionsIn(text: string): ConditionSpan[] {
  const { verbs, bare, only, not, links, unless } = vocabulary().notify;
  const any = (list: readonly string[]) => `(?:${list.join('|')})`;
  const whom = '(?: (?:me|us|anything|anybody))*';
  const openings = [
    `${any(only)} (?:please )?${any(verbs)}${whom} ${any(links)}`,
    `${any(verbs)}${whom} ${any(only)} ${any(links)}`,
    `${any(not)} ${any(verbs)}${whom} ${any(unless)}`,
    `(?:${any(only)} ${any(bare)}|${any(bare)}${whom} ${any(only)})${whom}`,
  ];
  const pattern = new RegExp(
    `(?:,? and |, )?\\b(?:${openings.join('|')})\\b([^.;!?]*?)(?=[.;!?]|,? and (?:check|look|search|repeat)\\b|$)`,
    'gi',
  );
  const flat = text.replace(/[’]/g, "'").replace(/\s/g, ' ');
  return [...flat.matchAll(pattern)].map(({ 0: found, 1: wish, index }) => ({
    start: index,
    end: index + found.length,
    wish: wish!.trim(),
  }));
}

/** What it is about stands outside of its conditions, unless there is nothing else. */
export function withoutConditions(text: string): string {
  const spans = conditionsIn(text);
  const bare = spans.reduceRight(
    (left, { start, end }) => `${left.slice(0, start)}${' '.repeat(end - start)}${left.slice(end)}`,
    text,
  );
  return /\p{L}/u.test(bare) ? bare : text;
}

export function plainOf(message: string): string {
  return message
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(\p{L})['’](\p{L})/gu, '$1$2')
    .replace(/[^\p{L}\p{N}\s-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
