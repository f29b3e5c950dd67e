/**
 * What there is to do about a research report. A finding is no deed: what stands under a heading becomes one by what the
 * heading is for (report.yml), and what tells only how the desk worked becomes none.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { readRows } from '../../text/rows.ts';
import { pointsIn } from './dated.ts';

const schema = z.array(
  z.strictObject({
    heading: z.string(),
    /** What is done about each point; absent: nothing. */
    deed: z.string().optional(),
    example: z.string(),
    counter: z.string(),
  }),
);

let rows: readonly { readonly words: readonly string[]; readonly deed?: string | undefined }[] | undefined;

function headings() {
  rows ??= schema
    .parse(readRows(join(import.meta.dirname, 'report.yml')))
    .map(({ heading, deed }) => ({ words: heading.split('|').map((one) => one.trim()), deed }));
  return rows;
}

/** What is to be done about what stands under a heading; undefined where nobody said what the heading is for. */
export function deedUnder(heading: string): { readonly deed?: string | undefined } | undefined {
  const said = heading.toLowerCase();
  return headings().find(({ words }) => words.some((word) => said.includes(word)));
}

/** Points without a heading that is known are what they say. */
export function todosIn(report: string): string[] {
  const parts = report.split(/^(?=#{1,4} )/m);
  return parts.flatMap((part) => {
    const [, heading = ''] = /^#{1,4} (.*)$/m.exec(part) ?? [];
    const known = heading === '' ? undefined : deedUnder(heading);
    if (known !== undefined && known.deed === undefined) return [];
    const points = pointsIn(part).filter((point) => !EMPTY.test(point));
    return points.map((point) => (known?.deed ? `${known.deed} ${point}` : point).slice(0, 300));
  });
}

/** Said where there is nothing. */
const EMPTY =
  /^(?:nothing|none|everything: no source|and \d+ (?:sources?|more))\b|\bsays? nothing that could be read\b|\bleft out\)/i;
