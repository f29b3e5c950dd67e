/**
 * Groups by age that a request leaves out, turned round: "not in children" asks for adults, "adults only" too. What is read of a
 * request after that reads nobody as asked for who was not. Words: populations.yml.
 */
import { populations } from './population.ts';

let patterns: ReturnType<typeof readPatterns> | undefined;

function readPatterns() {
  const { groups, denied, only } = populations();
  const any = (words: readonly string[]) =>
    `(?:${words
      .toSorted((a, b) => b.length - a.length)
      .join('|')
      .replace(/ /g, '\\s+')})`;
  const named = Object.values(groups).map(({ to, words }) => ({ isYoung: to <= GROWN, words }));
  const young = any(named.filter(({ isYoung }) => isYoung).flatMap(({ words }) => words));
  const grown = any(named.filter(({ isYoung }) => !isYoung).flatMap(({ words }) => words));
  const edge = '(?![\\p{L}\\p{N}-])';
  // "Not children under 6" leaves out some of them only.
  const whole = `${edge}(?!\\s+(?:under|over|aged|below|above|younger|older|with)\\b)`;
  const [not, no] = [any(denied), any(only)];
  const deny = (group: string) =>
    new RegExp(
      `[,;]?\\s*(?<![\\p{L}\\p{N}-])(?:(?:and|but)\\s+)?${not}\\s+(?:(?:the|any|in|for)\\s+)*${group}${whole}(?:\\s+(?:and|or)\\s+${group}${whole})*`,
      'giu',
    );
  const limit = (group: string) =>
    new RegExp(
      `(?<![\\p{L}\\p{N}-])(?:(?:in|for)\\s+)?(?:${no}\\s+(?:(?:in|for)\\s+)?(${group})${edge}|(${group})\\s+${no}${edge})`,
      'giu',
    );
  return { young: deny(young), grown: deny(grown), only: [limit(young), limit(grown)] };
}

const GROWN = 18;

/** The request as it asks for people, and leaves nobody out. */
export function withoutDenied(text: string): string {
  patterns ??= readPatterns();
  const { young, grown, only } = patterns;
  const limited = only.reduce((rest, one) => rest.replace(one, (_, a, b) => `in ${a ?? b}`), text);
  const turned = turn(turn(limited, young, 'adults'), grown, 'children');
  return turned === text
    ? text
    : turned
        .replace(/[^\S\n]+/g, ' ')
        .replace(/\s+(?=[,.;:?!])/g, '')
        .trim();
}

/** Said once, and not where it is said already. */
function turn(text: string, pattern: RegExp, others: string): string {
  let isSaid = new RegExp(`\\b(?:in|for|among) ${others}\\b`, 'i').test(text.replace(pattern, ''));
  return text.replace(pattern, () => {
    const told = isSaid ? '' : ` in ${others}`;
    isSaid = true;
    return told;
  });
}
