/** A medicine by its form and where it came from: "the mouth gel from the weekend doctor". The papers say which it is. */
import { openCatalogue } from '../../../clinical/catalogue/index.ts';
import { stem } from '../../../text/index.ts';
import type { Desk } from '../../desk.ts';
import { findPassages, type Passage } from '../../evidence/passages.ts';
import { contentWords } from '../../evidence/words.ts';
import { daysBetween } from '../../patient.ts';
import { pattern } from '../../patterns.ts';
import type { Frame, Subject } from '../../types.ts';

const FORM = pattern('medicine_form');
const OLDEST_DAYS = 400;

export function describedIn({ chart }: Desk, { text }: Frame): Subject[] {
  const form = FORM.exec(text)?.[0].toLowerCase();
  if (form === undefined) return [];
  const word = stem(form);
  const isRecent = ({ time }: Passage) => time !== null && daysBetween(time, chart.view.now) < OLDEST_DAYS;
  const [best] = findPassages(chart, { concepts: [], words: contentWords(text) })
    .filter(({ passage, shared }) => passage.stems.has(word) && shared.length > 0 && isRecent(passage))
    .flatMap(({ passage }) => drugBeside(passage.text, word) ?? []);
  return best === undefined ? [] : [best];
}

/** The medicine that is named nearest to its form. */
function drugBeside(text: string, form: string): Subject | undefined {
  const at = [...text.matchAll(/\p{L}+/gu)].find(([word]) => stem(word.toLowerCase()) === form)?.index ?? 0;
  const [nearest] = openCatalogue()
    .find(text, { kinds: ['drug'] })
    .filter(({ guessed }) => !guessed)
    .toSorted((a, b) => Math.abs(a.start - at) - Math.abs(b.start - at));
  return (
    nearest && { id: nearest.concept.id, kind: 'drug', as: 'itself', text: nearest.concept.name, start: 0, end: 0 }
  );
}
