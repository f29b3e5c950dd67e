/** Who did what was done: by the entry, else by the visit that it belongs to. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Block, block, cite, type Desk } from '../desk.ts';
import { itemsFor } from '../evidence/items.ts';
import { askedIn, entriesAsked } from '../frames/asked.ts';
import type { EventView } from '../patient.ts';
import type { Frame } from '../types.ts';
import { capital, lower, sayDate } from '../wording.ts';

const OPERATION = 'procedure:operation';

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
  const cut = ({ concepts }: EventView) => Number(concepts.some((id) => openCatalogue().isA(id, OPERATION)));
  return all.toSorted((a, b) => cut(b) - cut(a) || (b.time ?? '').localeCompare(a.time ?? ''));
}
