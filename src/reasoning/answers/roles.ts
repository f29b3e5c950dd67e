/** Who is seen for what: a neurologist is who sees somebody for epilepsy. */
import { type Block, block, type Desk } from '../desk.ts';
import { comingVisits, pastVisits } from '../evidence/contact.ts';
import type { EncounterView } from '../patient.ts';
import type { Frame } from '../types.ts';
import { describe } from './visiting.ts';

/** "Who is my cardiologist?": the one who is seen for what such a doctor treats. */
export function tellRole(desk: Desk, { text }: Frame): Block | undefined {
  const asked = /\bmy (\w*(?:ologist|iatrist|ician|doctor|gp|dentist|nurse|surgeon|therapist))\b/i
    .exec(text)?.[1]
    ?.toLowerCase();
  if (asked === undefined || !/^\W*(?:and\s+)?who\b/i.test(text)) return undefined;
  const known = ROLES.find(([role]) => role.test(asked));
  const visits = [...comingVisits(desk.chart), ...pastVisits(desk.chart)];
  const seen =
    known === undefined
      ? undefined
      : visits.find(
          (visit) =>
            known[1].test(`${visit.reason ?? ''} ${desk.chart.place(visit.uuid) ?? ''}`) &&
            desk.chart.people(visit.uuid).length > 0,
        );
  if (/^(?:doctor|gp|physician)$/.test(asked)) {
    const [visit] = pastVisits(desk.chart).filter(({ uuid }) => desk.chart.people(uuid).length > 0);
    return visit === undefined
      ? undefined
      : block(`**You last saw ${desk.chart.people(visit.uuid)[0]}, ${describe(desk, visit)}.**`);
  }
  if (seen === undefined) return block(`**Your record names no ${asked}.**`, [], 'absent');
  return block(`**Most likely ${desk.chart.people(seen.uuid)[0]}: ${describe(desk, seen)}.**`);
}

/** A neurologist is who sees somebody for epilepsy. */
const ROLES: [RegExp, RegExp][] = [
  [/neurolog/i, /epilep|seizure|parkinson|migraine|tremor|stroke/i],
  [/cardiolog|heart/i, /heart|cardio|valve|fibrillation|echo|palpitation/i],
  [/nephrolog|kidney/i, /kidney|renal|dialysis/i],
  [/psychiatr/i, /mood|bipolar|depress|mania|psych/i],
  [/rheumatolog/i, /arthrit|joint|rheum/i],
  [/endocrin|diabet/i, /diabet|thyroid/i],
  [/asthma|lung|chest|allerg/i, /asthma|lung|allerg|breath/i],
];

export function roleWords(visit: EncounterView, desk: Desk): string {
  const about = `${visit.reason ?? ''} ${desk.chart.place(visit.uuid) ?? ''}`;
  return ROLES.filter(([, of]) => of.test(about))
    .map(([role]) =>
      role.source
        .replace(/\|/g, ' ')
        .replace('neurolog', 'neurologist')
        .replace('cardiolog', 'cardiologist')
        .replace('psychiatr', 'psychiatrist'),
    )
    .join(' ');
}
