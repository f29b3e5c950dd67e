/** Whether something that was done was an operation: by what the catalogue says, else by the form of its name. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { wordsIn } from '../../text/index.ts';
import { isCue } from '../frames/cues.ts';
import type { EntryView } from '../patient.ts';

const OPERATION = 'procedure:operation';
/** What is cut out, opened, shaped or sewn. */
const ENDING = /(?:ectomy|otomy|ostomy|plasty|rrhaphy|pexy|desis)$/;

export function isOperation({ concepts, name }: Pick<EntryView, 'concepts' | 'name'>): boolean {
  return (
    concepts.some((id) => openCatalogue().isA(id, OPERATION)) ||
    wordsIn(name).some(({ lower }) => ENDING.test(lower) || isCue('operations', lower))
  );
}
