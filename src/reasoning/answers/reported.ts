/** What an examination showed: the report that bears its name, with the values that it tells of and what it asks for. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Block, block, citeReading, type Desk, nameOf, quotePassage } from '../desk.ts';
import { isTitled, namesOf, type Passage, passagesOf } from '../evidence/passages.ts';
import { readingsOf } from '../evidence/series.ts';
import { isInside } from '../frames/scope.ts';
import type { Frame, Subject } from '../types.ts';
import { list, sayDate } from '../wording.ts';
import { missingAfter } from './plans.ts';

const LONGEST = 640;

/** Nothing where no report is titled by it, or an entry of it has its own words. */
export function tellReport(desk: Desk, frame: Frame): Block | undefined {
  const subject = frame.subjects.find(({ kind }) => kind === 'procedure');
  if (subject === undefined) return undefined;
  const report = reportOf(desk, subject, frame);
  if (report === undefined) return undefined;
  const [first] = report;
  const measured = measuredIn(report);
  const values = measured.flatMap((id) => {
    const [last, before] = readingsOf(desk.chart, id)
      .filter(({ time }) => time.slice(0, 10) <= first!.time!.slice(0, 10))
      .toReversed();
    if (last === undefined || last.time.slice(0, 10) !== first!.time!.slice(0, 10)) return [];
    const from =
      before === undefined
        ? ''
        : ` (${before.shown} on ${sayDate(before.time)}${citeReading(desk, before, nameOf(id))})`;
    return [`${nameOf(id)} ${last.shown}${citeReading(desk, last, nameOf(id))}${from}`];
  });
  const day = first!.time!.slice(0, 10);
  return {
    ...block(`**${quotePassage(desk, first!, report, LONGEST)}**`, [
      values.length === 0 ? undefined : `Measured: ${list(values.slice(0, MOST_VALUES))}.`,
      ...missingAfter(desk, first!),
    ]),
    at: { from: day, to: day },
    about: [
      subject,
      ...measured.map((id): Subject => ({ id, kind: 'observation', as: 'itself', text: nameOf(id), start: 0, end: 0 })),
    ],
  };
}

const MOST_VALUES = 3;

/** The newest paper of that title, from its beginning as far as can be quoted. */
function reportOf({ chart }: Desk, { id }: Subject, { scope }: Frame): Passage[] | undefined {
  const names = namesOf(id);
  const [newest] = passagesOf(chart)
    .filter((passage) => passage.time !== null && isInside(passage.time, scope) && isTitled(names, passage))
    .toSorted((a, b) => b.time!.localeCompare(a.time!));
  if (newest === undefined) return undefined;
  const kept: Passage[] = [];
  let length = 0;
  for (const each of newest.paper) {
    length += each.text.length;
    if (kept.length > 0 && length > LONGEST) break;
    kept.push(each);
  }
  return kept;
}

function measuredIn(report: readonly Passage[]): string[] {
  const found = openCatalogue().find(report.map(({ text }) => text).join(' '), { kinds: ['observation'] });
  return [...new Set(found.map(({ concept }) => concept.id))];
}
