/** Visits: what was, what comes, with whom; "recent" is the last three months and nothing else. */
import { daysBetween, monthsBefore } from '../../_shared/clock.ts';
import { citeEncounter, type Encounter, isScheduled } from '../../_shared/graph.ts';
import { capital, count, list, lower, sayDate } from '../../_shared/wording.ts';
import { excerpt } from './dated.ts';
import type { Desk } from './desk.ts';

const AHEAD = /\b(next|upcoming|coming|scheduled|future|planned|ahead|booked|when (?:do|will|should) i)\b/i;
const RECENT = /\b(recent(?:ly)?|lately|past (?:few )?(?:weeks|months)|last (?:few|three|3) months)\b/i;

export function answerEncounters(desk: Desk): string {
  const { rows, now, question } = desk;
  const ahead = rows.encounters
    .filter((visit) => isScheduled(visit, now))
    .toSorted((a, b) => (a.start! < b.start! ? -1 : 1));
  const past = rows.encounters.filter(
    (visit) => visit.status !== 'cancelled' && !isScheduled(visit, now) && (visit.start ?? '') <= now,
  );
  const when = monthIn(question.toLowerCase());
  const meant = when === undefined ? [] : ahead.filter(({ start }) => start?.startsWith(when));
  if (meant.length > 0) return `**That visit is ${tell(desk, meant[0]!)}.**`.replace(/(\[\^\d+\])\.\*\*/, '.**$1');
  const who = WHO.exec(question)?.[1]?.toLowerCase();
  if (who !== undefined) return answerWho(desk, who, past);
  if (AHEAD.test(question) && !/\blast\b/i.test(question)) return answerAhead(desk, ahead, past);
  if (HOW_MANY.test(question)) return answerCount(desk, narrow(past, question), past);
  if (RECENT.test(question)) return answerRecent(desk, past, ahead);
  return answerLast(desk, narrow(past, question), past, ahead);
}

const HOW_MANY = /\bhow (?:many|often)\b/i;

function answerCount(desk: Desk, fitting: Encounter[], past: Encounter[]): string {
  const what = fitting.length < past.length ? 'such visit' : 'visit';
  if (fitting.length === 0) return '**There is no such visit in your record.**';
  const newest = fitting.slice(0, 5).map((visit) => `- ${tell(desk, visit)}`);
  const more = fitting.length > newest.length ? `\n\nThe newest ${newest.length} are shown.` : '';
  return `**Your record lists ${count(fitting.length, what)}.**\n\n${newest.join('\n')}${more}`;
}

