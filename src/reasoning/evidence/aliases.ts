/** What a person's own papers call a medicine: "Sunny Days (St John's wort 300 mg)" makes one of the other. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import type { Chart } from '../chart.ts';
import { passagesOf } from './passages.ts';

interface Alias {
  said: RegExp;
  means: string;
}

const read = new WeakMap<Chart['view'], Alias[]>();
/** A name of two to four words with capitals, or of one in the middle of a sentence, and in brackets what is in it. */
const EXPLAINED =
  /((?<=[\p{Ll},] )\p{Lu}[\w'’-]{3,}|\b\p{Lu}[\w'’-]+(?: \p{Lu}[\w'’-]+){1,3})(?: (?:tablets?|capsules?|tea|drops|pills|powder))? \(([^()]{4,80})\)/gu;
/** "SALVIDA, salt without sodium (potassium chloride 66 %)": a name in capitals, what it is, and what is in it. */
const LABELLED =
  /(?<![\p{L}\d])(\p{Lu}[\p{Lu}'’-]{3,}(?: \p{Lu}{3,}){0,2})(?:[,:] [^().:;]{3,50})? \(([^()]{4,80})\)/gu;

function aliasesOf(chart: Chart): Alias[] {
  const known = read.get(chart.view);
  if (known !== undefined) return known;
  const catalogue = openCatalogue();
  const found = passagesOf(chart).flatMap(({ text }) =>
    [...text.matchAll(EXPLAINED), ...text.matchAll(LABELLED)].flatMap(([, name = '', inside = '']) => {
      const drugs = catalogue.find(inside, { kinds: ['drug'] });
      if (drugs.length === 0 || catalogue.find(name).length > 0) return [];
      const said = new RegExp(`\\b${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\b`, 'i');
      return [{ said, means: drugs.map(({ text: each }) => each).join(' and ') }];
    }),
  );
  read.set(chart.view, found);
  return found;
}

/** The message with what such a name means behind it. */
export function withMeanings(message: string, chart: Chart): string {
  return aliasesOf(chart).reduce(
    (text, { said, means }) => text.replace(said, (name) => `${name} (${means})`),
    message,
  );
}
