/** "Do I still have my spleen?": whether an organ was taken out, by the operation that does it, or by what papers say. */
import { z } from 'zod';
import { readRows } from '../../text/rows.ts';
import { type Block, block, cite, type Desk, quotePassage } from '../desk.ts';
import { itemsFor } from '../evidence/items.ts';
import { passagesOf } from '../evidence/passages.ts';
import type { Frame } from '../types.ts';
import { sayDate } from '../wording.ts';

const REMOVED_BY = z.record(z.string(), z.string()).parse(readRows(new URL('./organs.yml', import.meta.url)));
const ORGAN = Object.keys(REMOVED_BY).join('|');
const ASKS = new RegExp(
  `\\b(?:have|has|got|had)\\b(?: \\w+)? (?:my|his|her|their|your|a|the|any)\\b(?: own)? (${ORGAN})\\b(?! (?:problem|trouble|cancer|disease|stone|infection|pain|removed|out|taken)s?)`,
  'i',
);

export function answerOrgan(desk: Desk, { text }: Frame): Block | undefined {
  const organ = /\b(?:still|left|not)\b/i.test(text) ? ASKS.exec(text)?.[1]?.toLowerCase() : undefined;
  if (organ === undefined) return undefined;
  const removal = REMOVED_BY[organ]!;
  const done = itemsFor({ id: removal, as: 'itself', text: '' }, desk.chart).procedures.toSorted((a, b) =>
    (a.time ?? '').localeCompare(b.time ?? ''),
  )[0];
  if (done !== undefined)
    return block(
      `**No: the ${organ} was taken out${done.time === null ? '' : ` on ${sayDate(done.time)}`} (${done.name}).**${cite(desk, done, done.time)}`,
    );
  const gone = new RegExp(
    `\\b(?:no|without(?: a| the)?|took (?:\\w+ )?|removed?(?: the)?) ${organ}\\b|\\b${organ} (?:was |is |has been )?(?:removed|taken out|out|gone)\\b`,
    'i',
  );
  const said = passagesOf(desk.chart).find((passage) => !passage.remark && gone.test(passage.text));
  if (said !== undefined) return block(`**No, by your papers. ${quotePassage(desk, said)}**`);
  return block(
    `**Your record names no operation that took out the ${organ}.** I looked through procedures and papers.`,
    [],
    'absent',
  );
}
