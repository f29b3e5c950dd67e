import type { AfterAgent, BeforeAgent, Json } from 'consilium/kernel';
import { patientRecord, readEntry } from 'consilium/record';
import type { Citation } from '../_shared/footnotes.ts';
import { mark } from '../_shared/turn.ts';

export const markPatient: BeforeAgent = ({ state }) => {
  mark(state, 'patient', 'answered');
  state.set('last_rule', 'patient');
};

const NOTE = /^\[\^(\w+)\]:\s*(.+)$/gm;
const ENTRY = /\(?\b([A-Z][A-Za-z]+)\/([0-9a-f]{8}-[0-9a-f-]{27})\)?/i;

/** A model writes footnotes as text; those that name an entry of this record become citations, invented ones do not. */
export const collectCitations: AfterAgent = (context, text) => {
  if (context.state.has('temp:citations') || text === '') return;
  const citations = [...text.matchAll(NOTE)].flatMap(([, marker, note]): Citation[] => {
    const entry = ENTRY.exec(note!);
    const title = note!.replace(ENTRY, '').replace(/[\s.,;]+$/, '');
    if (entry === null) return [{ marker: marker!, source_type: 'knowledge', title }];
    try {
      const { uuid, label } = readEntry(patientRecord(context), entry[2]!);
      return [{ marker: marker!, source_type: 'record', title, uuid, label }];
    } catch {
      return [];
    }
  });
  context.state.set('temp:citations', citations as unknown as Json);
};
