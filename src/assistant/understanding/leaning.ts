/** Whether a clause leans on what was said before it, or in an earlier message. */
import type { Clause } from './clause.ts';
import { wordSet } from './words.ts';

/** "Tick it off", "delete the appointment": it names nothing itself, so it is about what was said before. */
export function isPointing({ signs, whens, shows }: Pick<Clause, 'signs' | 'whens' | 'shows'>): boolean {
  if (shows.has('say.into_it') && INTO.some((sign) => shows.has(sign))) return true;
  if (shows.has('pronoun') && shows.has('head.retitle')) return true;
  // "Make it warmer": than it is.
  if (shows.has('pronoun') && (shows.has('say.more_so') || shows.has('say.less_so')) && shows.has('head.set'))
    return true;
  // "Set an alarm for 6:30" is of nothing that was said.
  if (shows.has('noun.clockset') && !shows.has('pronoun')) return false;
  // "Save it to copy.txt" names where to, and no more.
  const isPlaced = shows.has('title.path') && shows.has('pronoun') && PLACES.some((sign) => shows.has(sign));
  if (shows.has('title.some') && !isPlaced) return false;
  const isTime = (at: number) => whens.some(({ parts }) => parts.some((part) => part.from <= at && at < part.to));
  if (shows.has('when.headless')) return true;
  // "And remind me the day before": of what was said; "an hour before the gym" says itself of what.
  if (shows.has('head.remind')) return !shows.has('has.to') && !whens.some(({ of }) => of !== undefined);
  return signs.some(({ sign, from, to }) => POINTERS.has(sign) && !isTime(from) && !shows.has(`several.${to - 1}`));
}

/** "Done", "cancel it", "make it urgent": it leans on what was spoken of in an earlier message. */
export function isLeaning(clause: Clause): boolean {
  const { shows, mood } = clause;
  if (shows.has('say.all')) return false;
  if (isPointing(clause)) return !shows.has('noun.appointment') || shows.has('pronoun');
  // "At 12:30", and nothing else.
  const isTime = mood === 'fragment' && shows.has('when.any');
  return !shows.has('title.some') && mood !== 'question' && (isTime || LEANING.some((sign) => shows.has(sign)));
}

/** What is put into something that was spoken of. */
const INTO = ['head.add', 'head.write', 'head.replace', 'head.rename', 'head.move', 'head.duplicate'];

/** What puts something somewhere. */
const PLACES = ['head.write', 'head.add', 'head.duplicate'];

const LEANING = [
  'head.repeat',
  'head.complete',
  'head.done',
  'head.keep',
  'head.move',
  'head.instead',
  'priority_word.any',
  'when.deadline',
];

const POINTERS = wordSet('pointer_signs');
