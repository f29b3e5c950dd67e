/** What the knowledge base says of a medicine, found by any of its names. */
import { readFileSync } from 'node:fs';
import { identify } from 'consilium/clinical';
import { parse } from 'yaml';
import { z } from 'zod';
import { allKnown, type KnowledgeEntry, sentences } from './knowledge.ts';

/** The entry of a medicine; of a combination, that of its first part which has one. */
export function entryOf(drug: string): KnowledgeEntry | undefined {
  const { name } = identify(drug);
  for (const part of [name, ...name.split('/'), drug.split(/[\s/]/)[0]!]) {
    const found = byName().get(part.trim().toLowerCase());
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The first sentence that fits, of the sections in the order they are asked for. */
export function sentenceIn(
  { sections }: Pick<KnowledgeEntry, 'sections'>,
  pattern: RegExp,
  names: readonly string[],
): string | undefined {
  for (const name of names) {
    const text = sections.find((section) => section.name === name)?.text ?? '';
    const sentence = sentences(text).find((each) => pattern.test(each));
    if (sentence !== undefined) return sentence;
  }
  return undefined;
}

/** Where the base names a symptom among a drug's effects: what it says when to seek care does not make it one. */
export function findEffect(drug: string, symptom: string): { known: KnowledgeEntry; sentence: string } | undefined {
  const known = entryOf(drug);
  const sentence = known && sentenceIn(known, complaintPattern(symptom), ['side effects']);
  return known === undefined || sentence === undefined ? undefined : { known, sentence };
}

const effectWords = z
  .array(z.strictObject({ symptom: z.string(), says: z.string() }))
  .parse(parse(readFileSync(new URL('../_data/effects.yml', import.meta.url), 'utf8')))
  .map(({ symptom, says }) => ({ symptom: new RegExp(symptom, 'i'), says: new RegExp(says, 'i') }));

/** How the knowledge base words a complaint. */
export function complaintPattern(symptom: string): RegExp {
  return effectWords.find((words) => words.symptom.test(symptom))?.says ?? stemOf(symptom);
}

/** The complaint that a text names, in its own words, where the reader of facts saw none ("does it cause a cough?"). */
export function complaintIn(text: string): string | undefined {
  return effectWords.flatMap(({ symptom }) => symptom.exec(text)?.[0] ?? [])[0]?.toLowerCase();
}

function stemOf(symptom: string): RegExp {
  const stem = symptom.toLowerCase().replace(/(ing|ness|iness|y|s)$/, '');
  return new RegExp(stem.replace(/[^\p{L}\p{N} ]/gu, '.'), 'iu');
}

let names: ReadonlyMap<string, KnowledgeEntry> | undefined;

function byName(): ReadonlyMap<string, KnowledgeEntry> {
  if (names === undefined || names.size === 0) names = readNames();
  return names;
}

function readNames(): ReadonlyMap<string, KnowledgeEntry> {
  const drugs = allKnown().filter(({ kind }) => kind === 'drug');
  const named = drugs.flatMap((entry) =>
    [entry.title, ...titled(entry.title), ...entry.also].map((name) => [name.toLowerCase(), entry] as const),
  );
  return new Map(named.toReversed()); // of two entries with one name, the first
}

/** "SGLT2 inhibitors (empagliflozin, dapagliflozin)" names two medicines. */
function titled(title: string): string[] {
  return (/\(([^)]*)\)/.exec(title)?.[1] ?? '').split(/,\s*|\s+and\s+/).filter(Boolean);
}
