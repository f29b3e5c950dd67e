/** Asked whether to stop, or for how long: what a trial of just that says, in its words. */

import { stemsOf } from './evidence/outcome-names.ts';
import { outcomesAsked } from './evidence/outcomes.ts';
import type { EvidenceRow } from './evidence/table.ts';
import { isNoninferior } from './evidence/verdicts.ts';
import { type Way, waysAsked } from './evidence/ways.ts';
import { foldText } from './evidence/words.ts';
import { who } from './survey.ts';

const ON: Readonly<Record<Way, string>> = {
  stopping: 'On stopping it',
  length: 'On how long',
  how: 'On how it is given',
};
const MOST_ROWS = 2;
const MOST_SENTENCES = 2;

/** Undefined where that is not asked, or nobody looked into it. */
export function tellWay(
  question: string,
  rows: readonly EvidenceRow[],
  mark: (id: string) => string,
): string | undefined {
  const asked = waysAsked(question);
  const own = rows
    .filter(({ giving, figures = [] }) => giving !== undefined && asked.includes(giving) && figures.length > 0)
    .toSorted((a, b) => b.level - a.level)
    .slice(0, MOST_ROWS);
  if (own.length === 0) return undefined;
  const names = outcomesAsked(question).map(({ said }) => stemsOf(said));
  const isOn = (sentence: string) => names.some((forms) => forms.every((form) => stemsOf(sentence).includes(form)));
  const told = own.map((row) => {
    const sentences = [...row.figures!].toSorted((a, b) => Number(isOn(b)) - Number(isOn(a))).slice(0, MOST_SENTENCES);
    return `${who([row], mark)}: ${sentences.map((text) => `“${text.replace(/[.\s]+$/, '')}”${mark(row.id)}`).join(', ')}`;
  });
  const isEqual = EQUAL.test(foldText(question)) && own.every(({ figures = [] }) => figures.some(isWithin));
  const opening = isEqual ? 'Yes, as far as this shows, within the margin that was allowed' : ON[own[0]!.giving!];
  return `**${opening}:** ${told.join('; ')}.`;
}

const EQUAL = /\b(?:as (?:good|effective|well|safe) as|enough|sufficient|non-?inferior|equivalent)\b/;
const isWithin = (sentence: string) => isNoninferior(sentence) || /\bshow(?:ing|ed) non-?inferiority\b/i.test(sentence);
