/**
 * The head noun of an outcome's name decides which way of it is good: pain is not wanted, a response of pain is; kidney
 * function is wanted, its decline is not; a long time to a relapse is good and a long time to recovery is not.
 */
import { stem } from '../../text/index.ts';
import { abstractWords } from './abstract.ts';
import { outcomeWords } from './outcome-words.ts';

export interface Headed {
  readonly head: string;
  /** What it is the response, the loss or the time of. */
  readonly of: string;
}

/** Of a time that ends with something. */
export const TIME_TO = 'time-to';

/** "Pain response", "control of blood pressure", "freedom from seizures", "time to relapse". Undefined: no head that decides. */
export function headedIn(said: string): Headed | undefined {
  const [, until] = /^(?:mean |median )?(?:time|days|weeks|months) (?:to|until) (?:the )?(.+)$/.exec(said) ?? [];
  if (until !== undefined) return { head: TIME_TO, of: until };
  const { heads, measures } = outcomeWords();
  const all = [...heads.wanted, ...heads.turning];
  const [front, behind] = splitAt(said);
  const words = front.split(' ');
  const end = words.findLastIndex((word) => !measures.includes(word) && !abstractWords().openings.includes(word));
  const head = words[end]?.split('-').at(-1);
  if (head === undefined || !all.some((word) => stem(word) === stem(head))) return undefined;
  const whole = words[end]!;
  const before = [...words.slice(0, end), whole.slice(0, whole.length - head.length).replace(/-$/, '')]
    .filter(Boolean)
    .join(' ');
  return { head: stem(head), of: [before, behind].filter(Boolean).join(' ') };
}

/** Before and behind the word that ties on of what it is. */
function splitAt(said: string): [string, string] {
  const [, front, behind] = /^(.+?) (?:of|from) (?:the )?(.+)$/.exec(said) ?? [];
  return front === undefined ? [said, ''] : [front, behind!];
}

/** Which way of a headed one is wanted, by which way of the rest is; undefined: its words tell. */
export function goodOfHeaded(
  head: string,
  rest: string,
  goodOf: (rest: string) => 'more' | 'fewer' | undefined,
): 'more' | 'fewer' | undefined {
  const { heads } = outcomeWords();
  const has = (list: readonly string[], form: string) => list.some((word) => stem(word) === form);
  // An inadequate response is none.
  const isLacking = rest.split(' ').some((form) => has(heads.lacking, form));
  if (has(heads.wanted, head)) return isLacking ? 'fewer' : 'more';
  if (head !== TIME_TO && !has(heads.turning, head)) return undefined;
  const good = goodOf(rest);
  return good === undefined ? undefined : good === 'more' ? 'fewer' : 'more';
}