const WHO = /\bwho(?:'s| is| was| are)? my (?:\w+ )?(\w+(?:ist|ian)|doctors?|gp|surgeon)\b/i;

/** What visits to a specialist are about: the record does not name specialties. */
const FIELDS: [RegExp, RegExp][] = [
  [/^cardiolog/, /heart|cardi|fibrillation|coronary/i],
  [/^(endocrinolog|diabetolog)/, /diabet|thyroid|hormon/i],
  [/^nephrolog/, /kidney|renal|dialysis/i],
  [/^(pulmonolog|respirolog)/, /asthma|lung|copd|breath/i],
  [/^neurolog/, /migraine|headache|neuro|seizure|stroke/i],
  [/^(ophthalmolog|optometrist)/, /eye|retin|vision/i],
  [/^(gyn|obstetr)/, /pregnan|antenatal|gyn|cervical/i],
  [/^(psychiatr|psycholog|therapist)/, /depress|anxiety|mental|psych/i],
  [/^dermatolog/, /skin|eczema|psoriasis|mole/i],
  [/^urolog/, /prostat|bladder|urin/i],
  [/^oncolog/, /cancer|tumou?r|chemo/i],
  [/^dentist/, /dental|tooth|teeth/i],
];

function answerWho(desk: Desk, who: string, past: Encounter[]): string {
  const field = FIELDS.find(([name]) => name.test(who))?.[1];
  const fitting = past.filter(
    ({ reason, name, practitioners }) =>
      practitioners.length > 0 && (field === undefined || field.test(`${reason ?? ''} ${name ?? ''}`)),
  );
  if (fitting.length === 0)
    return `**Your record names no ${who}.** It does not list specialties, and no visit in it looks like one.`;
  const visits = Map.groupBy(fitting, ({ practitioners }) => practitioners[0]!);
  const [name, seen] = [...visits].toSorted((a, b) => b[1].length - a[1].length)[0]!;
  const where = seen[0]!.organization === null ? '' : `, ${seen[0]!.organization}`;
  const guess =
    field === undefined ? '' : ' Your record does not list specialties: this goes by what the visits were for.';
  return `**Most likely Dr ${name}${where}: ${count(seen.length, 'such visit')}, the last on ${sayDate(seen[0]!.start)}.**${desk.notes.entry(citeEncounter(seen[0]!))}${guess}`;
}

function answerAhead(desk: Desk, ahead: Encounter[], past: Encounter[]): string {
  const [next, ...more] = ahead;
  if (next === undefined) {
    const last = past[0] === undefined ? '' : ` The last one was ${tell(desk, past[0])}.`;
    return `**No visit is scheduled in your record.**${last}`;
  }
  const after = more.length === 0 ? '' : ` After that: ${list(more.map((visit) => tell(desk, visit)))}.`;
  return `**Your next visit is ${tell(desk, next)}.**${after}`.replace(/(\[\^\d+\])\.\*\*/, '.**$1');
}

/** The three-month rule. What is older is only named as such. */
function answerRecent(desk: Desk, past: Encounter[], ahead: Encounter[]): string {
  const from = monthsBefore(desk.now, 3);
  const recent = past.filter(({ start }) => (start ?? '') >= from);
  const next = ahead[0] === undefined ? '' : `\n\nNext: ${tell(desk, ahead[0])}.`;
  if (recent.length === 0) {
    const last = past[0] === undefined ? '' : ` The last one before that was ${tell(desk, past[0])}.`;
    return `**No visit in the last three months.**${last}${next}`;
  }
  const lines = recent.map((visit) => `- ${tell(desk, visit)}`);
  return `**${count(recent.length, 'visit').replace(/^one/, 'One')} in the last three months.**\n\n${lines.join('\n')}${next}`;
}

/** Names, kinds and reasons in the question narrow it down. */
function narrow(past: Encounter[], question: string): Encounter[] {
  const said = question.toLowerCase();
  const when = monthIn(said);
  if (when !== undefined) {
    const then = past.filter(({ start }) => start?.startsWith(when));
    const stays = then.filter(({ class: kind }) => kind === 'IMP' || kind === 'EMER');
    return /\b(hospital\w*|admitted|admission|stay)\b/.test(said) && stays.length > 0 ? stays : then;
  }
  const named = past.filter(
    ({ practitioners, organization }) =>
      practitioners.some((name) =>
        name.split(' ').some((part) => part.length > 2 && said.includes(part.toLowerCase())),
      ) ||
      (organization !== null && said.includes(organization.toLowerCase())),
  );
  if (named.length > 0) return named;
  if (/\b(hospital\w*|admitted|admission|stay)\b/.test(said))
    return past.filter(({ class: kind }) => kind === 'IMP' || kind === 'EMER');
  if (/\b(emergency|er)\b/.test(said)) return past.filter(({ class: kind }) => kind === 'EMER');
  const words = (said.match(/[\p{L}]{5,}/gu) ?? []).filter(
    (word) =>
      !/^(visit|visits|appointment|doctor|happened|about|their|there|where|which|encounter|encounters)$/.test(word),
  );
  const about = past.filter(({ reason, name }) =>
    words.some((word) => `${reason ?? ''} ${name ?? ''}`.toLowerCase().includes(word)),
  );
  return about.length > 0 ? about : past;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** "in January 2023" → "2023-01", "in 2022" → "2022". */
function monthIn(said: string): string | undefined {
  const match = /\b(?:(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+)?((?:19|20)\d\d)\b/.exec(said);
  if (match === null) return undefined;
  return match[1] === undefined ? match[2] : `${match[2]}-${String(MONTHS.indexOf(match[1]) + 1).padStart(2, '0')}`;
}

function answerLast(desk: Desk, fitting: Encounter[], past: Encounter[], ahead: Encounter[]): string {
  const [last, before] = fitting;
  if (last === undefined) {
    const any = past[0] === undefined ? '' : ` The last visit of any kind was ${tell(desk, past[0])}.`;
    return `**There is no such visit in your record.**${any}`;
  }
  const earlier = before === undefined ? '' : ` Before that: ${tell(desk, before)}.`;
  const next = ahead[0] === undefined ? '' : ` Next: ${tell(desk, ahead[0])}.`;
  const lead = `**Your last ${fitting.length < past.length ? 'such ' : ''}visit was ${tell(desk, last)}.**`;
  return `${lead.replace(/(\[\^\d+\])\.\*\*/, '.**$1')}${tellWritten(desk, last)}${earlier}${next}`;
}

export const SAID = /\b(?:say|said|says|told|wrote|write|advise\w*|recommend\w*|suggest\w*)\b/i;
const DAYS_TO_WRITE = 21;

/** What was written about a visit, where that is asked: the document of those days. */
function tellWritten({ rows, notes, question }: Desk, { start }: Encounter): string {
  if (!SAID.test(question) || start === null) return '';
  const letter = rows.documents.find(({ time, text }) => {
    const days = time === null ? -1 : daysBetween(start, time);
    return text !== null && days >= 0 && days <= DAYS_TO_WRITE;
  });
  if (letter === undefined) return ' Your record has no letter about it.';
  const cited = notes.entry({ uuid: letter.uuid, label: 'DocumentReference', name: letter.name, date: letter.time });
  return ` ${capital(lower(letter.name))} of ${sayDate(letter.time)}${cited}:\n\n> ${excerpt(letter.text!, wordsIn(question))}\n\n`;
}

function wordsIn(question: string): string[] {
  return question.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
}

function tell({ notes }: Desk, visit: Encounter): string {
  const { start, reason, practitioners, organization, name } = visit;
  const what = reason ?? (/^(?:saw|visit|seen)\b/i.test(name ?? '') ? null : name);
  const who = practitioners.length === 0 ? '' : ` with Dr ${practitioners[0]}`;
  const where = organization === null ? '' : `, ${organization}`;
  return `on ${sayDate(start)}${who}${where}${what === null ? '' : ` (${what.charAt(0).toLowerCase()}${what.slice(1)})`}${notes.entry(citeEncounter(visit))}`;
}
