/** What was looked into because of a complaint: the visit or examination whose reason names it, and what was found there. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Block, block, cite, type Desk, sayPassage } from '../desk.ts';
import { itemsFor } from '../evidence/items.ts';
import { findPassages } from '../evidence/passages.ts';
import { contentWords } from '../evidence/words.ts';
import { hasCue } from '../frames/cues.ts';
import { isInside } from '../frames/scope.ts';
import { daysBetween, type EventView } from '../patient.ts';
import type { Frame } from '../types.ts';
import { capital, list, lower, sayDate } from '../wording.ts';

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

const WEEKS_BEFORE = 30;

/** "Why did they put in the pacemaker?": the reason on the entry, what began right before, and what the note itself says. */
export function tellWhyDone(desk: Desk, frame: Frame): Block | undefined {
  const subject = frame.subjects.find(({ kind }) => kind === 'procedure');
  const [item] =
    subject === undefined
      ? []
      : itemsFor(subject, desk.chart).procedures.toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''));
  if (item === undefined || item.time === null || !PAST.test(frame.text)) return undefined;
  const time = item.time;
  const reason = desk.chart.property(item.uuid, 'reason');
  const began = desk.chart.view.conditions.filter(
    ({ onset }) => onset !== null && onset <= time && daysBetween(onset, time) < WEEKS_BEFORE,
  );
  const visit = desk.chart.view.encounters.find(
    ({ time: from, end, reason: why }) =>
      why !== null &&
      from !== null &&
      from.slice(0, 10) <= time.slice(0, 10) &&
      (end ?? from).slice(0, 10) >= time.slice(0, 10),
  );
  const note = noteOf(desk, item);
  const because = [
    typeof reason === 'string' && reason !== '' ? `for ${lower(reason)}` : '',
    visit === undefined ? '' : `in a stay for ${lower(visit.reason!)}${cite(desk, visit, visit.time)}`,
  ].filter((part) => part !== '');
  const papers = findPassages(desk.chart, {
    concepts: item.concepts,
    words: contentWords(`${frame.text} ${item.name}`),
    text: frame.text,
  })
    .map(({ passage }) => passage)
    .filter(
      ({ remark, time: written }) => !remark && written !== null && Math.abs(daysBetween(time, written)) < WEEKS_BEFORE,
    )
    .slice(0, 2)
    .map((passage) => sayPassage(desk, passage));
  if (because.length + began.length + papers.length === 0 && note === undefined) return undefined;
  return block(
    `**${capital(lower(item.name))} was done on ${sayDate(time)}${because.length === 0 ? '' : `, ${because.join(', ')}`}.${note === undefined ? '' : ` ${note}`}**${cite(desk, item, time)}`,
    [
      began.length === 0
        ? undefined
        : `Right before it: ${list(began.map((each) => `${lower(each.name)} on ${sayDate(each.onset)}${cite(desk, each, each.onset)}`))}.`,
      ...papers,
    ],
  );
}

/** "What did the scan in November show?": what was imaged in those days, and what was found. */
export function tellScanThen(desk: Desk, { text, scope, subjects }: Frame): Block | undefined {
  const isTimed = scope.from !== undefined || scope.to !== undefined || scope.near !== undefined;
  const asksScan = /\bscans?\b/i.test(text) && !subjects.some(({ kind }) => kind === 'procedure');
  if (!isTimed || !asksScan) return undefined;
  const done = desk.chart.view.procedures
    .filter((item) => hasCue('scans', item.name) && isInside(item.time, scope) && noteOf(desk, item) !== undefined)
    .toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''));
  const [item] = done;
  if (item === undefined) return undefined;
  const day = item.time?.slice(0, 10);
  return {
    ...block(
      `**${capital(lower(item.name))} on ${sayDate(item.time)}: ${noteOf(desk, item)}**${cite(desk, item, item.time)}`,
      done
        .slice(1, 3)
        .map(
          (each) =>
            `${capital(lower(each.name))} on ${sayDate(each.time)}: ${noteOf(desk, each)}${cite(desk, each, each.time)}`,
        ),
    ),
    ...(day !== undefined && { at: { from: day, to: day } }),
  };
}
