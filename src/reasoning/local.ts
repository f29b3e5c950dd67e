/** What the body feels of a medicine: on the skin, in the eye or in the cupboard it is not what it is as a daily tablet. */
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
  return kind?.[1] ?? variantOf(id, name, catalogue) ?? id;
}

/** As the list calls it, and as the catalogue calls what is put there. */
const FORMS: [RegExp, string[]][] = [
  [/\b(?:eye|ophthalmic)\b/i, ['eye drops', 'eye ointment']],
  [/\b(?:cream|ointment|lotion|gel|foam|scalp|topical)\b/i, ['ointment', 'cream', 'gel', 'foam', 'lotion']],
];

/** "Tacrolimus 0.1% ointment" is the catalogue's tacrolimus ointment, and not what is swallowed after a transplant. */
function variantOf(id: string, name: string, catalogue: Catalogue): string | undefined {
  const base = catalogue.get(id)?.names[0];
  const forms = id.startsWith('drug:') ? (FORMS.find(([form]) => form.test(name))?.[1] ?? []) : [];
  return forms
    .map((form) => `${base} ${form}`)
    .flatMap((whole) =>
      catalogue.find(whole, { kinds: ['drug'] }).filter(({ start, end }) => start === 0 && end === whole.length),
    )
    .find(({ concept }) => concept.id !== id && concept.drug?.route !== undefined)?.concept.id;
}

/** Of a kind that acts on the whole body when it is swallowed, and hardly so where it is put on. */
export function isWholeBody(id: string, catalogue: Catalogue): boolean {
  return PUT_ON.some(([, kinds]) => kinds.some(([whole]) => catalogue.isA(id, whole)));
}

const STEROID = 'class:systemic_corticosteroid';
const RESCUE = 'class:steroid_rescue_pack';
const INJECTED = /\b(?:inject\w*|ampoules?|muscle|i\.?m)\b/i;
/** Kept at home for the day on which it is needed. */
export const STANDBY =
  /\b(?:rescue|standby|stand-by)\b|\b(?:in|for|at|with) (?:a|an|any|each|every) (?:[\w-]+ ){0,2}(?:flares?|flare-ups?|exacerbations?|attacks?)\b|\bto be started (?:with|when|if|in)\b/i;

/** A pack of steroid for the next flare suppresses nothing as long as it lies there; who has begun it says so. */
export function keptForNeed(concepts: readonly string[], written: string, catalogue: Catalogue): string[] {
  if (!STANDBY.test(written) || INJECTED.test(written)) return [...concepts];
  return concepts.map((id) => (catalogue.isA(id, STEROID) ? RESCUE : id));
}
