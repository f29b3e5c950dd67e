/** What is put on one place: a medicine on the skin or in the eye is not what it is as a tablet. */
import type { Catalogue } from '../clinical/catalogue/index.ts';

/** Where it is put, by what the list calls it; and what it then is, of which the whole body would feel the kind on the left. */
const PUT_ON: [RegExp, [whole: string, there: string][]][] = [
  [
    /\b(?:eye|ophthalmic|ear|otic)\b/i,
    [
      ['class:systemic_corticosteroid', 'class:steroid_eye_drop'],
      ['class:nsaid', 'class:nsaid_eye_drop'],
    ],
  ],
  [
    /\b(?:cream|ointment|lotion|gel|scalp|topical)\b/i,
    [
      ['class:systemic_corticosteroid', 'class:topical_corticosteroid'],
      ['class:nsaid', 'class:topical_nsaid'],
    ],
  ],
];

/** A cream of hydrocortisone is no steroid that the whole body feels, nor are drops of it. */
export function whereItActs(id: string, name: string, catalogue: Catalogue): string {
  const kinds = PUT_ON.find(([form]) => form.test(name))?.[1] ?? [];
  const kind = kinds.find(([whole, there]) => catalogue.isA(id, whole) && !catalogue.isA(id, there));
  return kind?.[1] ?? id;
}
