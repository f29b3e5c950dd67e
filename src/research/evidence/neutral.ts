/** That no difference was shown is no proof that there is none: how far the figures leave it open, and what a study had the power to find. */
import { abstractWords, type Statement } from './abstract.ts';
import { mainResult } from './outcomes.ts';
import type { EvidenceRow } from './row.ts';
import { foldText, hasAny } from './words.ts';

export interface Neutral {
  /** Its estimate with the interval, as it is written. */
  readonly figures?: string | undefined;
  /** What it says of its own power, in its words. */
  readonly power?: string | undefined;
}

const INTERVAL = /\b(?:CI|CrI|confidence interval|credible interval)\b/i;
const CHANCE = /\bp\s?[<=>≤≥]\s?0?[.·]\d/i;

const PRIMARY = /\bprimary (?:\p{L}+ )?(?:composite|outcome|end[ -]?point)\b/iu;

function figuresOf(sentence: string): string | undefined {
  const brackets = [...sentence.matchAll(/\(([^()]*(?:\([^()]*\)[^()]*)*)\)/g)].map(([, inside]) => inside!);
  return brackets.find((each) => INTERVAL.test(each)) ?? brackets.find((each) => CHANCE.test(each));
}

/** `told`: the sentence with its main result. */
export function neutralOf(told: string, statements: readonly Statement[]): Neutral {
  const own = figuresOf(told);
  // "It did not reduce the primary outcome": its figures stand where it was counted.
  const counted = statements.filter(({ role, text }) => role === 'result' && PRIMARY.test(text));
  const figures = hasInterval(own) ? own : (counted.map(({ text }) => figuresOf(text)).find(hasInterval) ?? own);
  const { power, doubts } = abstractWords();
  const isOnPower = (text: string) => hasAny(foldText(text), power) && !hasAny(foldText(text), doubts);
  const said = statements.find(({ role, text }) => role !== 'background' && isOnPower(text));
  return { ...(figures && { figures }), ...(said && { power: said.text }) };
}

/** It speaks against it only in that chance does as well: by its main result, or because it missed what it was made for. */
export function isNeutral({ direction, results = [], setback }: EvidenceRow): boolean {
  if (direction !== 'against') return false;
  const main = mainResult(results)?.change;
  return (
    main === 'same' ||
    (setback === 'failed' && main === undefined && !results.some((each) => each.change === 'against'))
  );
}

export const hasInterval = (figures: string | undefined) => figures !== undefined && INTERVAL.test(figures);
