/** A medicine that a paper withholds though the list still shows it: the list is behind, and taking it may do harm. */
import { type Block, block, cite, type Desk, quotePassage } from '../desk.ts';
import { doctorFor } from '../evidence/contact.ts';
import { withheldBy } from '../evidence/withheld.ts';
import type { MedicineView } from '../patient.ts';
import type { Frame } from '../types.ts';
import { drugName, lower } from '../wording.ts';
import { since } from './describing.ts';

const ASKS_WHETHER = new Set<Frame['aspect']>(['take', 'have', 'about', 'dose']);

export function tellWithheld(desk: Desk, { aspect }: Frame, taken: readonly MedicineView[]): Block | undefined {
  const [item, ...others] = taken;
  if (item === undefined || others.length > 0 || !ASKS_WHETHER.has(aspect)) return undefined;
  const paper = withheldBy(desk.chart, item);
  if (paper === undefined) return undefined;
  const whom = doctorFor(desk, item.concepts) ?? 'who prescribes it';
  return block(
    `**No, not now: ${lower(drugName(item.name))} stands on your list${since(item)}${cite(desk, item, item.start)}, but a later paper withholds it. ${quotePassage(desk, paper)}**`,
    [`Ask ${whom} before you take it again.`],
  );
}
