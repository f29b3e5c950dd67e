/** What an answer of another team dates in the future: each sentence with a day, and what it says of it. */
import { sentencesOf } from '../../text/index.ts';
import { findWhens, type Place } from './time/when.ts';
import { plainTokens } from './tokens.ts';

export interface Dated {
  readonly title: string;
  /** 2026-12-08, or with a time. */
  readonly when: string;
}

const MOST = 50;
const LEAD = /^(?:your |the |my )?(?:next |following )?(?:visit|appointment|after that|then|and)\b(?: is| are)?/i;

export function datedIn(answer: string, place: Place): Dated[] {
  const text = withoutQuotes(withoutMarks(answer));
  const found = text
    .split('\n')
    .flatMap((line) => sentencesOf(line))
    .flatMap((sentence): Dated[] => {
      const tokens = plainTokens(sentence).map((token) => ({ ...token, forms: [token.word] }));
      const when = findWhens(sentence, tokens, place).find((one) => one.dated && !one.recurs && one.at > place.now);
      if (when === undefined) return [];
      const part = when.parts[0]!;
      const [before, after] = [sentence.slice(0, tokens[part.from]!.start), sentence.slice(tokens[part.to - 1]!.end)];
      const title = clean(after) || clean(before.replace(LEAD, ''));
      return title === '' ? [] : [{ title, when: when.wall }];
    });
  const seen = new Set<string>();
  return found
    .filter(({ title, when }) => !seen.has(`${title} ${when}`) && seen.add(`${title} ${when}`))
    .slice(0, MOST);
}

/** The points of a list, as they stand. */
export function pointsIn(answer: string): string[] {
  return withoutMarks(answer)
    .split('\n')
    .flatMap((line) => /^\s*(?:[-*•]|\d+[.)])\s+(.{3,300})$/.exec(line)?.[1]?.trim() ?? [])
    .slice(0, MOST);
}

/** Without emphasis, footnotes and what stands under them. */
function withoutMarks(answer: string): string {
  return answer
    .slice(0, 50_000)
    .split('\n')
    .filter((line) => !/^\[\^/.test(line))
    .join('\n')
    .replace(/\[\^[^\]]{1,20}\]/g, '')
    .replace(/\*+/g, '');
}

/** What a letter is quoted with is no word of the answer. */
function withoutQuotes(text: string): string {
  return text
    .split('\n')
    .filter((line) => !/["“][^"”]{20,}["”]/.test(line))
    .join('\n');
}

function clean(text: string): string {
  const plain = text.replace(/^[\s:,;–-]+|[\s:,;.–-]+$/g, '').slice(0, 200);
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
