/** What an answer is worth: right (all that must be there, nothing that is false), wrong (something false), else empty. */
import type { Question } from './sets.ts';

export interface Verdict {
  readonly verdict: 'right' | 'wrong' | 'empty';
  /** Right by its first paragraph alone. */
  readonly isRightAtOnce: boolean;
  /** It denies what the papers do say. */
  readonly isDenied: boolean;
  readonly missed: readonly string[];
}

export function judge(one: Pick<Question, 'must' | 'mustNot' | 'good'>, text: string): Verdict {
  const whole = plainOf(text);
  const headline = headlineOf(text);
  const lacking = lackingIn(one.must, whole);
  const said = one.mustNot.filter((source) => finds(source, whole));
  return {
    verdict: said.length > 0 ? 'wrong' : lacking.length > 0 ? 'empty' : 'right',
    isRightAtOnce: said.length === 0 && lackingIn(one.must, headline).length === 0,
    isDenied: lacking.length > 0 && DENIAL.test(headline) && !DENIAL.test(one.good),
    missed: [...lacking.map((source) => `lacks ${source}`), ...said.map((source) => `says ${source}`)],
  };
}

/** How the desk says that there is nothing, and how people do. */
const DENIAL = /\b(?:nothing (?:that|was|on)|none of|no (?:paper|source|stud(?:y|ies)|trial|verdict))\b/i;

const finds = (source: string, text: string) => new RegExp(source, 'i').test(text);

function lackingIn(must: readonly string[], text: string): string[] {
  return must.filter((source) => !finds(source, text));
}

/** The first paragraph: what is read where nothing else is. */
export function headlineOf(text: string): string {
  return plainOf(text.split(/\n\s*\n/)[0] ?? '');
}

/** The words that are read: no footnotes and no markers. */
export function plainOf(text: string): string {
  return text
    .replace(/^\[\^\w+\]:.*$/gm, '')
    .replace(/\[\^\w+\]/g, '')
    .replaceAll('**', '')
    .replace(/\s+/g, ' ')
    .trim();
}
