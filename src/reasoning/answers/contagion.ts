/** "Can my son catch what I have?", "is shingles contagious?": how it goes to others, how long, and what keeps it from them. */
import { type Block, block, cite, type Desk, nameOf, sayPassage } from '../desk.ts';
import { findPassages } from '../evidence/passages.ts';
import { contentWords } from '../evidence/words.ts';
import { type Contagion, contagionOf, contagionSource } from '../glossary/contagion.ts';
import { pattern } from '../patterns.ts';
import type { Frame } from '../types.ts';
import { capital, list, lower } from '../wording.ts';

const ASKS = pattern('asks_catching');
const MOST = 3;
const MOST_NAMED = 6;

interface Ill {
  name: string;
  /** The entry that names it. */
  marker: string;
  row: Contagion | 'not' | undefined;
}

export function answerContagion(desk: Desk, frame: Frame): Block | undefined {
  if (!ASKS.test(frame.text)) return undefined;
  const named = frame.subjects.filter(({ kind }) => kind === 'condition');
  // What is only felt (a cough, a rash) has no name yet: the complaint is answered.
  if (named.length === 0 && frame.subjects.some(({ kind }) => kind === 'symptom')) return undefined;
  const ills =
    named.length > 0 ? named.map(({ id }) => ({ name: nameOf(id), marker: '', row: contagionOf(id) })) : ownIlls(desk);
  if (ills.length === 0) return undefined;
  const told = ills.filter(({ row }) => row !== undefined && row !== 'not').slice(0, MOST);
  const unknown = ills.filter(({ row }) => row === undefined);
  const none = ills.filter(({ row }) => row === 'not');
  const [first, ...rest] = told.map((ill) => tell(desk, ill));
  const papers = findPassages(desk.chart, {
    concepts: named.map(({ id }) => id),
    words: contentWords(frame.text),
    named: true,
  })
    .filter(({ passage }) => SAYS.test(passage.text))
    .slice(0, 1);
  return block(first ?? deny(desk, none), [
    ...rest,
    first === undefined || none.length === 0 || named.length > 0
      ? undefined
      : 'What else your record lists as present is no infection and not catching.',
    unknown.length === 0
      ? undefined
      : `Of ${list(unknown.slice(0, MOST_NAMED).map(({ name }) => lower(name)))} I do not know it: ask your doctor or pharmacist.`,
    ...papers.map(({ passage }) => sayPassage(desk, passage)),
  ]);
}

const SAYS = /\b(?:infectious|contagious|isolat\w*|precautions|contact tracing|non-?infectious|catching)\b/i;

function ownIlls(desk: Desk): Ill[] {
  return desk.chart.view.conditions
    .filter(({ status }) => status === 'active')
    .map((item) => ({
      name: item.name,
      marker: cite(desk, item, item.onset),
      row: item.concepts[0] === undefined ? undefined : contagionOf(item.concepts[0]),
    }));
}

function tell(desk: Desk, { name, marker, row }: Ill): string {
  const source = desk.notes.source(contagionSource());
  if (row === undefined || row === 'not') return '';
  if ('no' in row) return `**${capital(lower(name))}: no, ${row.no}.**${marker}${source}`;
  return `**${capital(lower(name))}: yes, it can be passed on, ${row.how}.**${marker}${source} How long: ${row.until}. What keeps it from others: ${row.keep}.`;
}

function deny(desk: Desk, none: readonly Ill[]): string {
  if (none.length === 0) return '**Whether it is catching I cannot tell.**';
  const shown = none.slice(0, MOST_NAMED);
  const isOne = none.length === 1;
  return `**No: ${list(shown.map(({ name, marker }) => `${lower(name)}${marker}`))} ${isOne ? 'is' : 'are'} no infection, and nobody can catch ${isOne ? 'it' : 'them'}.**${desk.notes.source(contagionSource())}`;
}
