/** What is asked of single items of entries, and which of them are safe to offer (entry-choices.yml). */
import { z } from 'zod';
import { KINDS } from '../../clinical/catalogue/index.ts';
import { readRows } from '../../text/rows.ts';
import { termKey } from '../facts/terms.ts';
import { RELATIONS } from '../types.ts';
import { MARK_LISTS } from './marks.ts';

const row = z.strictObject({
  section: z.string(),
  of: z.array(z.string()),
  relation: z.enum(RELATIONS),
  asks: z.string(),
  asks_not: z.string().optional(),
  marks: z.enum(MARK_LISTS).optional(),
  answers: z.array(z.enum(KINDS)),
});
const words = z.array(z.string());
const file = z.strictObject({
  rows: z.array(row),
  broad: words,
  vague: words,
  against_germs: z.record(z.string(), words),
});
export type ItemRow = z.infer<typeof row>;

interface ChoiceWords {
  readonly rows: readonly ItemRow[];
  readonly broad: readonly string[];
  readonly vague: ReadonlySet<string>;
  /** Groups of medicines, and words for the germs that they act on. */
  readonly germs: ReadonlyMap<string, ReadonlySet<string>>;
}

let read: ChoiceWords | undefined;

export function choiceWords(): ChoiceWords {
  if (read !== undefined) return read;
  const { vague, against_germs, ...others } = file.parse(readRows(new URL('./entry-choices.yml', import.meta.url)));
  read = {
    ...others,
    vague: new Set(vague.map(termKey)),
    germs: new Map(Object.entries(against_germs).map(([group, said]) => [group, new Set(said)])),
  };
  return read;
}

export function itemRows(): readonly ItemRow[] {
  return choiceWords().rows;
}
