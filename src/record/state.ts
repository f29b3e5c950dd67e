/** What a session's state says about whose record it concerns and what it is about. Declared by this room for all teams. */
import type { Json } from '../kernel/event.ts';
import type { State, StateKeys } from '../kernel/state.ts';

/** What a session's topic may be, as the side panel and the consultant use it. */
export const TOPIC_NODE_TYPES = [
  'ConditionCaseNode',
  'ConditionTypeNode',
  'SymptomTypeNode',
  'SymptomEpisodeNode',
  'AllergyRecordNode',
  'ObservationTypeNode',
  'DocumentReferenceNode',
  'EncounterNode',
  'IntakeRegimenNode',
] as const;

export type TopicNodeType = (typeof TOPIC_NODE_TYPES)[number];

const isText = (value: Json) => typeof value === 'string' && value !== '';

/** A session never changes whose record it is about. */
export const recordKeys = {
  patient_id: { fits: isText, wants: 'a patient id', once: true },
  user_id: { fits: isText, wants: 'a user id', once: true },
  session_topic_node_uuid: { fits: isText, wants: 'the uuid of a record entry' },
  session_topic_node_type: {
    fits: (value) => (TOPIC_NODE_TYPES as readonly Json[]).includes(value),
    wants: `one of ${TOPIC_NODE_TYPES.join(', ')}`,
  },
} satisfies StateKeys;

/** The patient that the session is about, if it is about one. */
export function patientOf(state: State): string | undefined {
  return state.get('patient_id') as string | undefined;
}
