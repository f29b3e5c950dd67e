/** The entry that the conversation is about: chosen in the side panel, or asked about before. */
import type { Topic } from '../../_shared/graph.ts';
import { canonical } from '../../_shared/measures.ts';
import type { Intent } from '../intent.ts';

/** A question about an entry is a question about its kind, narrowed to it. */
export function intentOf({ label, properties }: Topic): Intent {
  const name = typeof properties.name === 'string' ? properties.name : '';
  switch (label) {
    case 'ConditionCase':
      return { about: 'conditions', names: [name] };
    case 'IntakeRegimen':
      return { about: 'medications', drugs: [name] };
    case 'AllergyRecord':
      return { about: 'allergies', names: [name] };
    case 'SymptomEpisode':
      return { about: 'symptoms', names: [name] };
    case 'DocumentReference':
      return { about: 'documents', words: [name.toLowerCase()] };
    case 'Procedure':
      return { about: 'procedures', words: [name.toLowerCase()] };
    case 'Immunization':
      return { about: 'immunizations', words: [name.toLowerCase()] };
    case 'Observation': {
      const code = String(properties.code ?? '');
      return { about: 'measurement', codes: [canonical(code)] };
    }
    default:
      return { about: 'encounters' };
  }
}
