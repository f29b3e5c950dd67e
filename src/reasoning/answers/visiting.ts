/** A visit in words: when, what for, with whom, where. */
import type { Desk } from '../desk.ts';
import type { EncounterView } from '../patient.ts';
import { lower, sayDate, sayVisitTime } from '../wording.ts';

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
