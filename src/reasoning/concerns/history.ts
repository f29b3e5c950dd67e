/** Values and events over time: the newest value, a change, when something was last done. */
import { sentencesOf } from '../../text/index.ts';
import { daysBetween, type PatientView, type Point } from '../patient.ts';
import type { Test } from './grammar.ts';
import { type Item, isOf, pointItem, type Situation } from './situation.ts';
import { noteThresholds } from './thresholds.ts';

/** How old a value may be to count as now, where a rule does not say. */
const CURRENT_DAYS = 365;

/** The newest value of each observation of the set: told now, else of the record. */
export function measured(test: Test, s: Situation): Item[] {
  return test.concepts.flatMap((concept) => {
    const told = s.told.find(
      ({ act, concepts, value }) => act === 'measured' && value !== undefined && concepts[0] === concept,
    );
    if (told) return [told];
    const point = newest(s.view, concept);
    if (!point || daysBetween(point.time, s.view.now) > (test.days ?? CURRENT_DAYS)) return [];
    return [pointItem(concept, point, s)];
  });
}

function newest({ series, now }: PatientView, concept: string): Point | undefined {
  return series.get(concept)?.findLast(({ time }) => time <= now);
}

/** A change told now, or between the newest value and the best of the days before it. */
export function changeOf(test: Test, s: Situation, direction: 'up' | 'down'): Item[] {
  return test.concepts.flatMap((concept) => {
    const limit = limitOf(test, s, concept, direction);
    return toldChange(concept, limit, s, direction) ?? seriesChange(concept, limit, s, direction) ?? [];
  });
}

interface Limit {
  amount: number;
  percent: boolean;
  days: number;
  note?: { sentence: string; uuid: string };
}

function limitOf(test: Test, s: Situation, concept: string, direction: 'up' | 'down'): Limit {
  const own: Limit = { amount: test.number!, percent: test.unit === '%', days: test.days ?? 90 };
  if (!test.notable) return own;
  const noted = noteThresholds(s.view, concept).find(
    (threshold) => threshold.of === 'change' && threshold.direction === direction && threshold.days <= own.days * 2,
  );
  return noted ? { amount: noted.amount, percent: false, days: noted.days, note: noted } : own;
}

/** What the scales round off must not hide a threshold: "three pounds" may be 1.36 or 1.4 kg. */
const SLACK = 0.98;

function toldChange(concept: string, limit: Limit, s: Situation, direction: 'up' | 'down'): Item[] | undefined {
  const told = s.told.find(({ act, concepts }) => act === 'changed' && concepts[0] === concept);
  if (!told?.words?.change) return undefined;
  const base = newest(s.view, concept)?.value;
  const change = Number(told.words.change) * (direction === 'up' ? 1 : -1);
  const amount = limit.percent ? (base === undefined ? Number.NaN : (change / base) * 100) : change;
  const holds = amount >= limit.amount * SLACK && Number(told.words.days) <= limit.days;
  return holds ? [withNote({ ...told, words: { ...told.words, by: format(Math.abs(change)) } }, limit)] : [];
}

function seriesChange(concept: string, limit: Limit, s: Situation, direction: 'up' | 'down'): Item[] | undefined {
  const points = s.view.series.get(concept) ?? [];
  const toldNow = s.told.find(({ act, concepts }) => act === 'measured' && concepts[0] === concept);
  const recorded = newest(s.view, concept);
  const last = toldNow?.value === undefined ? recorded : { value: toldNow.value, time: s.view.now, uuid: '' };
  if (!last || daysBetween(last.time, s.view.now) > Math.max(limit.days, limit.days > 14 ? 120 : 14)) return undefined;
  const before = points.filter(
    ({ time, uuid }) => time < last.time && uuid !== last.uuid && daysBetween(time, last.time) <= limit.days + 0.5,
  );
  const base = before.reduce<Point | undefined>(
    (held, point) =>
      held && (direction === 'up' ? held.value <= point.value : held.value >= point.value) ? held : point,
    undefined,
  );
  if (!base) return undefined;
  const change = (last.value - base.value) * (direction === 'up' ? 1 : -1);
  const amount = limit.percent ? (change / base.value) * 100 : change;
  if (!(amount >= limit.amount * SLACK)) return undefined;
  const item = toldNow ?? pointItem(concept, recorded!, s);
  return [
    withNote(
      { ...item, words: { by: format(change), was: format(base.value), before: base.time.slice(0, 10) } },
      limit,
    ),
  ];
}

function withNote(item: Item, { note }: Limit): Item {
  return note ? { ...item, note: note.sentence, words: { ...item.words, note: note.sentence } } : item;
}

function format(value: number): string {
  return String(Number(value.toPrecision(3)));
}

const NOT_DONE =
  /\b(?:due|overdue|needs?|refer|referred|declin\w*|refus\w*|not (?:had|done|yet)|never|recommend\w*|plan\w*|schedul\w*|book\w*|remind\w*|should|arrange\w*|awaiting|pending|missed|did not attend)\b/i;

/** When something of the set was last measured, done or given; a note that tells of it says that it was, not when. */
export function lastDone(test: Test, s: Situation, noted = true): Item | undefined {
  const { view } = s;
  const told = s.told.find((item) => item.act === 'has' && isOf(item, test, s));
  if (told) return told;
  const events = [...view.procedures, ...view.immunisations, ...view.encounters]
    .filter(({ status, time }) => status !== 'not-done' && status !== 'cancelled' && (time ?? '') <= view.now)
    .filter((event) => isOf(event, test, s))
    .map(({ uuid, label, name, concepts, time }) => ({ uuid, label, name, concepts, time, fresh: false }));
  const points = test.concepts.flatMap((concept) =>
    [concept, ...s.catalogue.descendants(concept)].flatMap((id) => {
      const point = newest(view, id);
      return point ? [pointItem(id, point, s)] : [];
    }),
  );
  return [...events, ...points, ...(noted ? inNotes(test, s) : [])].reduce<Item | undefined>(
    (held, item) => (held && (held.time ?? '') >= (item.time ?? '') ? held : item),
    undefined,
  );
}

function inNotes(test: Test, s: Situation): Item[] {
  if (test.concepts.every((id) => id.startsWith('observation:'))) return [];
  return doneInNotes(s).flatMap((sentence) => sentence.filter((item) => isOf(item, test, s)).slice(0, 1));
}

/** Notes are read once for a view, not once for each rule that asks for them. */
const NOTED = new WeakMap<PatientView, Item[][]>();

/** What each sentence of the notes tells as done. */
function doneInNotes({ view, catalogue }: Situation): Item[][] {
  const known = NOTED.get(view);
  if (known !== undefined) return known;
  const read = view.documents.flatMap(({ uuid, label, text, time }) =>
    sentencesOf(text)
      .filter((sentence) => !NOT_DONE.test(sentence))
      .map((sentence) =>
        catalogue
          .find(sentence, { kinds: ['procedure', 'vaccine'] })
          .map(({ concept: { id, name } }) => ({ uuid, label, name, concepts: [id], time, fresh: false })),
      ),
  );
  NOTED.set(view, read);
  return read;
}
