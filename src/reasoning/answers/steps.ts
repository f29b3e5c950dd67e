/** The next step about a value: whom to turn to, and by when. */
import { rangeOf } from '../chart.ts';
import type { Desk } from '../desk.ts';
import { doctorFor, nextVisit, numberFor } from '../evidence/contact.ts';
import { influencesOn } from '../evidence/influences.ts';
import type { Reading } from '../evidence/series.ts';
import { daysBetween } from '../patient.ts';
import { sayDate } from '../wording.ts';
import { asksToCall, isAsWanted } from './limits.ts';

/** Values that harm soon when they lie well outside: a tenth above is a matter of today. */
const SHARP = new Set([
  'observation:potassium',
  'observation:lithium_level',
  'observation:inr',
  'observation:digoxin_level',
  'observation:glucose',
]);
const FAR = 1.1;

/** Whom to turn to about a value, and by when. */
export function stepFor(desk: Desk, id: string, reading: Reading): string {
  const { flag, time, uuid, point } = reading;
  const range = rangeOf(desk.chart.view, id);
  const far = range?.high !== undefined && point.value > range.high * FAR && flag?.endsWith('high') && SHARP.has(id);
  const urgent = flag?.startsWith('critical') || far || asksToCall(desk, id, reading);
  const about = [
    id,
    ...[
      ...influencesOn(desk.chart, id, flag?.endsWith('low') ? 'down' : 'up').medicines.flatMap(
        ({ concepts }) => concepts,
      ),
    ],
  ];
  const number = numberFor(desk, about);
  const doctor = desk.chart.seenBy(uuid)[0] ?? doctorFor(desk, about) ?? 'your doctor';
  const recent = daysBetween(time, desk.now) < 90;
  const who = number === '' ? doctor : `${doctor} or ${number}`;
  if (isAsWanted(desk, id, reading)) return 'That is where your papers want it.';
  if (urgent && recent) return `Call ${who} today.`;
  const visit = nextVisit(desk, doctor);
  if (recent)
    return `Contact ${who} this week${visit === '' ? '' : `, and do not wait for ${visit} if you feel unwell`}.`;
  return `Ask ${doctor}${visit === '' ? '' : ` at ${visit}`} whether it should be measured again: the value is from ${sayDate(time)}.`;
}
