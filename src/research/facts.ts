/**
 * What is asked of a study or a medicine and is no verdict (how many took part, who was left out, how long, which dose, how often,
 * which harms): looked up in what the sources say, and told in their words.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { stem } from '../text/index.ts';
import { readRows } from '../text/rows.ts';
import { isDiscredited, isEvidence } from './evidence/grading.ts';
import { byStrength, type EvidenceRow } from './evidence/table.ts';
import { foldText, hasAny } from './evidence/words.ts';
import { listHarms } from './harm.ts';
import { areApart, illnessesIn } from './illnesses.ts';
import { periodIn, tellPeriod } from './period.ts';
import { trialNamesIn } from './short-forms.ts';
import type { Subject } from './topic.ts';
import { topicWords } from './topic-words.ts';
import { isOnMedicines } from './treating.ts';
import { reachOfStudy, whomIn } from './whom.ts';

type Mark = (id: string) => string;

const FACTS = ['size', 'excluded', 'included', 'length', 'dose', 'share', 'harms'] as const;
const words = z.array(z.string());
const schema = z.array(
  z.strictObject({
    fact: z.enum(FACTS),
    ...{ asked: words, told: words },
    /** A figure that the sentence must give. */
    figure: z.string().optional(),
    /** It must name what is asked after. */
    asking: z.array(z.string()).default([]),
    named: z.boolean().optional(),
    ...{ example: z.string(), counter: z.string() },
  }),
);
export type FactRule = z.infer<typeof schema>[number];

let known: FactRule[] | undefined;

export function factRules(): readonly FactRule[] {
  known ??= schema.parse(readRows(join(import.meta.dirname, 'facts.yml')));
  return known;
}

export function factAsked(question: string): FactRule | undefined {
  const plain = foldText(question);
  return factRules().find(({ asked }) => hasAny(plain, asked));
}

/** Undefined: no fact is asked after, or nothing that was found tells it. */
export function tellFact(
  question: string,
  medicines: readonly Subject[],
  rows: readonly EvidenceRow[],
  mark: Mark,
): string | undefined {
  const own = rowsAsked(question, medicines, rows);
  const period = periodIn(question, Math.max(0, ...rows.map(({ last_seen }) => Date.parse(last_seen))));
  if (period !== undefined) return tellPeriod(period, own, rows, mark);
  const rule = factAsked(question);
  if (rule === undefined) return undefined;
  if (rule.fact === 'harms') return tellAllHarms(own, medicines, mark);
  const found = own.flatMap((row) => {
    const told = sentenceFor(rule, question, row);
    return told === undefined ? [] : [{ row, told }];
  });
  if (found.length === 0) return undefined;
  // Which dose is advised is said by who advises.
  if (rule.fact === 'dose')
    found.sort((a, b) => Number(b.row.advised !== undefined) - Number(a.row.advised !== undefined));
  const [first] = found;
  if (found.length === 1) return `**${sayFact(rule, first!.row, question)}**${quoteAll(rule, first!, mark)}`;
  const lines = found
    .slice(0, MOST_TOLD)
    .map(({ row, told }) => `- ${nameOf(row)}:${quoteAll(rule, { row, told }, mark)}`);
  return `**${LISTED[rule.fact]}**\n\n${lines.join('\n')}`;
}

const MOST_TOLD = 6;
const LISTED: Readonly<Record<(typeof FACTS)[number], string>> = {
  size: 'How many took part, study by study:',
  excluded: 'Who was left out, study by study:',
  included: 'Who took part, study by study:',
  length: 'How long, study by study:',
  dose: 'Doses, as the sources give them:',
  share: 'How often, as the sources count it:',
  harms: '',
};

const quote = ({ row, told }: { row: EvidenceRow; told: string }, mark: Mark) => ` "${told}"${mark(row.id)}`;

/** Which dose was given says less than what each of them did. */
function quoteAll(rule: FactRule, { row, told }: { row: EvidenceRow; told: string }, mark: Mark): string {
  const { dosed = [], advised } = row;
  const sentences = rule.fact === 'dose' && advised === undefined && dosed.length > 0 ? dosed : [told];
  return sentences.map((sentence) => quote({ row, told: sentence }, mark)).join('');
}

/** "3,120 people took part (CRESTA-DKD)." */
function sayFact({ fact }: FactRule, row: EvidenceRow, question: string): string {
  const [trial] = trialNamesIn(question);
  const of = trial === undefined ? '' : ` in ${trial}`;
  const own = fact === 'size' && trial !== undefined ? sizeOfTrial(trial, row) : undefined;
  if (own !== undefined) return `${Number(own.count.replaceAll(',', '')).toLocaleString('en')} people took part${of}.`;
  if (fact === 'size' && row.n !== undefined) return `${row.n.toLocaleString('en')} people took part${of}.`;
  if (fact === 'excluded') return `Left out${of}:`;
  if (fact === 'included') return `Who took part${of}:`;
  if (fact === 'length') return `How long${of}:`;
  return `${nameOf(row)}:`;
}

