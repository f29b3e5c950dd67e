/**
 * What a model said, checked against what is known: a critical concern that it left out is put in, a denial that the record
 * contradicts is set right; a value, a date or a medicine that no entry holds is marked. The model keeps its voice, the house the truth.
 */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import type { Chart } from '../chart.ts';
import { type Concern, concernsOf, sayConcern, type Told } from '../concern.ts';
import type { Desk } from '../desk.ts';
import { isEmpty, itemsFor } from '../evidence/items.ts';
import { readingsOf } from '../evidence/series.ts';
import { openFootnotes } from '../footnotes.ts';
import { readMessage } from '../frames/index.ts';
import { subjectsIn } from '../frames/subjects.ts';
import { factsIn, toldIn } from '../frames/told.ts';
import { heardIn } from '../heard.ts';
import { type Focus, NO_FOCUS } from '../types.ts';
import { lower, sayDate } from '../wording.ts';
import { markClaims } from './claims.ts';

export interface Checked {
  text: string;
  /** Rules of the concerns that were put in. */
  added: string[];
  /** What was said of the record and does not hold. */
  marked: string[];
}

export function checkAnswer({
  chart,
  message,
  text,
  now,
  focus = NO_FOCUS,
  heard = [],
}: {
  chart: Chart;
  message: string;
  text: string;
  now: string;
  focus?: Focus;
  heard?: readonly string[];
}): Checked {
  const [body, notes] = splitNotes(text);
  const left = leftOut(chart, message, body, now, focus, heardIn(heard, now));
  const denied = deniedWrongly(chart, body);
  const { marked, said } = markSaid(chart, message, body, now);
  const front = left.map(({ say }) => `**${plain(say)}**`).join('\n\n');
  const tail = denied.map(({ say }) => say).join(' ');
  return {
    text: [front, said, tail === '' ? '' : `*Put right from the record:* ${tail}`, notes]
      .filter((part) => part !== '')
      .join('\n\n'),
    added: left.map(({ concern }) => concern.id),
    marked: [...marked, ...denied.map(({ name }) => `denied ${name}`)],
  };
}

function splitNotes(text: string): [string, string] {
  const at = text.search(/^\[\^\w+\]:/m);
  return at < 0 ? [text.trim(), ''] : [text.slice(0, at).trim(), text.slice(at).trim()];
}

/** Critical concerns of the turn of which the answer names no part that is the danger. */
function leftOut(
  chart: Chart,
  message: string,
  body: string,
  now: string,
  focus: Focus,
  heard: readonly Told[],
): { concern: Concern; say: string }[] {
  const { frames, text } = readMessage(message, chart, focus, now);
  const facts = factsIn(text, now);
  const told = toldIn(frames, facts);
  const asked = frames
    .filter(({ act }) => act === 'ask')
    .flatMap(({ subjects }) =>
      subjects.filter(({ kind }) => kind !== 'thing' && kind !== 'system').map(({ id }) => id),
    );
  const critical = concernsOf(
    chart.view,
    [...told, ...heard.filter(({ concept }) => !asked.includes(concept))],
    asked,
    focus.told,
  ).filter(({ severity, fresh }) => severity === 'critical' && fresh);
  const desk: Desk = {
    chart,
    now,
    notes: openFootnotes(),
    focus,
    message: text,
    frames,
    told,
    said: new Map(),
    facts,
    heard: [],
    quoted: new Set(),
  };
  const named = new Set(subjectsIn(body).flatMap(({ id, alike = [] }) => [id, ...alike]));
  const isTold = ({ concepts }: Concern) => {
    const known = concepts.filter((id) => openCatalogue().get(id) !== undefined);
    return (
      known.length > 0 &&
      known.every((id) => [...named].some((each) => openCatalogue().isA(each, id) || openCatalogue().isA(id, each)))
    );
  };
  return critical
    .filter((concern) => !isTold(concern))
    .slice(0, 2)
    .map((concern) => ({ concern, say: sayConcern(desk, concern) }));
}

