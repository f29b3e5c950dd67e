/** "A brief for moving house: book a van, buy boxes, then call the landlord": what is to be planned, and its steps as said. */
import { type Message, readClause } from './clause.ts';
import { isOrderAt } from './orders.ts';
import { cutsOf } from './split.ts';
import { wordSet } from './words.ts';

export interface Steps {
  /** The token behind the heading. */
  readonly at: number;
  readonly steps: readonly string[];
}

const ORDINARY = wordSet('step_leads');
const MOST = 40;

/** Steps behind a colon. Where orders stand there each is a step; else each thing of the list. */
export function stepsIn(message: Message): Steps | undefined {
  const { tokens } = message;
  const colon = colonOf(message);
  if (colon < 1 || colon > tokens.length - 3) return undefined;
  const end = /^steps?$/.test(tokens[colon - 1]!.word) ? colon - 1 : colon;
  const heading = readClause(message, 0, end);
  if (!HEADS.some((sign) => heading.shows.has(sign)) || !NAMES.some((sign) => heading.shows.has(sign)))
    return undefined;
  const marks = [colon + 1, ...stepStarts(message, colon), tokens.length];
  const steps = marks.slice(1).flatMap((to, at) => stepOf(message, marks[at]!, to) ?? []);
  return steps.length < 2 ? undefined : { at: end, steps: steps.slice(0, MOST) };
}

/** The one behind "steps"; else the first that is not behind a name only: "Scout: plan a shed". */
function colonOf({ tokens }: Message): number {
  const isColon = (at: number) => tokens[at]!.word === ':';
  const steps = tokens.findIndex(({ word }, at) => at > 1 && word === ':' && /^steps?$/.test(tokens[at - 1]!.word));
  if (steps > 0) return steps;
  return tokens.findIndex((_, at) => isColon(at) && !(at < 3 && CALLED.has(tokens[at - 1]?.word ?? '')));
}

const CALLED = new Set(['scout', 'axel', 'beto']);

/** "The steps are: book a van, buy boxes", "first …, then …", a list with numbers: said by themselves, as an answer. */
export function stepsSaid(message: Message): readonly string[] | undefined {
  const { tokens } = message;
  const colon = tokens.findIndex(({ word }) => word === ':');
  const isHeaded = colon > 0 && colon < 5 && tokens.slice(0, colon).some(({ word }) => /^steps?$/.test(word));
  const isCounted = /^(?:first|firstly|1|-|\*)$/.test(tokens[0]?.word ?? '');
  if (!isHeaded && !isCounted) return undefined;
  const before = isHeaded ? colon : -1;
  const marks = [before + 1, ...stepStarts(message, before), tokens.length];
  const steps = marks.slice(1).flatMap((to, at) => stepOf(message, marks[at]!, to) ?? []);
  return steps.length === 0 ? undefined : steps.slice(0, MOST);
}

const HEADS = ['verb.design', 'verb.write', 'verb.create', 'noun.scout', 'noun.brief'];
const NAMES = ['noun.brief', 'head.design', 'noun.scout'];

function stepStarts(message: Message, colon: number): number[] {
  const { tokens } = message;
  const cuts = cutsOf(message).filter(({ at }) => at > colon + 1);
  const isMark = (at: number) => /^\d{1,2}$/.test(tokens[at]?.word ?? '') && /^[.)]$/.test(tokens[at + 1]?.word ?? '');
  const numbered = tokens.flatMap((_, at) => (at > colon && isMark(at) ? [at] : []));
  if (numbered.length > 1) return numbered.filter((at) => at > colon + 1);
  const orders = cuts
    .filter(({ at, cost }) => cost < 1 || isTask(message, at) || isBehindTime(message, at))
    .map(({ at }) => at);
  return (orders.length > 0 ? orders : cuts.map(({ at }) => at)).filter((at) => at > colon + 1);
}

/** "Book the hall at 3, blow up balloons": what a time ends is over, and behind the comma stands something else. */
function isBehindTime({ tokens, whens }: Message, at: number): boolean {
  const isTime = (place: number) =>
    whens.some(({ parts }) => parts.some(({ from, to }) => from <= place && place < to));
  return tokens[at - 1]?.word === ',' && isTime(at - 2) && !isTime(at) && /^\p{L}/u.test(tokens[at]?.word ?? '');
}

const TASKS = wordSet('tasks');

/** "…, buy charcoal": behind a joint. */
function isTask(message: Message, at: number): boolean {
  const { tokens } = message;
  const first = tokens[at]?.word === 'and' ? at + 1 : at;
  return (
    (TASKS.has(tokens[first]?.word ?? '') || isOrderAt(message, first)) &&
    [',', 'and'].includes(tokens[first - 1]?.word ?? '')
  );
}

/** Without its number, "then" and the like, and what only joins it to the next. */
function stepOf({ tokens, text }: Message, from: number, to: number): string | undefined {
  const isSmall = (at: number) =>
    ORDINARY.has(tokens[at]!.word) || /^(?:\d{1,2}|[^\p{L}\p{N}"“])$/u.test(tokens[at]!.word);
  let [first, end] = [from, to];
  while (first < end && isSmall(first)) first++;
  while (end > first && (ORDINARY.has(tokens[end - 1]!.word) || /^[^\p{L}\p{N}"”)%]$/u.test(tokens[end - 1]!.word)))
    end--;
  return first === end ? undefined : text.slice(tokens[first]!.start, tokens[end - 1]!.end);
}
