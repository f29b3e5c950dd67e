/** What a sentence speaks of where it only points to what the study was made for, and which of its results it was not made for. */
import { abstractWords, definitionIn } from './abstract.ts';
import { foldText, hasAny } from './words.ts';

export const LONGEST_AIM = 90;

/** "It occurred in 21%", behind what the primary outcome was; and without what only says which kind of outcome it is. */
export function asRead(text: string, before: string): string {
  const defined = definitionIn(before);
  const [, noun] = MEASURED.exec(text) ?? [];
  // "The mean change was …", behind what it is the change in.
  if (noun !== undefined && defined?.includes(noun.toLowerCase()) && defined.length <= LONGEST_AIM)
    return text.replace(MEASURED, `The ${defined}`).replace(APPOSED, ' ');
  const meant = defined
    ? text.replace(
        /^(?:It|This|This outcome)(?= (?:occurred|was|happened|did|fell|rose|improved)\b)/,
        'The primary outcome',
      )
    : text;
  return meant.replace(APPOSED, ' ');
}

const MEASURED =
  /^(?:The |This )?(?:(?:mean|median|average|adjusted|least-squares) )*(change|difference|reduction|decrease|increase|score|improvement|rate)(?= (?:was|were|averaged|did|differed|fell|rose)\b)/i;
const APPOSED =
  /,\s(?:an?|the|our|one of the)\s(?:key |main |pre-?specified )*(?:co-)?(?:secondary|exploratory|tertiary|safety)\s[^,]{0,40},\s/giu;

/** It says itself that it is no main result: of that nothing is concluded. */
export function isSecondary(text: string): boolean {
  return hasAny(foldText(text), abstractWords().secondary);
}
