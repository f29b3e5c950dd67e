/** What was told: the danger in it first, then the plan that papers hold for it, then what it means beside the record. */
import { searchKnowledge } from '../../knowledge/index.ts';
import { sentencesOf } from '../../text/index.ts';
import { type Concern, sayConcern, type Told } from '../concern.ts';
import { block, type Block, citeReading, type Desk, nameOf, sayPassage } from '../desk.ts';
import { isInfluence } from '../evidence/influences.ts';
import { readingsOf } from '../evidence/series.ts';
import { drugName, list, lower, sayDate } from '../wording.ts';
import { rangeOf } from '../chart.ts';
import { plansFor } from './papers.ts';

export function answerTold(desk: Desk, told: readonly Told[], shown: readonly Concern[]): Block | undefined {
  const concepts = told.map(({ concept }) => concept);
  const plans = plansFor(desk, desk.message, concepts).map(({ passage }) => passage);
  const said = new Set(shown.flatMap(({ evidence }) => evidence.flatMap(({ note }) => note ?? [])));
  const papers = plans.filter(({ text }) => ![...said].some((note) => note.includes(text.slice(0, 40))));
  const values = told.filter(({ act, value }) => act === 'measured' && value !== undefined).flatMap((each) => standing(desk, each));
  const effects = effectsOf(desk, told);
  const care = shown.length === 0 && papers.length === 0 ? careFor(desk, told) : undefined;
  const act = papers.some(({ text }) => ACTS.test(text)) ? 'If that is what you have now, do as your paper says today, and call if in doubt.' : undefined;
  const parts = [...papers.map((paper) => sayPassage(desk, paper)), act, ...values, ...effects, care].filter((each) => each !== undefined);
  const [first, ...rest] = parts;
  return first === undefined ? undefined : block(first, rest);
}

const ACTS = /\b(?:call|ring|phone|contact|come|go to|tell us|stop|pause|emergency|hospital|needs)\b/i;

/** A told value beside its range and the last one. */
function standing(desk: Desk, { concept, value }: Told): string[] {
  if (/diastolic/.test(concept)) return [];
  const readings = readingsOf(desk.chart, concept);
  const last = readings.at(-1);
  const range = rangeOf(desk.chart.view, concept);
  const flag = range === undefined ? '' : range.high !== undefined && value! > range.high ? 'above the range' : range.low !== undefined && value! < range.low ? 'below the range' : 'within the range';
  const name = /systolic/.test(concept) ? 'blood pressure' : nameOf(concept);
  if (flag === '' && last === undefined) return [];
  const before = last === undefined ? '' : ` Your last ${name} in the record was ${last.shown} on ${sayDate(last.time)}${citeReading(desk, last, name)}.`;
  return [`${flag === '' ? '' : `That ${name} is ${flag}.`}${before}`.trim()];
}

/** A complaint that a medicine of theirs is known for. */
function effectsOf(desk: Desk, told: readonly Told[]): string[] {
  const taken = desk.chart.view.medicines.filter(({ status }) => status === 'taken');
  return told
    .filter(({ act, concept }) => act === 'has' && concept.startsWith('symptom:'))
    .flatMap(({ concept }) => {
      const known = taken.filter(({ concepts }) => isInfluence(concepts, concept)).slice(0, 3);
      if (known.length === 0) return [];
      const names = known.map((item) => `${drugName(item.name)}${desk.notes.entry({ uuid: item.uuid, label: item.label, name: item.name, date: item.start })}`);
      return [`${list(names).replace(/^./, (first) => first.toUpperCase())} can cause ${nameOf(concept)}. Do not stop anything on your own; mention it to who prescribed it.`];
    })
    .slice(0, 2);
}

/** When to be seen, from the knowledge base: looked up once for all that was told. */
function careFor(desk: Desk, told: readonly Told[]): string | undefined {
  const [first] = told.filter(({ act, concept }) => act === 'has' && /^(?:symptom|condition):/.test(concept));
  if (first === undefined) return undefined;
  const [entry] = searchKnowledge(nameOf(first.concept), { limit: 1 });
  const care = entry?.whole ? entry.sections.find(({ name }) => name === 'when to seek care') : undefined;
  if (entry === undefined || care === undefined) return undefined;
  return `When to be seen: ${lower(sentencesOf(care.text).slice(0, 2).join(' '))}${desk.notes.knowledge(entry)}`;
}
