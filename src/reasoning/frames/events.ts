/** A time by what happened then: "when I had the chest syndrome", "on the day the relapse was found", "before the drops". */

import { wordsIn } from '../../text/index.ts';
import type { Chart } from '../chart.ts';
import { actsOn } from '../evidence/influences.ts';
import { medicinesFor } from '../evidence/items.ts';
import { measureWords } from '../evidence/measures.ts';
import { passagesOf, stemsOf, withSynonyms } from '../evidence/passages.ts';
import { contentWords } from '../evidence/words.ts';
import type { MedicineView } from '../patient.ts';
import type { Scope, Subject } from '../types.ts';
import { isCue } from './cues.ts';
import { isInForm, isPlainForm } from './forms.ts';

const MARKER =
  /\b(before|after|since|when|while|during|at the time of|at(?= (?:the|my))|on the day(?: of| that| when)?|around)\b(?!\s*(?:that|then)?\W*$)/i;
const HAPPENED = new Set(
  'found happened started began came got first diagnosed had done put last visit time day days bad daughter son baby child now'.split(
    ' ',
  ),
);

interface Happened {
  from: string;
  to: string;
  name: string;
}

export function eventByWords(text: string, chart: Chart, spoken: readonly Subject[]): Scope | undefined {
  const found = MARKER.exec(text);
  if (
    found === null ||
    /^\W*(?:and |so )?when\b(?!\s+(?:i|we|he|she|they|my|it)\b)/i.test(text.slice(0, found.index + 5))
  )
    return undefined;
  const rest = text.slice(found.index + found[0].length);
  const event = byStay(rest, chart) ?? byForm(rest, chart, spoken) ?? byName(rest, chart) ?? byPaper(rest, chart);
  if (event === undefined) return undefined;
  const say = text
    .slice(found.index)
    .replace(/[?.!\s]+$/, '')
    .replace(/\bi was\b/gi, 'you were')
    .replace(/\bi am\b/gi, 'you are')
    .replace(/\bi\b/gi, 'you')
    .replace(/\bmy\b/gi, 'your')
    .replace(/\bme\b/gi, 'you');
  const word = found[1]!.toLowerCase();
  if (word === 'before') return { to: dayBefore(event.from), nth: 0, say };
  if (word === 'after') return { from: event.to, say };
  if (word === 'since') return { from: event.from, say };
  return { near: event.from, say };
}

const STAYED =
  /\b(?:kept (?:me|us) in|in (?:the )?hospital|on the ward|admitted|went in|was in(?=\W*$)|came in by ambulance)\b/i;

/** "When they kept me in": the last stay. */
function byStay(rest: string, { view }: Chart): Happened | undefined {
  if (!STAYED.test(rest)) return undefined;
  const past = view.encounters
    .filter(({ scheduled, time }) => !scheduled && time !== null)
    .toSorted((a, b) => b.time!.localeCompare(a.time!));
  const stay = past.find(({ kind }) => kind === 'IMP') ?? past.find(({ kind }) => kind === 'EMER' || kind === 'ACUTE');
  return stay === undefined
    ? undefined
    : { from: stay.time!.slice(0, 10), to: (stay.end ?? stay.time)!.slice(0, 10), name: stay.name };
}

/** "Since booking": the day of the newest paper that speaks of it by all its words. */
function byPaper(rest: string, chart: Chart): Happened | undefined {
  const asked = [...contentWords(rest).keys()].filter((word) => !HAPPENED.has(word));
  if (asked.length === 0) return undefined;
  const paper = passagesOf(chart)
    .filter(({ stems, time, remark }) => !remark && time !== null && asked.every((word) => stems.has(word)))
    .toSorted((a, b) => a.time!.localeCompare(b.time!))[0];
  return paper === undefined
    ? undefined
    : { from: paper.time!.slice(0, 10), to: paper.time!.slice(0, 10), name: paper.title };
}

/** "The drops", "the tablets": the medicine in that form, or what is given for what was spoken of. */
function byForm(rest: string, chart: Chart, spoken: readonly Subject[]): Happened | undefined {
  const { view } = chart;
  const form = wordsIn(rest)
    .slice(0, 3)
    .find(({ lower }) => isCue('forms', lower))?.lower;
  if (form === undefined) return undefined;
  const inForm = view.medicines.filter((item) => item.start !== null && isInForm(item, form));
  const own = inForm.filter(({ concepts }) => spoken.some(({ id }) => concepts.includes(id)));
  const named = own.length > 0 ? own : inForm;
  const conditions = spoken.flatMap(({ id }) => measureWords.treated_as[id] ?? []);
  const acting = [
    ...conditions.flatMap((id) => medicinesFor({ id, text: '' }, chart)),
    ...view.medicines.filter(({ concepts }) => concepts.some((each) => spoken.some(({ id }) => isGivenFor(each, id)))),
  ];
  const both = acting.filter((item) => inForm.includes(item));
  const given = both.length > 0 ? both : isPlainForm(form) || inForm.length === 0 ? acting : [];
  const [first] = [...given, ...(named.length === 1 ? named : [])].toSorted((a, b) =>
    (b.start ?? '').localeCompare(a.start ?? ''),
  );
  return first?.start == null
    ? undefined
    : { from: firstStart(first, view.medicines), to: (first.end ?? first.start).slice(0, 10), name: first.name };
}

/** A medicine that went on in several entries began with the first. */
function firstStart(item: MedicineView, all: readonly MedicineView[]): string {
  const same = all.filter(({ concepts, start }) => start !== null && concepts.some((id) => item.concepts.includes(id)));
  return [item, ...same].map(({ start }) => start!.slice(0, 10)).toSorted()[0]!;
}

/** It moves the value to its better side. */
function isGivenFor(concept: string, observation: string): boolean {
  return (
    actsOn(concept, observation, measureWords.better.higher.includes(observation) ? 'up' : 'down') ||
    actsOn(concept, observation, 'up')
  );
}

/** What the record holds that has all its words: a condition, an operation, a stay; the newest. */
function byName(rest: string, { view }: Chart): Happened | undefined {
  const asked = [...contentWords(rest).keys()].filter((word) => !HAPPENED.has(word));
  if (asked.length === 0) return undefined;
  const all: Happened[] = [
    ...view.conditions.map(({ name, onset, end }) => ({ from: onset ?? '', to: end ?? onset ?? '', name })),
    ...view.procedures.map(({ name, time }) => ({ from: time ?? '', to: time ?? '', name })),
    ...view.encounters
      .filter(({ scheduled }) => !scheduled)
      .map(({ name, reason, time, end }) => ({
        from: time ?? '',
        to: end ?? time ?? '',
        name: `${reason ?? ''} ${name}`,
      })),
  ];
  const [newest] = all
    .filter(({ name, from }) => {
      const stems = stemsOf(name);
      return (
        from !== '' &&
        asked.every((word) => [...withSynonyms(new Map([[word, 1]])).keys()].some((each) => stems.has(each)))
      );
    })
    .toSorted((a, b) => b.from.localeCompare(a.from));
  return newest === undefined ? undefined : { ...newest, from: newest.from.slice(0, 10), to: newest.to.slice(0, 10) };
}

function dayBefore(day: string): string {
  const at = new Date(`${day}T12:00:00Z`);
  at.setUTCDate(at.getUTCDate() - 1);
  return at.toISOString().slice(0, 10);
}
