/** Who is seen for what: a neurologist is who sees somebody for epilepsy. The trades are data. */

import { z } from 'zod';
import { wordsIn } from '../../text/index.ts';
import { readRows } from '../../text/rows.ts';
import { type Block, block, type Desk } from '../desk.ts';
import { comingVisits, pastVisits } from '../evidence/contact.ts';
import type { EncounterView } from '../patient.ts';
import type { Frame } from '../types.ts';
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
  const known = roles.find(({ names }) => begins(asked, names));
  const visits = [...comingVisits(desk.chart), ...pastVisits(desk.chart)];
  const seen =
    known === undefined
      ? undefined
      : visits.find((visit) => desk.chart.people(visit.uuid).length > 0 && begins(aboutOf(visit, desk), known.sees));
  if (seen === undefined) return block(`**Your record names no ${asked}.**`, [], 'absent');
  return block(`**Most likely ${desk.chart.people(seen.uuid)[0]}: ${describe(desk, seen)}.**`);
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
