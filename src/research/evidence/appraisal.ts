/** What a text is: its design, its size, what it says, how far along its therapy is. Words from appraisal.yml. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import type { SourceItem } from '../../sources/research/index.ts';
import { sentencesOf } from '../../text/index.ts';

const words = z.array(z.string());
const schema = z.strictObject({
  designs: z.record(z.string(), z.strictObject({ say: z.string(), level: z.int(), types: words, phrases: words })),
  directions: z.strictObject({ against: words, favours: words }),
  stages: z.array(z.strictObject({ id: z.string(), say: z.string(), order: z.int(), phrases: words })),
  telling: words,
  method: words,
  readout: words,
  medicine_endings: words,
  orders: words,
});

export interface Stage {
  readonly id: string;
  readonly say: string;
  readonly order: number;
}

export interface Design {
  readonly id: string;
  readonly say: string;
  readonly level: number;
}

export type Direction = 'favours' | 'against' | 'unclear';

let known: z.infer<typeof schema> | undefined;

function appraisal() {
  known ??= schema.parse(parse(readFileSync(join(import.meta.dirname, 'appraisal.yml'), 'utf8')));
  return known;
}

export function designOf(item: SourceItem): Design {
  const { designs } = appraisal();
  const toDesign = (id: string) => ({ id, say: designs[id]!.say, level: designs[id]!.level });
  if (item.trial !== undefined) {
    if (!item.trial.hasResults) return toDesign('registered');
    return toDesign(item.trial.randomized ? 'rct' : 'trial');
  }
  const byType = Object.keys(designs).find((id) => designs[id]!.types.some((type) => item.kinds.includes(type)));
  if (byType !== undefined && byType !== 'review') return toDesign(byType);
  const text = fold(`${item.title}. ${item.text}`);
  const byPhrase = Object.keys(designs).find((id) => designs[id]!.phrases.some((phrase) => hasPhrase(text, phrase)));
  return toDesign(byPhrase ?? byType ?? 'document');
}

/** How many took part, where it says so. */
export function sizeOf(item: SourceItem): number | undefined {
  if (item.trial?.enrollment !== undefined) return item.trial.enrollment;
  const text = `${item.title}. ${item.text}`;
  const people =
    'patients|participants|boys|girls|children|adults|subjects|people|women|men|individuals|persons|infants';
  const found = [
    ...text.matchAll(/\bn\s?=\s?(\d{1,3}(?:,\d{3})+|\d{1,7})\b/gi),
    ...text.matchAll(new RegExp(`\\b(\\d{1,3}(?:,\\d{3})+|\\d{1,7})\\s+(?:\\p{L}+\\s+){0,2}(?:${people})\\b`, 'giu')),
  ];
  const counts = found.map(([, count]) => Number(count!.replaceAll(',', ''))).filter((count) => count > 0);
  return counts.length > 0 ? Math.max(...counts) : undefined;
}

export function directionOf(item: SourceItem): Direction {
  const text = fold(`${item.title}. ${item.text}`);
  const { against, favours } = appraisal().directions;
  if (against.some((phrase) => hasPhrase(text, phrase))) return 'against';
  return favours.some((phrase) => hasPhrase(text, phrase)) ? 'favours' : 'unclear';
}

/** The furthest stage that the text speaks of. */
export function stageOf(item: SourceItem): Stage | undefined {
  if (item.approval?.approved !== undefined) return stage('approval');
  const phase = item.trial?.phases.at(-1);
  if (phase !== undefined)
    return stage(
      phase
        .toLowerCase()
        .replace(/^early_?/, '')
        .replace('_', ''),
    );
  return stageIn(`${item.title}. ${item.text}`);
}

export function stageIn(text: string): Stage | undefined {
  const plain = fold(text);
  return appraisal().stages.findLast(({ phrases }) => phrases.some((phrase) => hasPhrase(plain, phrase)));
}

export function stage(id: string): Stage | undefined {
  return appraisal().stages.find((each) => each.id === id);
}

/** How much a sentence says of a result: what it found counts, how it was done does not. */
export function tellingScore(sentence: string): number {
  const { telling, method } = appraisal();
  const plain = fold(sentence);
  const found = telling.filter((phrase) => hasPhrase(plain, phrase)).length;
  const done = method.filter((phrase) => hasPhrase(plain, phrase)).length;
  return Math.min(found, 2) * 2.5 - Math.min(done, 1) * 1.5 + (/\d/.test(sentence) ? 1 : 0);
}

/** Whether words ask for results ("the Phase 3 readout"). */
export function isReadout(text: string): boolean {
  return appraisal().readout.some((word) => hasPhrase(fold(text), word));
}

/** Names of medicines in a text: those the source names, and words that end as generic names do. */
export function therapiesOf(item: SourceItem): string[] {
  const named = [...(item.trial?.interventions ?? []), item.approval?.generic ?? ''].map((name) => name.toLowerCase());
  const { medicine_endings } = appraisal();
  const ends = (word: string) => word.length >= 7 && medicine_endings.some((ending) => word.endsWith(ending));
  const seen = (fold(item.title).match(/[\p{L}-]+/gu) ?? []).filter(ends);
  const found = (fold(item.text).match(/[\p{L}-]+/gu) ?? []).filter(ends);
  const twice = found.filter((word, i) => found.indexOf(word) !== i);
  return [...new Set([...named, ...seen, ...twice])].filter((name) => name !== '' && name !== 'placebo').slice(0, 6);
}

/** A heading, or what a document says of itself: when, where, by whom. */
const LABEL =
  /^\s*(?:#{1,6}\s|(?:published|date|dated|updated|posted|authors?|journal|doi|pmid|source|keywords|year)\b\s*[:=])/i;

/** Sentences that give orders to software are data, and bad data: they are left out of what is quoted. */
export function readableSentences(text: string): { sentences: string[]; orders: number } {
  const prose = text
    .split('\n')
    .filter((line) => !LABEL.test(line))
    .join('\n');
  const all = sentencesOf(prose)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter(Boolean);
  const sentences = all.filter((sentence) => !isOrder(sentence));
  return { sentences, orders: all.length - sentences.length };
}

export function isOrder(sentence: string): boolean {
  const plain = fold(sentence);
  return appraisal().orders.some((phrase) => plain.includes(phrase));
}

function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‐‑–—]/g, '-')
    .replace(/\s+/g, ' ');
}

function hasPhrase(text: string, phrase: string): boolean {
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    const [before, after] = [text[at - 1] ?? ' ', text[at + phrase.length] ?? ' '];
    if (!/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after)) return true;
  }
  return false;
}
