/** Tests over a medicine's own level in the blood and over the day until which it may be used, by result and by paper. */
import { referenceRange } from '../../clinical/index.ts';
import { sentencesOf } from '../../text/index.ts';
import { daysBetween, latest, type PatientView } from '../patient.ts';
import type { Test } from './grammar.ts';
import { dateOf } from './saying.ts';
import { type Item, isOf, pointItem, type Situation } from './situation.ts';

const LEVEL = /level|trough/;
const RECENT_DAYS = 120;

/** Medicines of the set whose level was last above the goal that a paper sets, or else above the usual range. */
export function overLevel(test: Test, s: Situation): Item[] {
  return s.taken
    .filter((item) => item.uuid !== undefined && isOf(item, test, s))
    .flatMap((item) => {
      const observation = levelOf(item, s);
      const point = observation === undefined ? undefined : measuredNow(observation, s);
      if (observation === undefined || point?.value === undefined) return [];
      if (!point.fresh && daysBetween(point.time ?? s.view.now, s.view.now) > RECENT_DAYS) return [];
      const goal = goalIn(s.view, item, observation, s, point.value);
      const high = goal?.high ?? referenceRange(loincOf(observation, s), {})?.high;
      if (high === undefined || point.value <= high) return [];
      const words = { level: String(point.value), limit: String(high), unit: point.unit ?? '', on: dayOf(point) };
      return [
        {
          ...item,
          fresh: item.fresh || point.fresh,
          words: { ...item.words, ...words },
          also: [point],
          ...(goal !== undefined && { note: goal.sentence }),
        },
      ];
    });
}

function levelOf({ concepts }: Item, { catalogue }: Situation): string | undefined {
  const names = concepts.flatMap((id) => catalogue.get(id)?.names ?? []).map((name) => name.toLowerCase());
  const all = [...catalogue.descendants('observation:drug_levels')];
  return all.find((id) => {
    const said = (catalogue.get(id)?.names ?? []).map((name) => name.toLowerCase().replace(/ (?:level|trough)$/, ''));
    return LEVEL.test(id) && said.some((name) => names.includes(name));
  });
}

function measuredNow(observation: string, s: Situation): Item | undefined {
  const told = s.told.find(({ act, concepts }) => act === 'measured' && concepts[0] === observation);
  if (told) return told;
  const point = latest(s.view, observation);
  return point && pointItem(observation, point, s);
}

function dayOf({ fresh, time }: Item): string {
  return fresh || !time ? 'now' : `on ${dateOf(time)}`;
}

function loincOf(observation: string, { catalogue }: Situation): string {
  return catalogue.get(observation)?.observation?.loinc[0] ?? '';
}

const AIMS = /\b(?:target|goal|aim\w*|range|keep|between)\b/i;
const SPAN = /(\d+(?:\.\d+)?)\s*(?:-|–|to)\s*(\d+(?:\.\d+)?)/g;
const FAR = 25;

/** "Trough target 8-12 in the first year, 5-8 after that": of one sentence the last span holds, of papers the newest. */
function goalIn(
  { documents }: PatientView,
  item: Item,
  observation: string,
  { catalogue }: Situation,
  value: number,
): { high: number; sentence: string } | undefined {
  const isIt = (id: string) => id === observation || item.concepts.includes(id);
  for (const { text } of documents.toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''))) {
    let spoken = false;
    for (const sentence of sentencesOf(text)) {
      const named = catalogue.find(sentence, { kinds: ['drug', 'observation'] });
      if (named.length > 0) spoken = named.some(({ concept }) => isIt(concept.id));
      if (!spoken || !AIMS.test(sentence)) continue;
      const spans = [...sentence.matchAll(SPAN)].map(([, , high]) => Number(high));
      const high = spans.findLast((each) => each > 0 && value / each < FAR && each / value < FAR);
      if (high !== undefined) return { high, sentence };
    }
  }
  return undefined;
}

const EXPIRES = /\b(?:expir\w+|use[- ]by|in date until|good until|out of date)\b/i;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DATES =
  /\b(?:(?<word>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*\.?\s+(?<year>20\d\d)|(?<month>0?[1-9]|1[0-2])\/(?<short>(?:20)?\d\d)|(?<iso>20\d\d-\d\d))\b/iu;

/** Medicines of the set, taken or spoken of, for which a paper names a month of expiry that is over. */
export function expired(test: Test, s: Situation): Item[] {
  const held = [...s.taken, ...s.told, ...s.asked].filter((item) => item.isMedicine && isOf(item, test, s));
  const [item] = held.toSorted((a, b) => Number(b.uuid !== undefined) - Number(a.uuid !== undefined));
  if (item === undefined) return [];
  const found = s.view.documents.flatMap(({ uuid, label, name, time, text }) =>
    sentencesOf(text)
      .filter((sentence) => EXPIRES.test(sentence))
      .flatMap((sentence) => {
        const month = monthIn(sentence);
        return month === undefined ? [] : [{ month, paper: { uuid, label, name, time, concepts: [], fresh: false } }];
      }),
  );
  /** The newest paper that names one speaks of all that there are: one of two pens may be good still. */
  const newest = found
    .map(({ paper: { time } }) => time ?? '')
    .toSorted()
    .at(-1);
  const named = found.filter(({ paper: { time } }) => (time ?? '') === newest);
  const today = s.view.now.slice(0, 7);
  const last = named.filter(({ month }) => month < today).toSorted((a, b) => b.month.localeCompare(a.month))[0];
  if (last === undefined) return [];
  const good = named.find(({ month }) => month >= today);
  return [
    {
      ...item,
      fresh: held.some(({ fresh }) => fresh),
      words: {
        ...item.words,
        until: `${dateOf(last.month)}${good === undefined ? '' : ` (another is good until ${dateOf(good.month)})`}`,
      },
      also: [last.paper],
    },
  ];
}

/** The month that a sentence names, as "2026-08". */
function monthIn(sentence: string): string | undefined {
  const found = DATES.exec(sentence)?.groups;
  if (found === undefined) return undefined;
  const two = (number: number) => String(number).padStart(2, '0');
  if (found['iso']) return found['iso'];
  if (found['word']) return `${found['year']}-${two(MONTHS.indexOf(found['word'].toLowerCase()) + 1)}`;
  return `${found['short']!.length === 2 ? '20' : ''}${found['short']}-${two(Number(found['month']))}`;
}
