/** Who is seen for what: a neurologist is who sees somebody for epilepsy. The trades are data. */

import { z } from 'zod';
import { wordsIn } from '../../text/index.ts';
import { readRows } from '../../text/rows.ts';
import { type Block, block, citePassage, type Desk, quotePassage } from '../desk.ts';
import { comingVisits, pastVisits } from '../evidence/contact.ts';
import { passagesOf } from '../evidence/passages.ts';
import { isLate, isOpen, isPlan, plansOf } from '../evidence/plans.ts';
import type { EncounterView } from '../patient.ts';
import type { Frame } from '../types.ts';
import { lower, sayDate } from '../wording.ts';
import { sayPlan } from './plans.ts';
import { describe } from './visiting.ts';

const word = z.string().min(2);
const roles = z
  .array(z.strictObject({ role: word, names: z.array(word).min(1), sees: z.array(word).min(1) }))
  .parse(readRows(new URL('./roles.yml', import.meta.url)));

const ASKED =
  /\bmy ((?:\w+ )?\w*(?:ologist|iatrist|ician|doctor|gp|dentist|nurse|surgeon|therapist|specialist|consultant))\b/i;

/** "Who is my cardiologist?", "who is my liver doctor?": the one who is seen for what such a doctor treats. */
export function tellRole(desk: Desk, { text }: Frame): Block | undefined {
  const asked = ASKED.exec(text)?.[1]?.toLowerCase();
  if (asked === undefined || !/^\W*(?:and\s+)?who\b/i.test(text)) return undefined;
  if (/^(?:doctor|gp|physician)$/.test(asked)) return tellLastSeen(desk);
  const known = roleOf(asked);
  const fitting = visitsOf(desk, asked, [...comingVisits(desk.chart), ...pastVisits(desk.chart)]);
  const seen = fitting.find((visit) => whoSees(desk, visit) !== undefined);
  if (seen !== undefined) return block(`**Most likely ${whoSees(desk, seen)}: ${describe(desk, seen)}.**`);
  const wrote = known === undefined ? undefined : whoWrote(desk, known.sees);
  if (wrote !== undefined) return wrote;
  const [visit] = fitting;
  return visit === undefined
    ? block(`**Your record names no ${asked}.**`, [], 'absent')
    : block(`**Your record gives no name, but such a visit: ${describe(desk, visit)}.**`);
}

const NAMED =
  /\b((?:\w+ )?\w*(?:ologist|iatrist|ician|doctor|dentist|surgeon|therapist|specialist|consultant|clinic|ophthalmology|dermatology|cardiology|neurology))\b/i;

/** "Do I need to go to the eye doctor again?", where no such visit is booked: what their papers ask for, and when the last was. */
export function answerDueWith(desk: Desk, { text }: Frame, coming: readonly EncounterView[]): Block | undefined {
  const asked = NAMED.exec(text)?.[1]?.toLowerCase();
  const known = asked === undefined ? undefined : roleOf(asked);
  if (known === undefined || visitsOf(desk, asked!, coming).length > 0) return undefined;
  const [plan] = plansOf(desk.chart)
    .filter((each) => each.due !== null && isOpen(each, desk.now) && begins(each.passage.title, known.sees))
    .toSorted((a, b) => b.passage.time!.localeCompare(a.passage.time!));
  const [last] = visitsOf(desk, asked!, pastVisits(desk.chart));
  const before = last === undefined ? undefined : `The last such visit was ${describe(desk, last)}.`;
  const [asks] = passagesOf(desk.chart)
    .filter(({ title, remark, text: said }) => !remark && begins(title, known.sees) && isPlan(said))
    .toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''));
  if (plan === undefined && asks !== undefined)
    return block(`**No visit to a ${known.role} is booked in your record.** ${quotePassage(desk, asks)}`, [before]);
  if (plan === undefined)
    return block(
      `**No visit to a ${known.role} is booked in your record, and no paper of theirs asks for one by a date.**`,
      [before],
    );
  return block(
    `**${isLate(plan, desk.now) ? 'Yes, it is overdue' : 'Yes'}: no such visit is booked.** ${sayPlan(desk, plan)}`,
    [before],
  );
}

