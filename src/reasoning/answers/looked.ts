/** What was looked into because of a complaint: the visit or examination whose reason names it, and what was found there. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Block, block, cite, type Desk } from '../desk.ts';
import { isInside } from '../frames/scope.ts';
import type { EventView } from '../patient.ts';
import type { Frame } from '../types.ts';
import { capital, lower, sayDate } from '../wording.ts';

const PAST = /\b(?:was|were|did|had)\b/i;

/** "Why was there blood in my urine last year?": the finding of the examination that was done for it. */
export function tellLookedInto(desk: Desk, frame: Frame, complaint: string): Block | undefined {
  if (!PAST.test(frame.text)) return undefined;
  const catalogue = openCatalogue();
  const names = (reason: string) =>
    catalogue
      .find(reason)
      .some(({ concept }) => catalogue.isA(concept.id, complaint) || catalogue.isA(complaint, concept.id));
  const done = desk.chart.view.procedures
    .filter(({ uuid, time }) => {
      const reason = desk.chart.property(uuid, 'reason');
      return typeof reason === 'string' && isInside(time, frame.scope) && names(reason);
    })
    .toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''));
  const [item] = done.filter((each) => noteOf(desk, each) !== undefined);
  if (item === undefined) return undefined;
  const reason = lower(String(desk.chart.property(item.uuid, 'reason')));
  return {
    ...block(
      `**${noteOf(desk, item)}** That is what ${lower(item.name)} on ${sayDate(item.time)}${cite(desk, item, item.time)} found; it was done for ${reason}.`,
    ),
    ...(item.time !== null && { at: { from: item.time.slice(0, 10), to: item.time.slice(0, 10) } }),
  };
}

export function noteOf({ chart }: Desk, { uuid }: EventView): string | undefined {
  const note = chart.property(uuid, 'text');
  return typeof note === 'string' && note !== '' ? capital(note.replace(/\.?$/, '.')) : undefined;
}
