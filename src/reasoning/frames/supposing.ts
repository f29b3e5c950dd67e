/** What a medicine would bring to somebody who takes none of it. */
import type { Chart } from '../chart.ts';
import { itemsFor } from '../evidence/items.ts';
import type { Frame } from '../types.ts';

const SIGNS = new Set(['symptom', 'condition']);
const WOULD_BRING =
  /^\W*(?:and |so |but )?(?:could|can|might|would|will|does|do|may)\b.*\b(?:make (?:me|you|people|someone|one)|cause|give (?:me|you|people|someone)|bring on|lead to|trigger)\b/i;
const THERE_NOW = /\b(?:my|this|these|today|tonight|yesterday|now|since|am|have|had|got|keep|keeps|again)\b/i;

/** "Could ibuprofen make me vomit blood?" of somebody who takes none: nothing of it is there, its effects are asked for. */
export function suppose(frame: Frame, chart: Chart | null): Frame {
  const given = frame.subjects.filter(({ kind }) => kind === 'drug' || kind === 'drug_class');
  const ills = frame.subjects.filter(({ kind }) => SIGNS.has(kind));
  if (chart === null || given.length === 0 || ills.length === 0 || frame.inherited) return frame;
  if (!WOULD_BRING.test(frame.text) || THERE_NOW.test(frame.text)) return frame;
  const isTaken = given.some((subject) => itemsFor(subject, chart).medicines.some(({ status }) => status === 'taken'));
  return isTaken ? frame : { ...frame, aspect: 'effects', modality: 'hypothetical' };
}
