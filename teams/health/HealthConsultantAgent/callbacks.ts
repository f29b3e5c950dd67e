import type { AfterAgent, BeforeAgent, Json } from 'consilium/kernel';
import { patientRecord, readEntry } from 'consilium/record';
import { chartOf, readFocus } from '../_shared/chart.ts';
import { nowOf } from '../_shared/clock.ts';
import type { Citation } from '../_shared/footnotes.ts';
import { check, reason } from '../_shared/reasoning.ts';
import { readAsked } from '../_shared/rules.ts';
import { hasPatient, heardIn, mark } from '../_shared/turn.ts';

export const markPatient: BeforeAgent = ({ state }) => {
  mark(state, 'patient', 'answered');
  state.set('last_rule', 'patient');
};

/** After a model has spoken, the house looks: dangers left out are put in, what does not hold is set right or marked. */
export const checkModel: AfterAgent = (context, text) => {
  const { state, message } = context;
  if (text === '' || !hasPatient(state) || state.get('temp:reasoned') === true) return undefined;
  const { question } = readAsked(message);
  const checked = check(chartOf(context), question, text, nowOf(state), heardIn(context), readFocus(context));
  const { cautions, whose } = reason(chartOf(context), question, nowOf(state), heardIn(context), readFocus(context));
  state.set('temp:cautions', cautions as unknown as Json);
  state.set('temp:whose', whose);
  if (checked.added.length + checked.marked.length > 0)
    context.log.warn({ added: checked.added.length, marked: checked.marked.length }, 'a model answer was put right');
  return checked.text === text ? undefined : checked.text;
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
