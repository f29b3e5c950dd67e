/** Where a due thing stands: booked for a day, missed or called off, put off or declined; by an entry or by a paper's own words. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import type { Chart } from '../chart.ts';
import { comingVisits } from '../evidence/contact.ts';
import { type Passage, passagesOf } from '../evidence/passages.ts';
import type { EncounterView } from '../patient.ts';
import { pattern } from '../patterns.ts';
import type { DoneItem } from './index.ts';

export interface Status {
  /** A visit to come that is for it: nothing is to be asked for any more. */
  booked?: EncounterView;
  /** One that was cancelled, missed or refused after the last, with none made since. */
  off?: DoneItem;
  /** A paper that says that it was missed, never done or not yet had. */
  lacking?: Passage;
}

const OFF = new Set(['not-done', 'cancelled', 'noshow', 'stopped', 'aborted', 'refused']);
const NOT_HAD = pattern('not_had_yet');
const KINDS = ['procedure', 'vaccine', 'observation'] as const;

export function statusOf(chart: Chart, ids: readonly string[], last?: DoneItem): Status {
  const booked = bookedFor(chart, ids);
  const off = calledOff(chart, ids, last);
  const lacking = lackingOf(chart, ids, last);
  return { ...(booked && { booked }), ...(off && { off }), ...(lacking && { lacking }) };
}

function fitsAny(ids: readonly string[]): (id: string) => boolean {
  const catalogue = openCatalogue();
  return (id) => ids.some((each) => catalogue.isA(id, each) || catalogue.isA(each, id));
}

function bookedFor(chart: Chart, ids: readonly string[]): EncounterView | undefined {
  const fits = fitsAny(ids.filter((id) => /^(?:procedure|vaccine):/.test(id)));
  const isNamed = (text: string | null) =>
    text !== null &&
    openCatalogue()
      .find(text, { kinds: ['procedure', 'vaccine'] })
      .some(({ concept }) => fits(concept.id));
  return comingVisits(chart).find(({ name, reason }) => isNamed(reason) || isNamed(name));
}

function calledOff({ view }: Chart, ids: readonly string[], last: DoneItem | undefined): DoneItem | undefined {
  const catalogue = openCatalogue();
  const fits = fitsAny(ids);
  const named = (text: string | null) =>
    text !== null && catalogue.find(text, { kinds: ['procedure', 'vaccine'] }).some(({ concept }) => fits(concept.id));
  const events = [
    ...[...view.procedures, ...view.immunisations].filter(({ concepts }) => concepts.some(fits)),
    ...view.encounters.filter(({ name, reason }) => named(name) || named(reason)),
  ];
  const ahead = events.some(({ time, status }) => time !== null && time > view.now && !OFF.has(status ?? ''));
  const [off] = events
    .filter(({ time, status }) => time !== null && time <= view.now && OFF.has(status ?? ''))
    .toSorted((a, b) => b.time!.localeCompare(a.time!));
  if (ahead || off === undefined || off.time! <= (last?.time ?? '')) return undefined;
  return { uuid: off.uuid, label: off.label, name: off.name, time: off.time! };
}

/** The newest paper after the last time that says in one clause that it was missed, or not had. */
function lackingOf(chart: Chart, ids: readonly string[], last: DoneItem | undefined): Passage | undefined {
  const fits = fitsAny(ids);
  return passagesOf(chart)
    .filter(
      ({ remark, printed, time, text }) =>
        !remark && !printed && time !== null && time > (last?.time ?? '') && NOT_HAD.test(text),
    )
    .toSorted((a, b) => b.time!.localeCompare(a.time!))
    .find(({ text }) => clausesWith(text).some((clause) => namesIn(clause).some(fits)));
}

/** From the words that deny it to the end of that sentence: "missed the flu spray on 8 Oct", not what stands before. */
function clausesWith(text: string): string[] {
  return text.split(/(?<=[.;!?])\s+/).filter((sentence) => NOT_HAD.test(sentence));
}

function namesIn(text: string): string[] {
  return openCatalogue()
    .find(text, { kinds: [...KINDS] })
    .map(({ concept }) => concept.id);
}
