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
import { passagesOf, withSynonyms } from './passages.ts';
import { contentWords } from './words.ts';

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
  return view.medicines.filter((item) => ills(item).some((id) => isCalled([id, ...catalogue.ancestors(id)], words)));
}

const MIN_WORD = 2;

/** "The bladder pill", "the tablet for her concentration": the words that say which. */
const BEFORE_FORM =
  /(?:\b(?:the|my|his|her|their|a|that|old|first|other|next|last)\s+)+(?!(?:other|first|next|last)\b)([\p{L}'’-]{4,}(?:\s[\p{L}'’-]{4,})?)\s+(?:pill|tablet|capsule|medicine|med|drug|injection|needle|infusion|drip|jab|drops|cream|patch)(?:e?s)?\b/iu;
const AFTER_FORM =
  /\b(?:pill|tablet|capsule|medicine|med|drug|injection|needle|infusion|drip|jab)s?\s+(?:i \w+ )?(?:for|against)\s+(?:the|my|his|her|their)?\s*([\p{L}'’-]{4,}(?:\s[\p{L}'’-]{4,})?)/iu;

/** "The emergency injection": what is kept for the moment in which nothing else helps. */
const RESCUES = /^(?:emergency|rescue|hypo|standby)\b/i;
const RESCUE = new Set([
  'drug:glucagon',
  'drug:epinephrine',
  'drug:naloxone',
  'drug:hydrocortisone',
  'drug:midazolam',
  'drug:albuterol',
  'class:steroid_rescue_pack',
]);
/** Kept for an attack in one form, taken every day in another. */
const BY_WAY = /\b(?:rectal|rectally|nasal|nostril|buccal|under the tongue|sublingual|spray|seizure|attack)\b/i;
const RESCUE_BY_WAY = new Set(['drug:diazepam', 'drug:lorazepam', 'drug:clonazepam', 'drug:nitroglycerin']);

function isRescue({ name, frequency, note, concepts, status }: MedicineView): boolean {
  const written = [name, frequency, note].join(' ');
  return (
    status === 'taken' &&
    (concepts.some((id) => RESCUE.has(id)) || (concepts.some((id) => RESCUE_BY_WAY.has(id)) && BY_WAY.test(written)))
  );
}

/** The medicines of this record that such words mean: by what they are for, or as papers speak of them in those words. */
export function meantBy(text: string, chart: Chart): MedicineView[] {
  const said = BEFORE_FORM.exec(text)?.[1] ?? AFTER_FORM.exec(text)?.[1];
  if (said === undefined) return [];
  if (RESCUES.test(said)) {
    const rescue = chart.view.medicines.filter(isRescue);
    if (rescue.length > 0) return rescue;
  }
  const given = givenFor(said, chart);
  const isMeant = (item: MedicineView) => given.includes(item) || item.concepts.some((id) => isOfKind(id, said));
  const meant = chart.view.medicines.filter(isMeant);
  return meant.length > 0 ? meant : spokenWith(said, chart);
}

/** Of a class whose name holds the words: oxybutynin is a bladder antispasmodic. */
function isOfKind(id: string, said: string): boolean {
  const words = wordsIn(said).map(({ lower }) => stem(lower));
  return isCalled([...openCatalogue().ancestors(id)], words);
}

/** Whether the names of one of them hold all the words, by their stems. */
function isCalled(ids: readonly string[], words: readonly string[]): boolean {
  return ids.some((id) => {
    const names = openCatalogue().get(id)?.names ?? [];
    const held = new Set(names.flatMap((name) => wordsIn(name).map(({ lower }) => stem(lower))));
    return words.every((word) => held.has(word));
  });
}

/** Named in a sentence that holds the words. */
function spokenWith(said: string, chart: Chart): MedicineView[] {
  const words = [...contentWords(said).keys()].map((word) => [...withSynonyms(new Map([[word, 1]])).keys()]);
  if (words.length === 0) return [];
  const named = passagesOf(chart)
    .filter(({ stems }) => words.every((alike) => alike.some((word) => stems.has(word))))
    .flatMap(({ text }) => openCatalogue().find(text, { kinds: ['drug'] }))
    .map(({ concept }) => concept.id);
  return chart.view.medicines.filter(({ concepts }) => concepts.some((id) => named.includes(id)));
}
