/** Whether brackets of code close as they open, strings and comments aside: what can be said of any language. */
import { locator } from '../analysis/finding.ts';
import { findLanguage } from '../analysis/language.ts';
import { scan } from '../analysis/scan.ts';

const PAIRS: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

/** What is wrong, in words; undefined where they close. */
export function bracketProblem(code: string, language: string): string | undefined {
  const { bare } = scan(code, findLanguage(language));
  const locate = locator(code);
  const open: { sign: string; at: number }[] = [];
  for (const { 0: sign, index } of bare.matchAll(/[()[\]{}]/g)) {
    const opener = PAIRS[sign];
    if (opener === undefined) open.push({ sign, at: index });
    else if (open.pop()?.sign !== opener) return `"${sign}" closes nothing (line ${locate(index).line})`;
  }
  const left = open.at(-1);
  return left === undefined ? undefined : `"${left.sign}" is never closed (line ${locate(left.at).line})`;
}
