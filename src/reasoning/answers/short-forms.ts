/** The short forms of what an answer quotes, in plain words: who has a letter read to them need not be able to read it. */
import type { Desk } from '../desk.ts';
import { stemsOf } from '../evidence/passages.ts';
import { shortsIn } from '../glossary/abbreviations.ts';

/** What stands between the marks of a quote. */
const QUOTED = / says: "([^"]+(?:"[^"]*"[^"]*)*?)"(?=\[\^|\*|$|\s)/g;
const PIECES = /(?<=[.;])\s+|\s-\s|\n/;
const MOST_QUOTES = 2;
const MOST = 6;
/** Who writes so many short forms themselves can read them. */
const OWN = 2;

/** Of the quotes that answer, not of all that stand beside; first of the piece that is nearest to what was asked. */
export function sayShortForms({ message }: Desk, answers: string): string {
  if (shortsIn(message).length >= OWN) return '';
  const quotes = [...answers.matchAll(QUOTED)].slice(0, MOST_QUOTES).map(([, quote]) => quote!);
  const asked = stemsOf(message);
  const shared = (piece: string) => [...stemsOf(piece)].filter((word) => asked.has(word)).length;
  const pieces = quotes.flatMap((quote) => quote.split(PIECES)).toSorted((a, b) => shared(b) - shared(a));
  const forms = shortsIn(pieces.join(' . ')).slice(0, MOST);
  return forms.length === 0
    ? ''
    : `Short forms there: ${forms.map(({ said, means }) => `“${said}” ${means}`).join('; ')}.`;
}
