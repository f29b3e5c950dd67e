import { expect, test } from 'vitest';
import type { Passage } from '../types.ts';
import { isEnglish, tongueOf } from './language.ts';
import { languageWarnings, passagesInEnglish } from './languages.ts';

test('names of medicines and diseases are of no language', () => {
  expect(
    isEnglish(
      'Anticoagulants: warfarin, apixaban, rivaroxaban, edoxaban, dabigatran. Apixaban and rivaroxaban inhibit factor Xa; dabigatran inhibits thrombin. Methimazole, carbimazole and propylthiouracil are thionamides. Propranolol controls tachycardia. Hydrocortisone treats adrenal insufficiency. Cholestyramine binds thyroxine.',
    ),
  ).toBe(true);
});

test.each([
  'Apixaban, Rivaroxaban, Edoxaban und Dabigatran sind direkte orale Antikoagulanzien gegen Thrombose und Embolie nach Operationen.',
  'Apixaban und Rivaroxaban hemmen den Faktor Xa, und Dabigatran hemmt Thrombin. Die Dosis ist bei Niereninsuffizienz zu verringern.',
  'La digoxine est un glycoside cardiaque. Elle est contre-indiquée dans le bloc auriculo-ventriculaire. La dose est de 0,125 mg par jour.',
])('other languages stay other languages: %s', (text) => {
  expect(isEnglish(text)).toBe(false);
});

const NOTES = [
  'AV node: delays the impulse by about 100 ms, so that the atria finish emptying before the ventricles contract. Then it is passed to the bundle of His.',
  '1st deg: PR > 200 ms, no Tx\n2nd deg Mobitz II: dropped beats w/ constant PR -> may go to complete block, pacemaker!\n3rd deg: no relation P/QRS, bradycardia ~30-40, pacemaker',
  'QTc >440 (m) / >460 (f). Causes: hypoK, hypoMg, hypoCa, macrolides, haloperidol, methadone, congenital (Romano-Ward AD, no deafness). Torsades: Mg sulphate 2 g IV.',
];
const FINNISH =
  'Suomalainen kilpirauhanen sijaitsee kaulan etuosassa henkitorven edessä ja tuottaa hormoneja. Kilpirauhasen vajaatoiminta on yleinen sairaus, jossa hormoneja muodostuu liian vähän elimistön tarpeisiin nähden.';

function course(...texts: string[]): Passage[] {
  return texts.map(
    (text, at) =>
      ({
        text,
        topic: 'Block',
        chapter: 'lecture-7.1',
        source: { source_type: 'file', title: 'Lecture 7', at },
      }) as unknown as Passage,
  );
}

test('a lecturer’s notes in fragments are in the language of what stands among them', async () => {
  expect(NOTES.map(tongueOf)).toEqual(['english', 'untold', 'untold']);
  expect(await languageWarnings(course(...NOTES))).toEqual([]);
  expect(await passagesInEnglish(course(...NOTES), async () => {})).toHaveLength(3);
});

test('sentences without English small words are another language, known by name or not', async () => {
  expect(tongueOf(FINNISH)).toBe('other');
  expect(await languageWarnings(course(FINNISH, FINNISH))).toHaveLength(1);
  const german =
    'Apixaban und Rivaroxaban hemmen den Faktor Xa, und Dabigatran hemmt Thrombin. Die Dosis ist zu verringern.';
  const kept = await passagesInEnglish(course(german, german, NOTES[2] as string), async () => {});
  expect(kept).toEqual([]);
});

test('while many documents are looked at others have their turn', async () => {
  const documents = Array.from({ length: 6_000 }, (_, nth) => course(`${NOTES[0]} ${FINNISH} ${nth}`)).map(
    ([passage], nth) => ({ ...passage, chapter: `lecture-${nth}.1` }) as Passage,
  );
  let turns = 0;
  let isDone = false;
  const others = (): void => {
    turns++;
    if (!isDone) setImmediate(others);
  };
  setImmediate(others);
  await languageWarnings(documents);
  isDone = true;
  expect(turns).toBeGreaterThan(0);
});
