/** "Ibuprofen gel, or tablets?": the same medicine in another form is another thing to ask about. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import type { Subject } from '../types.ts';

const OF_SKIN = 'gel|cream|ointment|lotion|patch(?:es)?|drops|spray';
const SWALLOWED = 'tablets?|pills?|capsules?';
const OTHER = new RegExp(`\\b(?:or|versus|vs) (?:the |a |an |some |as |just |even )*(${SWALLOWED}|${OF_SKIN})\\b`, 'i');
const FORM = new RegExp(`\\s+(?:${OF_SKIN}|${SWALLOWED})$`, 'i');
const IS_SWALLOWED = new RegExp(`^(?:${SWALLOWED})$`, 'i');

const BARE = new RegExp(`\\b(?:the|a|some|my|as)?\\s*(${SWALLOWED}|${OF_SKIN})\\b`, 'i');

/** "What about the gel?" of a medicine that was spoken of before: it in that form. */
export function inOtherForm(text: string, subjects: readonly Subject[]): Subject[] {
  const form = BARE.exec(text)?.[1];
  if (form === undefined) return [...subjects];
  return subjects.map((subject) => {
    if (subject.kind !== 'drug') return subject;
    const base = subject.text.replace(FORM, '');
    const whole = IS_SWALLOWED.test(form) ? base : `${base} ${form}`;
    const [other] = openCatalogue()
      .find(whole, { kinds: ['drug'] })
      .filter(({ start, end }) => start === 0 && end === whole.length);
    return other === undefined || other.concept.id === subject.id
      ? subject
      : { ...subject, id: other.concept.id, text: whole };
  });
}

/** The other form of a medicine that stands before it, where the catalogue tells the two apart. */
export function otherForms(text: string, subjects: readonly Subject[]): Subject[] {
  const found = OTHER.exec(text);
  if (found === null) return [];
  const form = found[1]!;
  const end = found.index + found[0].length;
  const before = subjects.filter((each) => each.end <= found.index && each.end > each.start && each.kind === 'drug');
  const [last] = before.toReversed();
  if (last === undefined) return [];
  const base = last.text.replace(FORM, '');
  const [other] = openCatalogue().find(IS_SWALLOWED.test(form) ? base : `${base} ${form}`, { kinds: ['drug'] });
  if (other === undefined || other.concept.id === last.id) return [];
  return [{ id: other.concept.id, kind: 'drug', as: 'itself', text: `${base} ${form}`, start: end - form.length, end }];
}
