/**
 * What a source gives in figures and nobody could read a verdict from: asked for it, it is quoted. That nothing is said of an
 * outcome may only be said where no sentence names it.
 */
import { sayResult } from './changes.ts';
import { isDiscredited } from './evidence/grading.ts';
import { baseOf, isSameOutcome, outcomesIn, type Result, stemsOf } from './evidence/outcome-names.ts';
import type { EvidenceRow } from './evidence/table.ts';
import { who } from './survey.ts';
import { asWritten } from './wording.ts';

const MOST = 3;

/** "**In their words, for no verdict on serious infections could be read:** “…” (a randomised trial[^1])." */
export function quoteUnread(
  asked: Pick<Result, 'outcome' | 'said'>,
  said: string,
  rows: readonly EvidenceRow[],
  mark: (id: string) => string,
): string | undefined {
  const found = rows
    .filter((row) => !isDiscredited(row))
    .flatMap((row) =>
      sentencesOf(row)
        .filter((sentence) => isOn(sentence, asked))
        .slice(0, 1)
        .map((sentence) => ({ row, sentence })),
    )
    .toSorted((a, b) => b.row.level - a.row.level)
    .slice(0, MOST);
  if (found.length === 0) return undefined;
  const told = found.map(({ row, sentence }) => `“${sentence.replace(/[.\s]+$/, '')}” (${who([row], mark)})`);
  return `**On ${said}, in the words of the sources, which give no verdict that could be read:** ${told.join('; ')}.`;
}

/** Asked for an outcome by name, the sentence that names it comes before another one of the same aspect. */
export function quoteInstead(
  question: string,
  outcomes: readonly Result[],
  told: string,
  rows: readonly EvidenceRow[],
  mark: (id: string) => string,
): string | undefined {
  const [asked] = outcomes;
  if (asked === undefined || isOn(told, asked)) return undefined;
  return quoteUnread(asked, asWritten(asked.said, question), rows, mark);
}

/** Of a narrower kind of it only: serious cardiovascular events. */
export function tellNarrower(
  asked: Pick<Result, 'outcome' | 'said'>,
  said: string,
  rows: readonly EvidenceRow[],
  mark: (id: string) => string,
): string | undefined {
  const found = rows.flatMap((row) => {
    const own = isDiscredited(row) ? undefined : row.results?.find(({ outcome }) => baseOf(outcome) === asked.outcome);
    return own === undefined ? [] : [`${sayResult(own)} in ${who([row], mark)}`];
  });
  return found.length === 0
    ? undefined
    : `**Of all ${said} nothing could be read; of some of them: ${found.slice(0, MOST).join('; ')}.**`;
}

/** Made for it by its title, and another thing was counted: what became of that. */
export function tellCounted(
  asked: Pick<Result, 'outcome' | 'said'>,
  said: string,
  rows: readonly EvidenceRow[],
  mark: (id: string) => string,
): string | undefined {
  const found = rows.flatMap((row) => {
    const [main] = isDiscredited(row) || !isOn(row.title, asked) ? [] : (row.results ?? []);
    return main === undefined ? [] : [`${sayResult(main)} in ${who([row], mark)}`];
  });
  return found.length === 0
    ? undefined
    : `**Of ${said} by itself nothing could be read; what was counted: ${found.slice(0, MOST).join('; ')}.**`;
}

const sentencesOf = ({ harms = [], figures = [], excerpt }: EvidenceRow) =>
  [...harms, ...figures, excerpt].filter(Boolean);

/** It names it: by a common name, or by all of its words. */
function isOn(sentence: string, { outcome, said }: Pick<Result, 'outcome' | 'said'>): boolean {
  if (outcomesIn(sentence).some((each) => isSameOutcome(each.outcome, outcome))) return true;
  const forms = stemsOf(said);
  const told = stemsOf(sentence);
  return forms.length > 0 && forms.every((form) => told.includes(form));
}
