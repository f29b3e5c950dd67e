/** Words that only this person's own names explain: "add bulbs to it" behind a list, a place with a sensor, a device misspelt. */
import type { Known } from '../known.ts';
import { lexicon } from '../lexicon.ts';
import { plainTokens } from '../tokens.ts';

export function withOwnNames(text: string, known: Known): string {
  return withSpelt(withPlace(withList(text, known), known), known);
}

/** "Show the garden list and add bulbs to it": the one list that was named before. */
function withList(text: string, { lists }: Known): string {
  const [put] = text.matchAll(ONTO_IT);
  if (put === undefined) return text;
  const before = text.slice(0, put.index).toLowerCase();
  const named = lists.filter((name) => before.includes(`${name.toLowerCase().replace(/\s+list$/, '')} list`));
  if (named.length !== 1) return text;
  return text.replace(ONTO_IT, (_, lead: string) => `${lead} the ${named[0]!.replace(/\s+list$/i, '')} list`);
}

const ONTO_IT =
  /(?<=\b(?:and|then|,|\.)\s+(?:please\s+|also\s+)?)((?:add|put|stick|write)\s+(?!it\b|that\b|them\b|this\b)[^,.;]{2,60}?\s+(?:to|on|onto))\s+(?:it|there|that one)\b/giu;

/** "How warm is it in the baby room": what measures there is asked. */
function withPlace(text: string, { devices }: Known): string {
  return text.replace(WARM, (said, lead: string, place: string, tail: string) => {
    const there = devices.filter(
      (name) => MEASURES.test(name) && name.toLowerCase().startsWith(`${place.toLowerCase()} `),
    );
    return there.length === 1 ? `${lead}what is the temperature of the ${there[0]}${tail}` : said;
  });
}

const WARM =
  /^((?:(?:and|so|please tell me|tell me|can you tell me|do you know)\s+)*)(?:how\s+(?:warm|cold|hot|cool|chilly)\s+is\s+it|is\s+it\s+(?:very\s+|too\s+)?(?:warm|cold|hot|cool|chilly)|what(?:['’]?s|\s+is)\s+the\s+temperature)\s+(?:in|inside|out in|up in)\s+(?:the\s+|our\s+|my\s+)?([\p{L}\p{N} '-]{2,40}?)(?:\s+(?:right now|now|at the moment|today))?(\s*\??)$/iu;
const MEASURES = /\s(?:thermometer|thermostat|sensor|temperature|heating|radiator|climate)$/i;

/** "Coffe machine": one slip in a word, where the rest is the whole name of a device. */
function withSpelt(text: string, { devices }: Known): string {
  const tokens = plainTokens(text);
  const { speller } = lexicon();
  for (const name of devices) {
    const own = plainTokens(name).map(({ word }) => word);
    if (own.length < 2) continue;
    for (let at = 0; at + own.length <= tokens.length; at++) {
      const said = tokens.slice(at, at + own.length);
      const wrong = said.filter(({ word }, place) => word !== own[place]);
      const [slip, ...more] = wrong;
      if (slip === undefined || more.length > 0 || speller.knows(slip.word)) continue;
      const meant = own[said.indexOf(slip)]!;
      if (isSlip(slip.word, meant)) return `${text.slice(0, slip.start)}${meant}${text.slice(slip.end)}`;
    }
  }
  return text;
}

const SHORTEST = 5;

/** One letter more, less, other, or two changed about; a number or a case of the word is none. */
function isSlip(said: string, meant: string): boolean {
  if (meant.length < SHORTEST || said[0] !== meant[0] || said === `${meant}s` || meant === `${said}s`) return false;
  if (Math.abs(said.length - meant.length) > 1) return false;
  let from = 0;
  while (from < said.length && said[from] === meant[from]) from++;
  const [rest, own] = [said.slice(from), meant.slice(from)];
  const isTurned = rest[0] === own[1] && rest[1] === own[0] && rest.slice(2) === own.slice(2);
  return rest.slice(1) === own || rest === own.slice(1) || rest.slice(1) === own.slice(1) || isTurned;
}
