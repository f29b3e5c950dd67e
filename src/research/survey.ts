/** Sources in a sentence: by kind, how sure, and with their marks. */
import { countStudies } from './evidence/counts.ts';
import { sayGrade } from './evidence/grading.ts';
import type { EvidenceRow } from './evidence/table.ts';
import { article, inWords } from './wording.ts';

type Mark = (id: string) => string;

/** "A randomised trial (moderate certainty)[^1]", "randomised trials[^1][^3] and a guideline[^2]". */
export function who(rows: readonly EvidenceRow[], mark: Mark): string {
  const [first] = rows;
  if (rows.length > 1)
    return listOf(
      kindsOf(rows).map(
        ([design, some]) =>
          `${some.length === 1 ? `${article(design)} ${design}` : manyOf(design)}${marksOf(some, mark)}`,
      ),
    );
  const { design, preprint } = first!;
  const facts = [sayGrade(first!), preprint ? 'preprint' : ''].filter(Boolean).join(', ');
  return `${article(design)} ${design}${facts === '' ? '' : ` (${facts})`}${marksOf(rows, mark)}`;
}

function kindsOf(rows: readonly EvidenceRow[]): [string, EvidenceRow[]][] {
  return [...Map.groupBy(rows, ({ design }) => design)];
}

export function marksOf(rows: readonly EvidenceRow[], mark: Mark): string {
  return rows
    .slice(0, MOST_MARKS)
    .map(({ id }) => mark(id))
    .join('');
}

export function listOf(parts: readonly string[]): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

export const MOST_MARKS = 4;

/** What there is, by kind: "Found: a guideline and two randomised trials." A trial that is told of twice is one. */
export function surveyOf(rows: readonly EvidenceRow[], opening: string): string {
  const told = kindsOf(rows).map(([design, some]) => {
    const count = countStudies(some);
    return count === 1 ? `${article(design)} ${design}` : `${inWords(count)} ${manyOf(design)}`;
  });
  return `**${opening}:** ${listOf(told)}.`;
}

/** "Trials without randomisation": the noun takes the plural, not the last word. */
function manyOf(design: string): string {
  const [noun, ...rest] = design.split(/ (?=without|or|about|of|on)/);
  const many = noun!.replace(/(meta-analys)is$|(stud|entr)y$|$/, (_, analys, stem) =>
    analys ? `${analys}es` : stem ? `${stem}ies` : 's',
  );
  return [many, ...rest].join(' ');
}
