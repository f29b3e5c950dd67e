/** What is asked of a literature source: the words that carry the question, none of its grammar. */
import { withoutIdentifiers } from '../identifiers.ts';

const ASKING = new Set(
  'a an the is are was were be do does did can could should would will may might what which who how why when where my me i you your it its this that there of for to in on at about with from by and or not any some new latest recent news update updates research find search look tell please explain much many long'.split(
    ' ',
  ),
);

const LONGEST = 300;

export function toTerm(query: string): string {
  return termWords(query).join(' ').slice(0, LONGEST).trim();
}

export function termWords(query: string): string[] {
  return withoutIdentifiers(query)
    .replace(/[^\p{L}\p{N}\s.'-]/gu, ' ')
    .split(/\s+/)
    .map((word) => word.replace(/^[.'-]+|[.'-]+$/g, ''))
    .filter((word) => word !== '' && !ASKING.has(word.toLowerCase()))
    .map((word) => (/^(?:AND|OR|NOT)$/.test(word) ? word.toLowerCase() : word));
}
