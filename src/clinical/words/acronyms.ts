import type { FactKind, Mention } from '../facts/facts.ts';
import type { Line } from './line.ts';

/** Abbreviations that a text defines for itself, "doxorubicin (DOX)", and their later uses. */
export type Acronyms = Map<string, { kind: FactKind; name: string }>;

const DEFINED = /^\s*[([]\s*([A-Za-z0-9][A-Za-z0-9-]{0,7}?)s?\s*(?:[)\]]|[;,=])/;
const KINDS = new Set<FactKind>(['medication', 'condition', 'symptom']);

/** Learns from the sentence, then returns the mentions that its abbreviations make. */
export function readAcronyms(line: Line, mentions: Mention[], known: Acronyms): Mention[] {
  for (const mention of mentions) {
    if (!KINDS.has(mention.kind)) continue;
    const words = line.text.slice(mention.start - line.offset, mention.end - line.offset);
    const short = DEFINED.exec(line.text.slice(mention.end - line.offset, mention.end - line.offset + 14))?.[1];
    if (short && isShortFor(short, words)) known.set(short, { kind: mention.kind, name: mention.name });
  }
  if (known.size === 0) return [];
  return line.tokens.flatMap((token) => {
    const meaning = known.get(token.text);
    return meaning ? [{ ...meaning, start: token.start, end: token.end, weight: 2.2 }] : [];
  });
}

/** At least two capitals or a digit, beginning like the long form, its letters found there in order. */
function isShortFor(short: string, words: string): boolean {
  if (short.length < 2 || short.length >= words.length || !/[A-Z].*[A-Z0-9]|^[A-Z][a-z]?$/.test(short)) return false;
  const long = words.toLowerCase();
  let at = -1;
  for (const letter of short.toLowerCase().replace(/[^a-z0-9]/g, '')) {
    at = long.indexOf(letter, at + 1);
    if (at < 0) return false;
  }
  return true;
}
