/** How a deed was said: ordered, told of what is, only thought of, or told of what is not so. */
import { lexicon } from '../lexicon.ts';
import { framed, isBeforeOrder } from './frames.ts';
import type { Said } from './said.ts';

/** A verb in its plain form begins a part of it: "…, put that on the list". */
export function isOrdered({ message: { tokens } }: Said): boolean {
  const isBegin = (at: number) => {
    const before = tokens[at - 1]?.word;
    return before === undefined || !/[\p{L}\p{N}]/u.test(before) || isBeforeOrder(before);
  };
  return lexicon()
    .signsIn(tokens)
    .some(({ group, plain, from }) => group === 'verb' && plain && isBegin(from));
}

/** "Need to wash it": something is to be done, and by somebody who says so. */
export const isDuty = ({ text }: Said): boolean =>
  /\b(?:need|needs|must|have to|has to|gotta|got to|should|ought|buy|get)\b/i.test(text);

/** "Maybe I should get a dog": nobody has decided it. */
export const isMused = ({ text, message }: Said): boolean =>
  !isOrderLed(text) && framed('muse', text, message.tokens) !== undefined;

/** Whoever asks for a reminder of what they may do has decided that much. */
const isOrderLed = (text: string) => /^\W*(?:\S+\s+){0,3}(?:remind|remember|note|add|put|book)\b/i.test(text);

/** The parts of what was said, between commas, in which something is said to be still to do, and those in which not. */
export function partsTold({ text, message }: Said): { done: string; open: string } {
  const parts = text.split(/\s*[,;]\s*|\s+but\s+/i).map((part) => ({ part, isOpen: isLacking(part, message) }));
  const joined = (isOpen: boolean) =>
    parts
      .filter((one) => one.isOpen === isOpen)
      .map(({ part }) => part)
      .join(', ');
  return { done: joined(false), open: joined(true) };
}

const isLacking = (part: string, { tokens }: Said['message']) => framed('lack', part, tokens) !== undefined;
