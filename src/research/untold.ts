/**
 * What was asked and no source says a word of: an outcome ("does X improve sleep?"), or those for whom it is asked where what
 * is known of others is no answer (breastfeeding). It is said first, for whatever else is told answers another question.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { openCatalogue } from '../clinical/catalogue/index.ts';
import { stem } from '../text/index.ts';
import { kinOf } from '../text/lexicon.ts';
import { readRows } from '../text/rows.ts';
import { isOnOutcome, outcomesIn } from './evidence/outcome-names.ts';
import { changesAsked } from './evidence/outcomes.ts';
import type { EvidenceRow } from './evidence/table.ts';
import { foldText } from './evidence/words.ts';
import { listOf } from './survey.ts';
import { names, type Reading, readText, type Subject, topicOf } from './topic.ts';
import { topicWords } from './topic-words.ts';
import { whomIn } from './whom.ts';

const schema = z.array(z.array(z.string()));
let known: z.infer<typeof schema> | undefined;

const ways = () => {
  known ??= schema.parse(readRows(join(import.meta.dirname, 'untold.yml')));
  return known;
};

/** Empty where a source speaks of it, or nothing of the kind was asked. */
export function sayUntold(question: string, rows: readonly EvidenceRow[]): string {
  if (rows.length === 0) return '';
  const read = rows.map(readRow);
  const untold = askedIn(question)
    .filter(({ tells }) => !read.some(tells))
    .map(({ said }) => said);
  return untold.length === 0 ? '' : `**None of the sources that were found says anything on ${listOf(untold)}.**`;
}

interface Read {
  readonly plain: string;
  readonly reading: Reading;
  readonly outcomes: readonly { readonly outcome: string; readonly said: string }[];
}

function readRow({ title, title_read, excerpt, said = [], results = [], methods = [], harms = [] }: EvidenceRow): Read {
  const text = [title_read ?? title, excerpt, ...said.map((each) => each.text), ...methods, ...harms].join('. ');
  return { plain: foldText(text), reading: readText(text), outcomes: [...results, ...outcomesIn(text)] };
}

interface AskedFor {
  readonly said: string;
  tells(row: Read): boolean;
}

function askedIn(question: string): AskedFor[] {
  const { subjects } = topicOf(question);
  const medicines = subjects.filter(({ kind }) => kind === 'medicine').flatMap(({ text }) => topicWords(text));
  const outcomes = changesAsked(question).flatMap(({ outcome, said }) => {
    const words = topicWords(said).filter((word) => !medicines.some((other) => other.stem === word.stem));
    const own = { outcome, said: words.map(({ text }) => text).join(' ') };
    return words.length === 0 ? [] : [{ said: own.said, tells: (row: Read) => isToldBy(own, row) }];
  });
  const isNursing = whomIn(question)?.states.includes('breastfeeding') === true;
  return isNursing ? [...outcomes, { said: 'breastfeeding', tells: (row) => hasWay('breastfeeding', row) }] : outcomes;
}

function isToldBy({ outcome, said }: { outcome: string; said: string }, row: Read): boolean {
  const stems = topicWords(said).map((word) => word.stem);
  const isNamed = stems.some((form) => [form, ...kinOf(form)].some((one) => row.reading.stems.has(one)));
  if (isNamed || hasWay(said, row) || row.outcomes.some((each) => isOnOutcome(each, { outcome, said }))) return true;
  return subjectsOf(said).some((subject) => names(row.reading, subject));
}

const subjectsOf = (said: string): readonly Subject[] =>
  openCatalogue().find(said).length > 0 ? topicOf(said).subjects : [];

/** In other words. */
function hasWay(said: string, { plain }: Read): boolean {
  const forms = new Set((foldText(said).match(/[\p{L}-]+/gu) ?? []).map(stem));
  const others = ways().filter((row) => row.some((word) => forms.has(stem(word))));
  return others.flat().some((word) => new RegExp(`(?<!\\p{L})${word}`, 'u').test(plain));
}
