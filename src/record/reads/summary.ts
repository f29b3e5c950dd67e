import { handleOf } from '../../storage/handle.ts';
import { type EncounterEntry, selectEncounters } from './care.ts';
import {
  type AllergyEntry,
  type ConditionEntry,
  type SymptomEntry,
  selectAllergies,
  selectConditions,
  selectSymptoms,
} from './conditions.ts';
import { type MedicationEntry, selectMedications } from './medications.ts';
import { type LatestObservation, selectLatest } from './observations.ts';
import { type Identity, selectIdentity } from './people.ts';
import { nodesAtHand, nowOf, open, type Reader } from './reader.ts';

export interface Summary {
  patient: Identity;
  counts: Record<string, number>;
  conditions: ConditionEntry[];
  medications: MedicationEntry[];
  allergies: AllergyEntry[];
  symptoms: SymptomEntry[];
  /** The newest values of the last two years that are outside their range, gravest first. */
  flagged: LatestObservation[];
  last_encounter: EncounterEntry | null;
  next_encounter: EncounterEntry | null;
}

const FLAGGED = 12;
/** Older values are history, not how somebody is now; the chat's overview goes by the same. */
export const CURRENT_DAYS = 730;
const A_DAY = 86_400_000;
const SYMPTOMS = 5;

/** One page about a person: who, what is active, what is taken, what stands out, what comes next. */
export function readSummary(reader: Reader): Summary {
  const tenant = open(reader, 'summary');
  const conditions = selectConditions(reader, tenant, 'active');
  const medications = selectMedications(reader, tenant, 'current');
  const allergies = selectAllergies(reader, tenant, 'active');
  const symptoms = selectSymptoms(reader, tenant);
  const now = Date.parse(nowOf(reader));
  const isCurrent = (time: string | null) => time !== null && now - Date.parse(time) <= CURRENT_DAYS * A_DAY;
  const outside = selectLatest(reader, tenant).filter(
    ({ flag, time }) => flag !== null && flag !== 'normal' && isCurrent(time),
  );
  return {
    patient: selectIdentity(reader, tenant),
    counts: {
      ...countLabels(reader, tenant),
      conditions_active: conditions.length,
      medications_current: medications.length,
      allergies_active: allergies.length,
    },
    conditions,
    medications,
    allergies,
    symptoms: symptoms.slice(0, SYMPTOMS),
    flagged: outside.sort((a, b) => Number(b.flag === 'critical') - Number(a.flag === 'critical')).slice(0, FLAGGED),
    last_encounter: selectEncounters(reader, tenant, 'past')[0] ?? null,
    next_encounter: selectEncounters(reader, tenant, 'scheduled')[0] ?? null,
  };
}

const COUNTED: Record<string, string> = {
  ConditionCase: 'conditions',
  IntakeRegimen: 'medications',
  Observation: 'observations',
  Encounter: 'encounters',
  AllergyRecord: 'allergies',
  SymptomEpisode: 'symptoms',
  Procedure: 'procedures',
  Immunization: 'immunizations',
  DocumentReference: 'documents',
  DiagnosticReport: 'reports',
  CarePlan: 'care_plans',
};

function countLabels(reader: Reader, tenant: number): Record<string, number> {
  const counts: Record<string, number> = Object.fromEntries(Object.values(COUNTED).map((name) => [name, 0]));
  const known = nodesAtHand(reader);
  for (const [label, nodes] of known) {
    const name = COUNTED[label];
    if (name) counts[name] = nodes.filter(({ properties }) => properties.component !== true).length;
  }
  const rows = handleOf(reader.data)
    .prepare(
      // JSON is taken apart only where the words stand in it at all.
      `SELECT label, count(*) AS n FROM graph_node WHERE tenant = ?
         AND label NOT IN (SELECT value FROM json_each(?))
         AND NOT (instr(props, '"component"') AND coalesce(props ->> '$.component', 0) <> 0)
         AND NOT (instr(props, 'entered-in-error')
           AND 'entered-in-error' IN (coalesce(props ->> '$.status', ''), coalesce(props ->> '$.verification', '')))
       GROUP BY label`,
    )
    .all(tenant, JSON.stringify([...known.keys()]));
  for (const { label, n } of rows) {
    const name = COUNTED[label as string];
    if (name) counts[name] = n as number;
  }
  return counts;
}
