/** A visit in words: when, what for, with whom, where. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import type { Desk } from '../desk.ts';
import { stemsOf, withSynonyms } from '../evidence/passages.ts';
import { contentWords } from '../evidence/words.ts';
import type { EncounterView } from '../patient.ts';
import type { Frame } from '../types.ts';
import { lower, sayDate, sayVisitTime } from '../wording.ts';
import { roleWords } from './roles.ts';

/** Codes for the kind of a meeting ("Follow-up encounter"), beside which only the reason says something. */
const NO_MORE_THAN_A_VISIT =
  /\bencounter\b|^(?:follow-?up|outpatient|office|general|routine|initial)?\s*(?:visit|appointment|consultation)$/i;

export function describe(desk: Desk, visit: EncounterView): string {
  const [name] = desk.chart.people(visit.uuid);
  const place = desk.chart.place(visit.uuid);
  const marker = desk.notes.entry({
    uuid: visit.uuid,
    label: visit.label,
    name: visit.reason ?? visit.name,
    date: visit.time,
  });
  const kind = visit.reason !== null && NO_MORE_THAN_A_VISIT.test(visit.name ?? '') ? null : visit.name;
  const what = [kind, visit.reason].filter((each) => each !== null && each !== '').map((each) => lower(each!));
  const said = [...new Set(what)].join(', ');
  return `on ${visit.scheduled ? sayVisitTime(visit) : sayDate(visit.clock ?? visit.time)}${said === '' ? '' : `: ${said}`}${name === undefined ? '' : ` with ${name}`}${place === null ? '' : `, ${place}`}${marker}`;
}

/** On the calendar of the place: in Auckland a morning is still yesterday in UTC. */
export function dayOf({ clock, time }: EncounterView): string {
  return (clock ?? time ?? '').slice(0, 10);
}

/** Whether a visit is the one that a question names: by what it is for, with whom, where. */
export function fits(desk: Desk, visit: EncounterView, frame: Frame): boolean {
  const said =
    `${visit.reason ?? ''} ${visit.name} ${desk.chart.people(visit.uuid).join(' ')} ${desk.chart.place(visit.uuid) ?? ''} ${roleWords(visit, desk)}`.toLowerCase();
  const words = wordsOf(frame);
  const concepts = openCatalogue()
    .find(visit.reason ?? '')
    .map(({ concept }) => concept.id);
  const named = frame.subjects.some(
    ({ id, kind }) =>
      kind !== 'thing' && kind !== 'system' && concepts.some((concept) => openCatalogue().isA(concept, id)),
  );
  const alike = words
    .filter((word) => word.length > 3)
    .flatMap((word) => [...withSynonyms(new Map([[word, 1]])).keys()]);
  const stems = stemsOf(said);
  return (
    named ||
    alike.some((word) => word.length > 3 && (said.includes(word) || stems.has(word))) ||
    words.some((word) => word.length <= 3 && said.split(/[^\p{L}]+/u).includes(word))
  );
}

export function wordsOf({ text }: Frame): string[] {
  const generic =
    /^(?:visit|appointment|check|checkup|see|seen|next|last|doctor|clinic|hospital|emergency|department|room|stay|time|again|review|upcoming|when|what)/;
  const titled = /\b(?:dr|doctor|nurse|prof|mr|mrs|ms)\.?\s+(\p{L}+)/iu.exec(text)?.[1]?.toLowerCase();
  const words = [...contentWords(text).keys()].filter((word) => word.length > 2 && !generic.test(word));
  return titled === undefined ? words : [titled, ...words];
}
