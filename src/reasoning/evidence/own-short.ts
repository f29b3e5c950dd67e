/** "Metf (diarrhoea), pio (swelling)": letters cut the names of this person's own medicines short. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { isOrdinaryWord } from '../../clinical/lexicon/ordinary.ts';
import { wordsIn } from '../../text/index.ts';
import type { PatientView } from '../patient.ts';

const LEAST = 3;
/** What is left out is a good part of the name: "metoprolo" is a slip, "metop" is short. */
const LEFT_OUT = 3;

/** The whole name of a word that begins the name of just one medicine of this record. */
export type Lengthen = (word: string) => string | undefined;

export function openOwnShort({ medicines }: Pick<PatientView, 'medicines'>): Lengthen {
  const catalogue = openCatalogue();
  const names = new Set(
    medicines
      .flatMap(({ concepts }) => concepts.flatMap((id) => catalogue.get(id)?.name ?? []))
      .map((name) => name.toLowerCase())
      .filter((name) => /^\p{L}{6,}$/u.test(name)),
  );
  const known = new Map<string, string | undefined>();
  return (written) => {
    const word = written.toLowerCase();
    if (known.has(word)) return known.get(word);
    const begun =
      word.length < LEAST || names.has(word) || isOrdinaryWord(word)
        ? []
        : [...names].filter((name) => name.startsWith(word) && name.length >= word.length + LEFT_OUT);
    const whole = begun.length === 1 ? begun[0] : undefined;
    known.set(word, whole);
    return whole;
  };
}

/** Three letters are a name only where a dose, a reason in brackets or an arrow follows: "pio (swelling)", and not "met with". */
const LEAST_ALONE = 4;
const GOES_ON = /^\s*(?:\(|\d|->|→)/;

/** The names that a text has in short, with where they stand. */
export function lengthened(text: string, lengthen: Lengthen): { name: string; start: number; end: number }[] {
  return wordsIn(text).flatMap(({ lower, start, end }) => {
    const name = lower.length >= LEAST_ALONE || GOES_ON.test(text.slice(end)) ? lengthen(lower) : undefined;
    return name === undefined ? [] : [{ name, start, end }];
  });
}
