/** What somebody's own values are held against, by its own name: a dry weight, a personal best. */
import { type Desk, sayPassage } from '../desk.ts';
import { passagesOf } from '../evidence/passages.ts';
import type { Reading } from '../evidence/series.ts';
import { round, sayDate } from '../wording.ts';

/** "Dry weight 61.0 kg", "personal best is 420 L/min". */
export const OWN_MEASURE = /\b(?:dry|baseline|ideal|target) (?:body )?weight\b|\bpersonal best\b/i;
const STATED = new RegExp(
  `(${OWN_MEASURE.source})(?: (?:is|of|was|now|about|at|set to))*[ :=]{1,3}(\\d{2,3}(?:\\.\\d)?)\\s*(kg|lbs?|l\\/min)?`,
  'i',
);
const OF: Readonly<Record<string, RegExp>> = {
  'observation:body_weight': /weight/i,
  'observation:peak_expiratory_flow': /best/i,
};

/** "That is 3.1 kg above the dry weight of 71 kg in your papers." */
export function againstOwn(desk: Desk, id: string, { value, shown }: Reading): string | undefined {
  const unit = shown.replace(/^[\d.,\s]+/, '');
  const stated = statedFor(desk, id);
  if (stated === undefined) return undefined;
  const { name, number, written, passage } = stated;
  if (written !== undefined && unit.slice(0, 2).toLowerCase() !== written.slice(0, 2).toLowerCase()) return undefined;
  const apart = round(value - number);
  const own = `the ${name} of ${number} ${unit} that your papers name${passage.time === null ? '' : ` (${sayDate(passage.time)})`}`;
  return apart === 0
    ? `That is ${own}.`
    : `That is ${Math.abs(apart)} ${unit} ${apart > 0 ? 'above' : 'below'} ${own}.`;
}

/** "What's his best?": the best that a paper names is what plans are made by, whatever was written down here. */
export function ownBest(desk: Desk, id: string): { lead: string; said: string } | undefined {
  const stated = statedFor(desk, id);
  if (stated === undefined || !/best/i.test(stated.name)) return undefined;
  return {
    lead: `Your papers name a ${stated.name} of ${stated.number}.`,
    said: sayPassage(desk, stated.passage),
  };
}

/** The newest paper that states it. */
function statedFor({ chart }: Desk, id: string) {
  const kind = OF[id];
  if (kind === undefined) return undefined;
  for (const passage of passagesOf(chart).toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''))) {
    const [, name, number, written] = STATED.exec(passage.text) ?? [];
    if (!passage.remark && name !== undefined && kind.test(name))
      return { name: name.toLowerCase(), number: Number(number), written, passage };
  }
  return undefined;
}
