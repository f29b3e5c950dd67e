/** Which thing a slot is of: one that is there, what the step before makes, what was spoken of. */
import { type Clause, textOf } from './clause.ts';
import type { KnownKind } from './known.ts';
import { lexicon } from './lexicon.ts';
import { renamedList } from './naming.ts';
import { contradicts } from './telling.ts';
import { countedFrom, hangingIn } from './timed.ts';
import { isAll, named, type Reading, titleOf, wholeName } from './titles.ts';
import { readTokens } from './tokens.ts';
import { wordSet } from './words.ts';

export function keepsReminder(except: string | undefined): boolean {
  const { speller, irregular, signsIn } = lexicon();
  return (
    except !== undefined && signsIn(readTokens(except, speller, irregular)).some(({ sign }) => sign === 'noun.reminder')
  );
}

/** "My plants reminders": each that is called so. */
export function saysReminders({ signs, message: { tokens } }: Clause): boolean {
  return signs.some(({ sign, to }) => sign === 'noun.reminder' && /[^s]s$/.test(tokens[to - 1]!.word));
}

export function knownOr(reading: Reading, kind: KnownKind): string | undefined {
  if (isAll(reading) || (kind === 'todo' && renamedList(reading.clause) !== undefined)) return undefined;
  const { shows } = reading.clause;
  const isGuest = shows.has('head.invite') || (shows.has('head.add') && shows.has('known.event_to'));
  const isBeside = kind === 'event' && (isGuest || shows.has('say.place_of'));
  if (isBeside) return reading.clause.known.get(kind)?.name;
  const made = madeBefore(reading.clause);
  if (made !== undefined) return made;
  const found = reading.clause.known.get(kind);
  const words = named(reading);
  // What fits several, or what the words exclude, is not it: the words are looked for where the things are.
  const isOther =
    found?.chosen !== true &&
    found !== undefined &&
    found.at.length > 0 &&
    words !== undefined &&
    contradicts(words, found.name);
  const match = (found?.tied && words !== undefined) || isOther ? undefined : found;
  const isOne = reading.clause.shows.has('when.headless');
  // "The one on Friday": what was spoken of, if that is then, else what is.
  if ((kind === 'event' || kind === 'reminder') && isOne && (match === undefined || match.at.length === 0))
    return undefined;
  const isPointed = kind === 'event' && reading.clause.whens.some(({ timed, recurs }) => timed && !recurs);
  return (
    match?.name ?? titleOf(reading) ?? (isPointed ? undefined : (kindSaid(reading.clause) ?? textOf(reading.clause)))
  );
}

/** "The meeting": what kind of thing it is, where nothing else was said of it. */
function kindSaid({ signs, message }: Clause): string | undefined {
  const kind = signs.find(({ sign }) => sign === 'noun.appointment');
  return kind && textOf({ message, from: kind.from, to: kind.to });
}

/** "Add call Ana, then mark it done": what the step before makes is new, however like it something is that is there. */
function madeBefore({ topic, shows }: Clause): string | undefined {
  if (topic === undefined || !shows.has('pronoun') || shows.has('title.some')) return undefined;
  return MAKES.some((sign) => topic.shows.has(sign))
    ? titleOf({ clause: topic, drop: MADE_DROP }, wholeName)
    : undefined;
}

/** "Yoga every Tuesday at 6, and remind me an hour before": before each of what the step before makes. */
export function eachOfTopic(clause: Clause): { name: string; minutes: number } | undefined {
  const { topic } = clause;
  const far = hangingIn(clause);
  if (topic?.when?.recurs !== true || far === undefined || countedFrom(clause) !== undefined) return undefined;
  const isChore = topic.shows.has('head.chore') && !topic.shows.has('head.schedule');
  if (topic.shows.has('verb.remind') || isChore || !topic.when.timed) return undefined;
  const name = titleOf({ clause: topic, drop: MADE_DROP }, wholeName);
  return name === undefined ? undefined : { name, minutes: far.minutes };
}

const MAKES = ['head.add', 'head.schedule', 'head.need', 'head.chore', 'starts.todo'];
const MADE_DROP = wordSet('topic_drop');

/** "Urgent", "low priority"; "drop the priority of it". */
export function priorityIn({ shows, topic }: Clause): string | undefined {
  const said = ['low', 'high', 'normal'].find((weight) => shows.has(`priority.${weight}`));
  if (said !== undefined) return said;
  const weight = ['low', 'high', 'normal'].find((one) => shows.has(`priority_word.${one}`));
  if (weight !== undefined && shows.has('priority_word.any')) return weight;
  if (!shows.has('priority_word.any')) return topic && priorityIn(topic);
  return shows.has('say.lessen') ? 'low' : shows.has('say.raise') ? 'high' : undefined;
}

/** Of what is to be taken back, where a thing is named, or what was spoken of was just ended. */
export function undoneThing(reading: Reading): string | undefined {
  const { shows, about } = reading.clause;
  if (shows.has('say.redo')) return undefined;
  if (NAMED_BACK.some((sign) => shows.has(sign))) {
    const name = titleOf(reading);
    // "That's not done": of what was spoken of.
    return name === undefined || /^(?:it|that|this|they|those)(?:'s|s|'re)?$/i.test(name) ? about?.name : name;
  }
  return about?.ended === true && shows.has('say.keep') ? about.name : undefined;
}

export const isUndo = ({ clause: { signs, message } }: Reading) =>
  signs.some(({ sign, at }) => sign === 'verb.undo' && at.some((place) => UNDO_WORDS.has(message.tokens[place]!.word)));

const UNDO_WORDS = wordSet('undo_words');

const NAMED_BACK = ['say.not_done', 'verb.uncancel', 'title.some'];
