/** The next step about a value: whom to turn to, and by when. */
import { rangeOf } from '../chart.ts';
import type { Desk } from '../desk.ts';
import { doctorFor, nextVisit, numberFor } from '../evidence/contact.ts';
import { influencesOn } from '../evidence/influences.ts';
import { drugOfLevel } from '../evidence/levels.ts';
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
/** Too little of these is a matter of today as well. */
const SHARP_LOW = new Set([
  'observation:potassium',
  'observation:glucose',
  'observation:calcium',
  'observation:sodium',
]);
const FAR = 1.1;

/** Well outside on a side that harms soon; a medicine's level well above is one. */
function isFar({ chart }: Desk, id: string, { flag, point }: Reading): boolean {
  const range = rangeOf(chart.view, id);
  const stated = (name: string) => chart.property(point.uuid, name);
  const [low, high] = [stated('ref_low') ?? range?.low, stated('ref_high') ?? range?.high];
  if (flag?.endsWith('high') && typeof high === 'number')
    return point.original.value > high * FAR && (SHARP.has(id) || drugOfLevel(id) !== undefined);
  return (
    flag?.endsWith('low') === true && typeof low === 'number' && point.original.value * FAR < low && SHARP_LOW.has(id)
  );
}

/** Whom to turn to about a value, and by when. */
export function stepFor(desk: Desk, id: string, reading: Reading): string {
  const { flag, time, uuid } = reading;
  const urgent = flag?.startsWith('critical') || isFar(desk, id, reading) || asksToCall(desk, id, reading);
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
  const bare = (name: string) => name.replace(/^(\p{L}+)\.\s/u, '$1 ');
  const isSame = number !== '' && bare(number).startsWith(bare(doctor));
  const who = number === '' ? doctor : isSame ? number : `${doctor} or ${number}`;
  if (isAsWanted(desk, id, reading)) return 'That is where your papers want it.';
  if (urgent && recent) return `Call ${who} today.`;
  const visit = nextVisit(desk, doctor);
  if (recent)
    return `Contact ${who} this week${visit === '' ? '' : `, and do not wait for ${visit} if you feel unwell`}.`;
  return `Ask ${doctor}${visit === '' ? '' : ` at ${visit}`} whether it should be measured again: the value is from ${sayDate(time)}.`;
}
