/** A visit in words: when, what for, with whom, where. */
import type { Desk } from '../desk.ts';
import type { EncounterView } from '../patient.ts';
import { lower, sayDate } from '../wording.ts';

export function describe(desk: Desk, visit: EncounterView): string {
  const [name] = desk.chart.people(visit.uuid);
  const place = desk.chart.place(visit.uuid);
  const marker = desk.notes.entry({
    uuid: visit.uuid,
    label: visit.label,
    name: visit.reason ?? visit.name,
    date: visit.time,
  });
  const what = [visit.name, visit.reason].filter((each) => each !== null && each !== '').map((each) => lower(each!));
  const said = [...new Set(what)].join(', ');
  return `on ${sayDate(visit.time)}${said === '' ? '' : `: ${said}`}${name === undefined ? '' : ` with ${name}`}${place === null ? '' : `, ${place}`}${marker}`;
}
