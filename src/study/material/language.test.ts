import { expect, test } from 'vitest';
import { isEnglish } from './language.ts';

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
