/** Concerns of a turn, told in sentences with what they rest on and whom to turn to by when. */
import { openCatalogue } from '../clinical/catalogue/index.ts';
import { adviceLine, emergencyNumber } from '../clinical/index.ts';
import { type Concern, concerns } from './concerns/index.ts';
import type { Told } from './concerns/types.ts';
import type { Desk } from './desk.ts';
import { doctorFor, numberFor } from './evidence/contact.ts';
import type { PatientView } from './patient.ts';
import { lower, sayDate } from './wording.ts';

export type { Concern, Told };

export function concernsOf(
  view: PatientView,
  told: readonly Told[],
  asked: readonly string[],
  already: readonly string[],
): Concern[] {
  return concerns({ record: view, told, asked, alreadyTold: already });
}

const BY: Record<Concern['do']['by'], string> = {
  now: 'now',
  today: 'today',
  days: 'in the next days',
  weeks: 'in the next weeks',
  next_visit: 'at your next visit',
};

/** What it is, why here, what to do, whom to ask, by when. */
export function sayConcern(desk: Desk, concern: Concern, bold = false): string {
  const cited = concern.evidence.flatMap(({ uuid, label, name, time }) =>
    uuid === undefined || label === undefined ? [] : [desk.notes.entry({ uuid, label, name, date: time })],
  );
  const source = desk.notes.source(concern.source);
  const say = ended(concern.say);
  const dated = datesOf(concern);
  const what = ended(concern.do.what);
  const whom = contactOf(desk, concern);
  const aid = concern.firstAid === undefined ? '' : ` ${ended(concern.firstAid)}`;
  return `${bold ? `**${say}**` : say}${[...new Set(cited)].join('')}${source}${dated} ${what}${whom === '' ? '' : ` ${whom}`}${aid}`;
}

/** The dates of what it rests on, where the sentence itself gives none. */
function datesOf({ evidence, say }: Concern): string {
  const dated = evidence.filter(
    ({ uuid, time, name }) => uuid !== undefined && time && !say.includes(sayDate(time)) && name !== '',
  );
  if (dated.length === 0) return '';
  const shown = dated
    .slice(0, 3)
    .map(
      ({ name, value, unit, time }) =>
        `${lower(name)}${value === undefined || unit === undefined ? '' : ` ${Math.round(value * 100) / 100} ${unit.replace(/[{}[\]]/g, '')}`}, ${sayDate(time)}`,
    );
  return ` (${shown.join('; ')})`;
}

/** "Call maternity triage, 0161 555 0303, now." Where only an ambulance helps, its number. */
function contactOf(desk: Desk, { do: { whom, by, what }, concepts, severity }: Concern): string {
  if (EMERGENCY.test(whom) && !/\bor\b/.test(whom)) return by === 'now' ? callEmergency(desk, what) : '';
  const about = concepts.filter((id) => openCatalogue().get(id) !== undefined);
  const number = numberFor(desk, about, whom);
  const doctor = doctorFor(desk, about) ?? whom;
  const soon = by === 'now' || by === 'today';
  const names = (soon ? [number, doctor] : [doctor, number]).filter((each) => each !== '');
  const verb = soon || severity === 'critical' ? 'Call' : 'Ask';
  const ambulance = by === 'now' ? ` ${callEmergency(desk, what)}` : '';
  const closed = by === 'today' ? ` ${whileClosed(desk)}` : '';
  return `${verb} ${names.join(' or ')} ${BY[by]}.${ambulance}${closed}`.trim();
}

const [SUNDAY, SATURDAY] = [0, 6];

/** "Today" on a weekend: whom to call where nobody answers. */
function whileClosed({ chart, now }: Desk): string {
  const day = new Date(now).getUTCDay();
  const line = day === SUNDAY || day === SATURDAY ? adviceLine(chart.here()) : undefined;
  return line === undefined ? '' : `If nobody answers at the weekend: ${line}.`;
}

const EMERGENCY = /emergency|ambulance|112|911|999/i;

/** What to do may speak of an ambulance: this is its number. */
function callEmergency({ chart }: Desk, what: string): string {
  const number = emergencyNumber(chart.here());
  return EMERGENCY.test(what) ? `The emergency number is ${number}.` : '';
}

/** Whom to turn to besides the emergency number, without a footnote. */
export function whomFor(desk: Desk, { concepts, do: { whom } }: Concern): string {
  const about = concepts.filter((id) => openCatalogue().get(id) !== undefined);
  const names = [numberFor(desk, about, whom), doctorFor(desk, about)].filter(
    (each) => each !== undefined && each !== '',
  );
  return names.length === 0 ? '' : `Let ${names.join(' or ')} know too.`.replace(/\[\^\w+\]/g, '');
}

export function ended(text: string): string {
  const said = text.trim();
  const capital = said.charAt(0).toUpperCase() + said.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
