/** What stands once in a record, if at all (a blood group): quoted where a paper gives it, denied where none does. */
import { z } from 'zod';
import { readRows } from '../../text/rows.ts';
import { type Block, block, type Desk, quotePassage, sayPassage } from '../desk.ts';
import { passagesOf } from '../evidence/passages.ts';
import type { Frame } from '../types.ts';

const text = z.string().min(3);
export const attributes = z
  .array(
    z.strictObject({
      name: text,
      asks: text,
      says: text,
      example: text,
      counter: text,
      holds: text,
      lacks: text,
      elsewhere: text.optional(),
    }),
  )
  .parse(readRows(new URL('./attributes.yml', import.meta.url)))
  .map((row) => ({ ...row, asks: new RegExp(row.asks, 'i'), says: new RegExp(row.says, 'i') }));

export function answerAttribute(desk: Desk, frame: Frame): Block | undefined {
  const asked = frame.act === 'ask' ? attributes.find(({ asks }) => asks.test(frame.text)) : undefined;
  if (asked === undefined) return undefined;
  const papers = passagesOf(desk.chart)
    .filter(({ printed }) => !printed)
    .toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''));
  const held = papers.find((passage) => asked.says.test(passage.text));
  if (held !== undefined) return block(`**${quotePassage(desk, held)}**`);
  const near = papers.find((passage) => asked.asks.test(passage.text));
  return block(
    `**There is no ${asked.name} in your record: it does not say.** I looked through all entries and papers and did not find it.`,
    [asked.elsewhere, near === undefined ? undefined : sayPassage(desk, near)],
    'absent',
  );
}
