/**
 * A medicine as people describe it: by what it is for ("the thyroid tablet"), by its form ("the drip"), by its rhythm
 * ("the weekly one"). A description is held against this record's own medicines; what it cannot mean is left out.
 */
import { z } from 'zod';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { stem, wordsIn } from '../../text/index.ts';
import { readRows } from '../../text/rows.ts';
import type { Chart } from '../chart.ts';
import { isCue } from '../frames/cues.ts';
import { isForm, isOtherForm } from '../frames/forms.ts';
import type { MedicineView } from '../patient.ts';

const rhythms = z
  .record(z.string(), z.object({ says: z.array(z.string()), shows: z.array(z.string()) }))
  .parse(readRows(new URL('./described.yml', import.meta.url)));

/** Those that the form and the rhythm named in the words leave; all where they leave none. */
export function fitting(words: string, items: readonly MedicineView[]): MedicineView[] {
  const forms = wordsIn(words).filter(({ lower }) => isForm(lower));
  const said = Object.values(rhythms).find(({ says }) => says.some((each) => holds(words, each)));
  const inForm = keep(items, (item) => forms.every(({ lower }) => !isOtherForm(item, lower)));
  return said === undefined ? inForm : keep(inForm, (item) => said.shows.some((each) => holds(textOf(item), each)));
}

function keep(items: readonly MedicineView[], fits: (item: MedicineView) => boolean): MedicineView[] {
  const left = items.filter(fits);
  return left.length > 0 ? left : [...items];
}

function holds(text: string, phrase: string): boolean {
  const words = wordsIn(text).map(({ lower }) => lower);
  return ` ${words.join(' ')} `.includes(` ${phrase} `);
}

function textOf({ name, frequency, note }: MedicineView): string {
  return [name, frequency, note].filter((each) => each !== null).join(' ');
}

/** By what they are for: the reason on the entry, or an illness of this record that they treat, is called so or is of that kind. */
export function givenFor(text: string, { view }: Chart): MedicineView[] {
  const words = wordsIn(text)
    .map(({ lower }) => lower)
    .filter((word) => !isCue('forms', word) && word.length > MIN_WORD)
    .map(stem);
  if (words.length === 0) return [];
  const catalogue = openCatalogue();
  const own = new Set(view.conditions.flatMap(({ concepts }) => concepts));
  const ills = (item: MedicineView) => {
    const reasons = catalogue.find(item.reason ?? '', { kinds: ['condition'] }).map(({ concept }) => concept.id);
    if (reasons.length > 0) return reasons;
    return item.concepts
      .flatMap((id) => catalogue.treats(id).map((each) => each.id))
      .filter((id) => own.has(id) || [...own].some((held) => catalogue.isA(held, id)));
  };
  const isCalled = (id: string) =>
    [id, ...catalogue.ancestors(id)].some((each) => {
      const named = new Set(
        (catalogue.get(each)?.names ?? []).flatMap((name) => wordsIn(name).map((word) => stem(word.lower))),
      );
      return words.every((word) => named.has(word));
    });
  return view.medicines.filter((item) => ills(item).some(isCalled));
}

const MIN_WORD = 2;
