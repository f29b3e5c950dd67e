/** Who did what was done: by the entry, else by the visit that it belongs to. */
import { type Block, block, cite, type Desk, quotePassage } from '../desk.ts';
import { itemsFor } from '../evidence/items.ts';
import { isOperation } from '../evidence/operations.ts';
import { askedIn, entriesAsked } from '../frames/asked.ts';
import { hasCue } from '../frames/cues.ts';
import type { EventView } from '../patient.ts';
import type { Frame } from '../types.ts';
import { capital, lower, sayDate } from '../wording.ts';
import { findPapers } from './papers.ts';

export function tellWhoDid(desk: Desk, frame: Frame): Block | undefined {
  const done = doneIn(desk, frame).filter(({ uuid }) => whoDid(desk, uuid) !== undefined);
  const [item] = done;
  if (item === undefined || !/^\W*(?:and |so )?who\b/i.test(frame.text)) return undefined;
  return block(
    `**${whoDid(desk, item.uuid)}: ${lower(item.name)} on ${sayDate(item.time)}.**${cite(desk, item, item.time)}`,
    [noteOf(desk, item)],
  );
}

function whoDid({ chart }: Desk, uuid: string): string | undefined {
  return chart.people(uuid)[0] ?? chart.seenBy(uuid)[0];
}

function noteOf({ chart }: Desk, { uuid }: EventView): string | undefined {
  const note = chart.property(uuid, 'text');
  return typeof note === 'string' && note !== '' ? capital(note.replace(/\.?$/, '.')) : undefined;
}

/** What was done that is asked about; an operation before what was only looked at. */
function doneIn(desk: Desk, { subjects, text }: Frame): EventView[] {
  const asked = askedIn(text);
  const named = subjects
    .filter(({ kind }) => kind === 'procedure' || kind === 'vaccine')
    .flatMap((subject) => [
      ...itemsFor(subject, desk.chart).procedures,
      ...itemsFor(subject, desk.chart).immunisations,
    ]);
  const meant = new Set(asked === undefined ? [] : entriesAsked(asked, desk.chart).map(({ uuid }) => uuid));
  const all = [...new Set([...named, ...desk.chart.view.procedures.filter(({ uuid }) => meant.has(uuid))])];
  const cut = (item: EventView) => Number(isOperation(item));
  return all.toSorted((a, b) => cut(b) - cut(a) || (b.time ?? '').localeCompare(a.time ?? ''));
}

/** "Which doctor told me to stop it?": who wrote the paper that says so. */
export function tellWhoSaid(desk: Desk, frame: Frame): Block | undefined {
  if (!hasCue('says', frame.text)) return undefined;
  const written = findPapers(desk, frame)
    .filter(({ passage, named }) => named && !passage.remark && desk.chart.people(passage.uuid).length > 0)
    .map(({ passage }) => passage);
  const [first, second] = written.filter(
    (passage, at) => written.findIndex(({ uuid }) => uuid === passage.uuid) === at,
  );
  if (first === undefined) return undefined;
  const name = desk.chart.people(first.uuid)[0];
  return block(
    `**${name}.** ${quotePassage(desk, first)}`,
    second === undefined ? [] : [`Also ${desk.chart.people(second.uuid)[0]}: ${quotePassage(desk, second)}`],
  );
}
