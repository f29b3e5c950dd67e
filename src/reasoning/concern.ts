/** Concerns of a turn, told in sentences with what they rest on and whom to turn to by when. */
import { openCatalogue } from '../clinical/catalogue/index.ts';
import { adviceLine } from '../clinical/index.ts';
import { type Concern, concerns } from './concerns/index.ts';
import { dateOf } from './concerns/saying.ts';
import type { Told } from './concerns/types.ts';
import type { Desk } from './desk.ts';
import { ambulanceFor } from './evidence/ambulance.ts';
import { doctorFor, numberFor } from './evidence/contact.ts';
import { daysBetween, type PatientView } from './patient.ts';
import { lower, sayDate, sayValue } from './wording.ts';

export type { Concern, Told };

export function concernsOf(
  view: PatientView,
  told: readonly Told[],
  asked: readonly string[],
  already: readonly string[],
): Concern[] {
  return concerns({ record: view, told, asked, alreadyTold: already });
}

/** What of a complaint calls for somebody now, or today, with this record: whatever else may explain it comes after that. */
export function isPressing(view: PatientView, told: readonly Told[], complaint: string): boolean {
  const has: Told = { concept: complaint, name: '', act: 'has' };
  return concernsOf(view, [...told, has], [], []).some(
    ({ fresh, severity, concepts, do: { by } }) =>
      fresh && severity === 'critical' && by === 'now' && concepts.includes(complaint),
  );
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
  const dated = datesOf(concern, desk.now);
  const { what, whom } = callOf(desk, concern);
  const aid = concern.firstAid === undefined ? '' : ` ${ended(concern.firstAid)}`;
  return `${bold ? `**${say}**` : say}${[...new Set(cited)].join('')}${source}${dated} ${what}${whom === '' ? '' : ` ${whom}`}${aid}`;
}

/** A medicine that is new may be the reason: only then does it count since when it is taken. */
const NEW_FOR = 120;

/** The dates of what it rests on, where the sentence itself gives none. */
function datesOf({ evidence, say }: Concern, now: string): string {
  const dated = evidence.filter(
    ({ uuid, time, name, label }) =>
      uuid !== undefined &&
      time &&
      name !== '' &&
      !say.includes(sayDate(time)) &&
      !say.includes(dateOf(time)) &&
      (label !== 'IntakeRegimen' || daysBetween(time, now) <= NEW_FOR),
  );
  const shown = dated.map(({ name, value, unit, time }) => {
    const said = value === undefined || unit === undefined ? '' : ` ${sayValue(Math.round(value * 100) / 100, unit)}`;
    return `${lower(name)}${said}, ${sayDate(time)}`;
  });
  const unlike = [...new Set(shown)].slice(0, 3);
  return unlike.length === 0 ? '' : ` (${unlike.join('; ')})`;
}

/** "Call today for a new level": whom and by when, said in front of what for. */
const CALLS = /^(?:Call|Contact|Ring)(?: (?:the |a |an |your )?[\p{L} ,'’-]{3,60}?)? (?<by>today|now)\b(?! or\b)/u;
/** Asked of somebody, by when: it needs no second sentence. */
const ASKS_BY =
  /^(?:Call|Ask|Contact|Ring|See|Speak to|Speak with|Tell)\b[^.;:]*\b(?:today|now|this week|within (?:days|a week|one)|at once|tomorrow)\b/;

/** "Call maternity triage, 0161 555 0303, now." Where only an ambulance helps, its number. One call, not two. */
function callOf(desk: Desk, { do: act, concepts, severity }: Concern): { what: string; whom: string } {
  const { whom, by } = act;
  const what = ended(act.what);
  if (EMERGENCY.test(whom) && !/\bor\b/.test(whom))
    return { what, whom: by === 'now' ? callEmergency(desk, what) : '' };
  const about = concepts.filter((id) => openCatalogue().get(id) !== undefined);
  const number = numberFor(desk, about, whom);
  const known = doctorFor(desk, about);
  const doctor = known ?? whom;
  const soon = by === 'now' || by === 'today';
  const names = (soon ? [number, doctor] : [doctor, number]).filter((each) => each !== undefined && each !== '');
  const verb = soon || severity === 'critical' ? 'Call' : 'Ask';
  const after = [by === 'now' ? callEmergency(desk, what) : '', by === 'today' ? whileClosed(desk) : ''];
  const line = (call: string) => [call, ...after].filter((each) => each !== '').join(' ');
  const isNamed = known !== undefined || (number !== undefined && number !== '');
  const called = CALLS.exec(what);
  if (called !== null && called.groups?.['by'] === by)
    return {
      what: isNamed ? `Call ${names.join(' or ')} ${by}${what.slice(called[0].length)}` : what,
      whom: line(''),
    };
  if (!isNamed && ASKS_BY.test(what)) return { what, whom: line('') };
  return { what, whom: line(`${verb} ${names.join(' or ')} ${BY[by]}.`) };
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
  const number = ambulanceFor(chart);
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
