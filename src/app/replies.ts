/** What a person said to a question, here or at another machine, as an answer to it; or the question again, where it is none. */
import {
  ConsiliumError,
  type GivenReply,
  type Pending,
  type PendingView,
  plainAnswer,
  type TurnResult,
  viewOf,
} from '../kernel/index.ts';
import { readPlainAnswer } from './plain-answer.ts';

/**
 * Yes, no, one of the choices, or what was written where any words are an answer. Undefined: what is not among the choices,
 * what is neither yes nor no, and a yes or no with a condition where only the word itself decides ("yes, but not today"); of a
 * question about several things a part may be agreed to.
 */
export function readReply(
  { choices = [], free, part }: Pick<Pending, 'choices' | 'free' | 'part'>,
  text: string,
): GivenReply | undefined {
  const choice = choices.find((each) => each.toLowerCase() === text.trim().toLowerCase());
  if (choice !== undefined) return { kind: 'text', text: choice };
  const plain = free ? undefined : readPlainAnswer(text);
  if (plain !== undefined && (plain.kind !== 'text' || part))
    return { kind: plain.kind, ...(plain.text && { text: plain.text }) };
  return choices.length === 0 && free ? { kind: 'text', text } : undefined;
}

/** The reply, or that the question still waits: what is no answer decides nothing. What is asked no more is refused further on. */
export function demandReply(pending: Pending | undefined, text: string): GivenReply {
  const reply = plainAnswer(text) ?? readReply(pending ?? { free: true }, text.trim());
  if (reply !== undefined) return reply;
  const { what, choices = ['yes', 'no'] } = askedAgain(pending!);
  throw new ConsiliumError('ANSWER_UNREAD', what, { hint: `It still waits: answer ${choices.join(' or ')}.` });
}

/** A plain answer, and then something else. */
export function saysMore(text: string): boolean {
  const [first = ''] = text.split(ENDS);
  return first.trim() !== text.trim() && readPlainAnswer(first) !== undefined;
}

const ENDS = /[,;:.!?–—]|\s-\s|\b(?:and|also|then|but|if|only|unless|when|once|except)\b/i;

/** Nothing was done with the words: the same question, and that it still waits. */
export function askedAgain(pending: Pending): PendingView {
  const why = 'I have not acted on that answer, since I could not take it for one that was asked for.';
  return { ...viewOf(pending), what: `${why} ${pending.what}` };
}

/** What a turn asks; where it asks once more, that it does, and why: the word that was said counted for nothing. */
export function questionOf({ pending, isAskedAgain }: TurnResult): PendingView | undefined {
  if (pending === undefined || !isAskedAgain) return pending;
  const why = 'Something else was said since I asked this, so I have not taken that for the answer.';
  return { ...pending, what: `${why} ${pending.what}` };
}