function roleOf(asked: string): (typeof roles)[number] | undefined {
  return roles.find(({ names }) => begins(asked, names));
}

/** A nurse is no cardiologist. */
function visitsOf(desk: Desk, asked: string, visits: readonly EncounterView[]): EncounterView[] {
  const known = roleOf(asked);
  const isNurse = (said: string) => /\bnurses?\b/i.test(said);
  return known === undefined
    ? []
    : visits.filter((visit) => begins(aboutOf(visit, desk), known.sees) && isNurse(asked) === isNurse(visit.name));
}

const POINTS_BACK = /\b(?:him|her|them)\b/i;

/** "Who is my kidney doctor and when do I see him?": the visits with whom the message asked for before. */
export function visitsWithThem(desk: Desk, { text, start }: Frame, visits: readonly EncounterView[]): EncounterView[] {
  if (!POINTS_BACK.test(text)) return [];
  const before = desk.frames.filter((each) => each.act === 'ask' && each.aspect === 'who' && each.start < start).at(-1);
  const asked = ASKED.exec(before?.text ?? '')?.[1]?.toLowerCase();
  return asked === undefined ? [] : visitsOf(desk, asked, visits);
}

/** A name with its title, or one that stands behind the place in the name of the visit: "Nurse clinic, Anna Berg". */
const TITLED = /\b(?:Dr|Dra|Prof|Professor|Nurse|Sister|Mr|Mrs|Ms|Miss)\.? (?:\p{Lu}[\p{L}'’-]+ ?){1,3}/u;
const BEHIND = /, (\p{Lu}[\p{L}'’-]+ \p{Lu}[\p{L}'’-]+)$/u;

function whoSees({ chart }: Desk, { uuid, name, reason }: EncounterView): string | undefined {
  const [held] = chart.people(uuid);
  if (held !== undefined) return held;
  const said = [name, reason ?? ''].flatMap((each) => TITLED.exec(each)?.[0] ?? BEHIND.exec(each)?.[1] ?? [])[0];
  return said?.trim();
}

/** Who signed the newest letter of that clinic. */
function whoWrote(desk: Desk, sees: readonly string[]): Block | undefined {
  const letters = passagesOf(desk.chart)
    .filter(({ title, remark }) => !remark && begins(title, sees) && !/\bnurse/i.test(title))
    .toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''));
  for (const letter of letters) {
    const name = desk.chart.people(letter.uuid)[0] ?? TITLED.exec(letter.text)?.[0].trim();
    if (name !== undefined)
      return block(
        `**Most likely ${name}, by your ${lower(letter.title)}${letter.time === null ? '' : ` of ${sayDate(letter.time)}`}.**${citePassage(desk, letter)}`,
      );
  }
  return undefined;
}

function tellLastSeen(desk: Desk): Block | undefined {
  const [visit] = pastVisits(desk.chart).filter(({ uuid }) => desk.chart.people(uuid).length > 0);
  return visit === undefined
    ? undefined
    : block(`**You last saw ${desk.chart.people(visit.uuid)[0]}, ${describe(desk, visit)}.**`);
}

function aboutOf({ uuid, name, reason }: EncounterView, { chart }: Desk): string {
  return `${name} ${reason ?? ''} ${chart.place(uuid) ?? ''}`;
}

/** Is there a word that begins with one of these? */
function begins(text: string, beginnings: readonly string[]): boolean {
  return wordsIn(text).some(({ lower }) => beginnings.some((each) => lower.startsWith(each)));
}

export function roleWords(visit: EncounterView, desk: Desk): string {
  return roles
    .filter(({ sees }) => begins(aboutOf(visit, desk), sees))
    .flatMap(({ role, names }) => [role, ...names])
    .join(' ');
}
