/** Who writes in an emergency: for whom the first aid is said. */
import type { AgentContext } from 'consilium/kernel';
import { withoutHandling, withoutWriter } from 'consilium/reasoning';
import { hasPatient } from '../_shared/turn.ts';
import { data } from './wordings.ts';

/** Who writes: the patient, who cares for them, or about somebody who is not in this record. */
export type Voice = 'self' | 'carer' | 'stranger';

export function voiceOf({ message: written, state }: AgentContext, { named }: { named: boolean }): Voice {
  const message = withoutWriter(written);
  if (named) return 'carer';
  if (!isAboutOther(message)) return isOut(message) && hasPatient(state) ? 'carer' : 'self';
  return hasPatient(state) && !KIN.test(message.replace(GIVER, ' ')) ? 'carer' : 'stranger';
}

const anyOf = (words: readonly string[]) =>
  new RegExp(
    `(?<![\\p{L}'])(?:${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})(?:['’]s)?(?![\\p{L}'])`,
    'iu',
  );
/** Somebody who has a name or a place of their own; "he" alone is whose record is open. */
export const KIN = new RegExp(
  `(?<!\\p{L})(?:(?:my|our|the|a)\\s+(?:\\p{L}+\\s+)?(?:${data.voice.kin.join('|')})|(?:my|our|the|a)\\s+[\\p{L}\\d]+[-\\s](?:day|week|month|year)s?[-\\s]old|someone|somebody)(?!\\p{L})`,
  'iu',
);
export const BABY = anyOf(data.voice.baby);
export const BABY_ALL = new RegExp(BABY, 'giu');
/** "My mum gave him aspirin": who gives, lets or says is not who is ill. */
const GIVER = new RegExp(
  `${KIN.source}(?:[ -]in[ -]law)?\\s+(?:gave|gives|let|lets|fed|says|said|thinks|put|told|left)(?!\\p{L})`,
  'giu',
);
/** "Won't wake. I have OJ here": who cannot be woken does not write. */
const OUT = anyOf(data.voice.out);
const AT_HAND = /\bi(?:['’]ve| have)(?: got)? [^.,;]*\b(?:here|ready|at hand|in the fridge)\b/giu;

function isOut(message: string): boolean {
  return OUT.test(message) && !SELF.test(message.replace(AT_HAND, ' '));
}

const THIRD = anyOf(data.voice.third);
const SELF = anyOf(data.voice.self);

/** "My wife says I'm sweaty" is about who writes. */
function isAboutOther(written: string): boolean {
  const message = withoutHandling(written.replaceAll('’', "'"));
  return (KIN.test(message) || THIRD.test(message)) && !SELF.test(message);
}
