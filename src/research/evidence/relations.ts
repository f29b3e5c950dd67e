/** What of a study decides on the whole of it, and how what it studied stands to what that was held against. */
import type { SourceItem } from '../../sources/research/index.ts';
import { abstractWords, type Statement } from './abstract.ts';
import { isSecondary } from './aims.ts';
import type { Direction } from './appraisal.ts';
import type { Arms } from './arms.ts';
import { isOnGiving } from './giving.ts';
import type { Result } from './outcome-names.ts';
import { mainResult } from './outcomes.ts';
import type { EvidenceRow } from './row.ts';
import { isOfSubgroup } from './subgroups.ts';
import { isNoninferior, type WordedVerdict } from './verdicts.ts';

export const isPart = ({ text, role }: Statement) => role !== 'background' && role !== 'method' && isOfSubgroup(text);

/** Without what is said of some of those who took part, or of how it was given: that decides nothing. */
export function ofWhole(item: SourceItem, statements: readonly Statement[]): SourceItem {
  const aside = statements.filter((each) => isPart(each) || isOnGiving(each.text) || isSecondary(each.text));
  return { ...item, text: aside.reduce((left, { text }) => left.replace(text, ' '), item.text) };
}

/** Neither was better: by its main result, unless its words say who was. */
export function relationOf(
  statements: readonly Statement[],
  results: readonly Result[],
  verdict: WordedVerdict | undefined,
  direction: Direction,
): EvidenceRow['relation'] {
  const isWithin = statements.some(
    ({ role, text }) => role !== 'background' && role !== 'method' && isNoninferior(text),
  );
  if (isWithin && direction === 'favours' && verdict?.is !== 'better') return 'noninferior';
  return direction === 'against' && verdict === undefined && mainResult(results)?.change === 'same'
    ? 'same'
    : undefined;
}

/** What it is held against is a treatment, and not what is nothing. */
export function rivalOf({ names: { compared } }: Arms): { rival?: string } {
  const names = compared.filter((word) => !abstractWords().none.includes(word));
  return names.length === 0 ? {} : { rival: names.join(' ') };
}