/** "In SUNRISE-1 (n=541) and SUNRISE-2 (n=543)": each by its name. */
function sizeOfTrial(trial: string, { methods = [], excerpt }: EvidenceRow) {
  const name = trial.replace(/[^\p{L}\p{N}]/gu, '\\$&');
  const pattern = new RegExp(`${name}\\s?\\(\\s?n\\s?=\\s?(\\d[\\d,]*)`);
  return [...methods, excerpt].flatMap((told) => {
    const count = pattern.exec(told)?.[1];
    return count === undefined ? [] : [{ count, told }];
  })[0];
}

function nameOf({ title, design, date }: EvidenceRow): string {
  const [name = title] = trialNamesIn(title);
  return `${name.length < title.length ? name : title} (${[design, date].filter(Boolean).join(', ')})`;
}

/** Of a trial by its name what tells of just that; else what is on the medicines, the illness and the people that are named. */
function rowsAsked(question: string, medicines: readonly Subject[], rows: readonly EvidenceRow[]): EvidenceRow[] {
  const sound = rows.filter((row) => isEvidence(row) && row.design_id !== 'knowledge' && !isDiscredited(row));
  const trials = trialNamesIn(question);
  const titled = sound.filter(({ title }) => trials.some((name) => title.includes(name)));
  // Who looks at a part of it later is not the trial.
  const whole = titled.filter(({ design_id }) => design_id !== 'subgroup');
  if (titled.length > 0) return whole.length > 0 ? whole : titled;
  const [illnesses, whom] = [illnessesIn(question), whomIn(question)];
  const named = [...medicines, ...othersOf(medicines, rows)];
  return sound
    .filter((row) => named.length === 0 || isOnMedicines(row, named))
    .filter((row) => !areApart(row.illnesses, illnesses) && reachOfStudy(row, whom) !== 'others')
    .toSorted(byStrength);
}

/** A brand's other name, where a paper on it says so and others know it by that: Rentovia (nefralant). */
function othersOf(medicines: readonly Subject[], rows: readonly EvidenceRow[]): Subject[] {
  const treated = new Set(rows.flatMap(({ therapies }) => therapies));
  return medicines.flatMap(({ text }) =>
    rows
      .filter(({ therapies }) => therapies.includes(foldText(text)))
      .flatMap(({ called = [] }) => called.filter((name) => treated.has(name) && !name.includes(' ')))
      .map((name): Subject => ({ text: name, kind: 'medicine', concepts: [], name: [stem(name)] })),
  );
}

function sentenceFor(rule: FactRule, question: string, row: EvidenceRow): string | undefined {
  const { fact, told, figure, named } = rule;
  const [trial] = trialNamesIn(question);
  const own = fact === 'size' && trial !== undefined ? sizeOfTrial(trial, row) : undefined;
  if (own !== undefined) return own.told;
  if (fact === 'size' && row.n === undefined) return undefined;
  const counted = [row.n?.toString(), row.n?.toLocaleString('en')].filter((n) => n !== undefined);
  const asked = named ? namedIn(question, row, rule.asking) : [];
  if (named && asked.length === 0) return undefined;
  const sentences = [
    ...(row.advised ?? []).map(({ told: sentence }) => sentence),
    ...(row.methods ?? []),
    ...(named || fact === 'dose' ? [...(row.harms ?? []), row.excerpt, ...(row.figures ?? [])] : []),
  ];
  const isIt = (sentence: string) => {
    const plain = foldText(sentence);
    if (fact === 'size' && counted.some((n) => sentence.includes(n))) return true;
    return (
      (told.length === 0 || hasAny(plain, told)) &&
      (figure === undefined || new RegExp(figure, 'i').test(sentence)) &&
      asked.every((word) => plain.includes(word))
    );
  };
  const found = sentences.find(isIt);
  // Nobody is quoted with a count that is not there.
  return fact === 'size' && found !== undefined && !counted.some((n) => found.includes(n)) ? undefined : found;
}

/** What is asked after, beside the medicine: oedema. */
function namedIn(question: string, row: EvidenceRow, asking: readonly string[]): string[] {
  const { therapies, called = [], illnesses = [], title } = row;
  const known = foldText([...therapies, ...called, ...illnesses.map(({ text }) => text)].join(' '));
  const asked = topicWords(question)
    .map(({ text }) => foldText(text))
    .filter((word) => !known.includes(word) && !asking.includes(word));
  // What its title names all of it is on, and no sentence says again.
  const beside = asked.filter((word) => !foldText(title).includes(word));
  return beside.length > 0 ? beside : asked;
}

/** Each source that tells of harm, the surest first, those with the treatment in their title before who only names it. */
function tellAllHarms(rows: readonly EvidenceRow[], medicines: readonly Subject[], mark: Mark): string | undefined {
  const telling = rows.filter(({ harms = [] }) => harms.length > 0);
  if (telling.length === 0) return undefined;
  const label = medicines.map(({ text }) => text).join(' and ') || 'it';
  return `**What is told of harm with ${label}, the surest source first:**\n\n${listHarms(telling, mark).slice(0, MOST_HARMS).join('\n')}`;
}

const MOST_HARMS = 9;
