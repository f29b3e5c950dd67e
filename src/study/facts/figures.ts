/** The figures of a sentence that can be asked for: quantities with their units, and how many of something there are. */
import type { Asked } from './askable.ts';
import { type Clause, tokensOf } from './clause.ts';
import type { Sentence } from './corpus.ts';
import { contentStems } from './terms.ts';
import { type Quantity, readNumberWord, readQuantities } from './values.ts';

/** Numbers of these are names, not values. */
const NUMBERED =
  /\b(?:type|stage|grade|class|phase|step|factor|figure|table|chapter|level|group|interleukin|vitamin|nerve|chromosome|category|number|part|in|since|by|until)\s*$/i;

/** A sentence with more figures than this is a table. */
const MOST_QUANTITIES = 3;

export function* valuesIn(sentence: Sentence, text: string, clause: Clause | undefined): Generator<Asked> {
  if (clause === undefined) return;
  const quantities = readQuantities(text);
  if (quantities.length > MOST_QUANTITIES) return;
  for (const quantity of quantities) {
    const before = text.slice(0, quantity.start);
    // "One" counts nothing, "below 1 %" does.
    if (quantity.low === 1 && quantity.high === 1 && quantity.unit === '') continue;
    // "The 30S subunit" is a name.
    if (/^\d{2}S$/.test(quantity.text)) continue;
    if (NUMBERED.test(before) || (quantity.unit === '' && !isFigure(text, quantity))) continue;
    if (contentStems(text.slice(0, quantity.start) + text.slice(quantity.end)).size < 3) continue;
    const { start, end } = quantity;
    // "20 minutes to 12 hours" is one range.
    if (/^ (?:to|or|–) \d/.test(text.slice(quantity.end)) || /\d \p{L}+ (?:to|or|–) $/u.test(before)) continue;
    // "3 L/m²": a unit is asked for whole.
    if (text[end] === '/') continue;
    yield { kind: 'value', sentence, text, relation: 'value', start, end, quantity };
  }
  if (quantities.length === 0) yield* countsIn(sentence, text, clause);
}

/** "Normal arterial pH is 7.35 to 7.45": a bare number that is the whole of what is said. */
function isFigure(text: string, { low, high, decimals, start, end }: Quantity): boolean {
  if (decimals === 0 && low === high) return false;
  const isSaid = /\b(?:is|are|of|below|above|between|from|to|than|about|normally|exceeds)\s+$/i.test(
    text.slice(0, start),
  );
  return isSaid && /^(?:[.,;)]| (?:in|and|or|for|at|when|to)\b)/.test(text.slice(end));
}

const COUNTING = new Set([
  'has',
  'have',
  'contain',
  'comprise',
  'consist',
  'divide',
  'form',
  'hold',
  'is',
  'are',
  'take',
  'last',
  'occur',
]);

/** "has four chambers", "two thirds of the filtered sodium" */
function* countsIn(sentence: Sentence, text: string, clause: Clause): Generator<Asked> {
  for (const token of tokensOf(text)) {
    if (token.start < clause.verb.end) continue;
    const word = readNumberWord(text.slice(token.start));
    if (word === undefined || (word.value === 1 && word.length === 3)) continue;
    if (/\b(?:to|or|than|and)\s+$/i.test(text.slice(0, token.start))) continue;
    const rest = text.slice(token.start + word.length);
    if (/^ (?:to|or) /.test(rest)) continue;
    const fraction = word.value < 1;
    if (
      fraction
        ? !/^ of /.test(rest)
        : !COUNTING.has(clause.verb.lemma) ||
          !/^ \p{L}+s\b/u.test(rest) ||
          /^ (?:halves|parts|sides|times)\b/.test(rest)
    )
      continue;
    const end = token.start + word.length;
    const quantity: Quantity = {
      ...{ start: token.start, end, text: text.slice(token.start, end), low: word.value, high: word.value },
      ...{ unit: fraction ? 'fraction' : 'count', form: '{word}', decimals: 0 },
    };
    yield { kind: 'value', sentence, text, relation: 'value', start: token.start, end, quantity };
    return;
  }
}