const DENIES =
  /\b(?:there is no|there are no|no record of|no evidence of|not in your record|you do not (?:have|take)|you don['’]t (?:have|take)|does not (?:show|list|contain)|no mention of)\b/i;

/** "There is no blood thinner in your record", with apixaban on the list. */
function deniedWrongly(chart: Chart, body: string): { name: string; say: string }[] {
  return body
    .split(/(?<=[.!?])\s+|\n+/)
    .filter(
      (sentence) =>
        DENIES.test(sentence) &&
        !/\b(?:interaction|allerg|reason|cause|need|sign|evidence that|known)\b/i.test(sentence),
    )
    .flatMap((sentence) =>
      subjectsIn(sentence).filter(({ kind }) =>
        ['condition', 'drug', 'drug_class', 'observation', 'procedure', 'vaccine'].includes(kind),
      ),
    )
    .flatMap((subject) => {
      const held = itemsFor(subject, chart);
      const current = [
        ...held.conditions.filter(({ status }) => status === 'active'),
        ...held.medicines.filter(({ status }) => status === 'taken'),
        ...held.procedures,
        ...held.immunisations,
      ];
      const [item] = current;
      if (item !== undefined) return [{ name: subject.text, say: `your record does list ${lower(item.name)}.` }];
      const reading = held.series.flatMap((id) => readingsOf(chart, id)).at(-1);
      return reading === undefined || isEmpty(held)
        ? []
        : [
            {
              name: subject.text,
              say: `your record does hold ${lower(subject.text)}: ${reading.shown} on ${sayDate(reading.time)}.`,
            },
          ];
    })
    .slice(0, 3);
}

const VALUE =
  /(\d+(?:[.,]\d+)?)\s*(%|mmol\/L|mmol\/mol|mg\/dL|g\/dL|g\/L|µmol\/L|umol\/L|mL\/min[^\s,.;)]*|mIU\/L|ng\/mL|pg\/mL|kg|bpm)/giu;
const UNKNOWN = ' *(not in your record)*';

/** Sentence by sentence: values that neither the record nor the message has, dates and medicines that are not there. */
function markSaid(chart: Chart, message: string, body: string, now: string): { said: string; marked: string[] } {
  const marked: string[] = [];
  const said = body
    .split('\n')
    .map((line) =>
      line.replace(/[^.!?\n]+(?:[.!?](?=\d)[^.!?\n]*)*[.!?]?/g, (sentence) => {
        const claims = markClaims(chart, message, sentence, now);
        const values = markValues(chart, message, claims.said, marked);
        marked.push(...claims.marked);
        return values;
      }),
    )
    .join('\n');
  return { said, marked };
}

/** A value said of a measure that the record holds, and that neither the record nor the message has. */
function markValues(chart: Chart, message: string, sentence: string, marked: string[]): string {
  if (
    /\b(?:range|goal|target|below|above|under|over|less than|more than|normal|usually|between|up to|at least|per day|a day|daily|tablets?)\b/i.test(
      sentence,
    ) &&
    !/\b(?:your|was|is) (?:last|latest|current)?\b/i.test(sentence)
  )
    return sentence;
  const measures = subjectsIn(sentence).filter(
    ({ kind, id }) => kind === 'observation' && readingsOf(chart, id).length > 0,
  );
  const [measure] = measures;
  if (measures.length !== 1 || measure === undefined) return sentence;
  const known = readingsOf(chart, measure.id).flatMap(({ point, value, lower }) => [
    point.value,
    point.original.value,
    value,
    ...(lower === undefined ? [] : [lower.value]),
  ]);
  return sentence.replace(VALUE, (whole, number: string) => {
    const value = Number(number.replace(',', '.'));
    const holds =
      known.some((each) => Math.abs(each - value) <= Math.max(0.051, Math.abs(each) * 0.01)) ||
      message.includes(number);
    if (holds || isLimit(sentence, whole)) return whole;
    marked.push(`${measure.text} ${whole}`);
    return `${whole}${UNKNOWN}`;
  });
}

/** "… below 7 %" gives a limit, not a value. */
function isLimit(sentence: string, whole: string): boolean {
  return /(?:below|above|under|over|than|to|up to|goal of|target of|range|from|between|–|-|and)\s*$/i.test(
    sentence.slice(0, sentence.indexOf(whole)),
  );
}

function plain(text: string): string {
  return text.replace(/\[\^\w+\]/g, '').replaceAll('**', '');
}
