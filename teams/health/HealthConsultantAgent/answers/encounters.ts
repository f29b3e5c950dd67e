/** Visits: what was, what comes, with whom; "recent" is the last three months and nothing else. */
import { monthsBefore } from '../../_shared/clock.ts';
import { citeEncounter, type Encounter, isScheduled } from '../../_shared/graph.ts';
import { count, list, sayDate } from '../../_shared/wording.ts';
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
  if (AHEAD.test(question) && !/\blast\b/i.test(question)) return answerAhead(desk, ahead, past);
  if (RECENT.test(question)) return answerRecent(desk, past, ahead);
  return answerLast(desk, narrow(past, question), past, ahead);
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
  if (when !== undefined) return past.filter(({ start }) => start?.startsWith(when));
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
  return `${lead.replace(/(\[\^\d+\])\.\*\*/, '.**$1')}${earlier}${next}`;
}

function tell({ notes }: Desk, visit: Encounter): string {
  const { start, reason, practitioners, organization, name } = visit;
  const what = reason ?? name;
  const who = practitioners.length === 0 ? '' : ` with Dr ${practitioners[0]}`;
  const where = organization === null ? '' : `, ${organization}`;
  return `on ${sayDate(start)}${who}${where}${what === null ? '' : ` (${what.charAt(0).toLowerCase()}${what.slice(1)})`}${notes.entry(citeEncounter(visit))}`;
}
