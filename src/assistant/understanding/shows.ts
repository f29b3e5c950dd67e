/** The signs that show in a clause: those of its words, and those that only the whole has. */

import { stem } from '../../text/index.ts';
import type { Mood, Plain } from './clause.ts';
import { editIn } from './edits.ts';
import { isCorrecting, isHeadless, isMore } from './headless.ts';
import { isBeside, isGoal } from './led.ts';
import { isEnd } from './lengths.ts';
import { lexicon, type Sign } from './lexicon.ts';
import { isOwnOnly } from './meant.ts';
import { isLimited } from './occurrences.ts';
import { headedAt, startOf } from './start.ts';
import { rangeIn } from './time/spans.ts';
import { formsOf, plainTokens } from './tokens.ts';
import { wordsLeft } from './weighty.ts';
import { wordSet } from './words.ts';

export function showsOf(clause: Plain, mood: Mood): Set<string> {
  const { message, from, to, signs, whens, when, list, known, paths, url, quote } = clause;
  const shows = new Set<string>([`mood.${mood}`]);
  const start = startOf(message.tokens, from, to, whens);
  const named = headedAt(message.tokens, from, to);
  for (const { sign, from: at, to: end, group, plain } of signs) {
    // "Todo: go over the notes": what is headed so is a name, and no order to us.
    if (at >= named && (group === 'verb' || group === 'ask' || group === 'say')) continue;
    if (sign === 'noun.list' && at === start) continue;
    // "The same day" is a time, and points at nothing.
    if (sign === 'say.that_thing' && isIn(whens, at)) continue;
    // "Read it" is to be done; "I read it" was.
    if (sign === 'say.done' && at === from && mood === 'order' && message.tokens[at]!.word === 'read') continue;
    // "Show me" is no show.
    if (sign === 'noun.event' && at === start && mood === 'order' && end === at + 1 && isVerbAt(signs, at)) continue;
    // What somebody is quoted with is no order to us.
    if (quote && quote.from > from && at >= quote.from && end <= quote.to) continue;
    // "The lights" are no verb.
    if (group === 'verb' && !plain && /[^s]s$/.test(message.tokens[at]!.word)) continue;
    // "The night shift": behind its own word it is a thing.
    const isThing = group === 'verb' && mood === 'fragment' && at > from && VERB_NOUNS.has(message.tokens[at]!.word);
    if (isThing && at !== start) continue;
    shows.add(sign);
    if (group === 'verb' && (at === start || at === from) && mood !== 'question' && (plain || mood === 'order'))
      shows.add(`head.${sign.slice(5)}`);
    if (group === 'say' && (at === start || at === from)) shows.add(`head.${sign.slice(4)}`);
    if (group === 'noun' && (at === start || at === from)) shows.add(`starts.${sign.slice(5)}`);
  }
  const put = (name: string, holds: boolean | undefined) => holds && shows.add(name);
  put('when.any', when !== undefined);
  put('when.timed', when?.timed);
  put('when.dated', when?.dated);
  put('when.recurs', when?.recurs);
  put('when.owned', isOwnOnly(clause));
  put('when.range', rangeIn(whens, message.tokens) !== undefined);
  put('when.limited', isLimited(clause));
  put(
    'when.shift',
    whens.some(({ shift }) => shift !== undefined),
  );
  put(
    'when.later',
    whens.some(({ parts }) => parts.some(({ to: end }) => LATER.has(message.tokens[end - 1]!.word))),
  );
  put(
    'when.until',
    whens.some((one) => isEnd(clause, one)),
  );
  put(
    'has.length',
    message.lengths.some((length) => length.from >= from && length.to <= to),
  );
  put('when.deadline', when?.deadline);
  put('when.due', when !== undefined && message.tokens.slice(from, to).some(({ word }) => word === 'due'));
  put('when.future', when !== undefined && when.at > message.place.now && when.dated);
  const inTime = (at: number) => isIn(whens, at);
  for (const [at, { word }] of message.tokens.entries()) {
    if (at < from || at >= to) continue;
    // "To go there" says what, though no word of it has weight.
    if (word === 'to' && at > start && at < to - 1 && !inTime(at) && !inTime(at + 1)) shows.add('has.to');
    if (/[^s]s$/.test(word)) shows.add(`several.${at}`);
  }
  put('todo.objects', isListItself(clause, start) || signs.some((sign) => isTodosThemselves(clause, sign, start)));
  put('slot.list', list !== undefined);
  put('slot.out', list !== undefined && OUT.has(message.tokens[list.from]?.word ?? ''));
  // "Undo that" is the last thing that was done, whatever was spoken of.
  // "Delete it from my todos" is of no file, whatever was spoken of.
  const isElsewhere = list !== undefined || KEPT_ELSEWHERE.some((sign) => shows.has(sign));
  const isThatFile = isOfFile(clause) && shows.has('say.that_thing') && !shows.has('verb.undo');
  put('has.path', paths.length > 0 || (isThatFile && !(isElsewhere && shows.has('verb.delete'))));
  put('has.url', url !== undefined);
  put('has.quote', quote !== undefined);
  put(
    'has.number',
    message.tokens.slice(from, to).some(({ word }) => /^\d/.test(word)),
  );
  // What gets a name of its own is none of those that are there.
  const isNew = clause.name !== undefined || isAnother(clause);
  const isMade = isNew && (shows.has('head.add') || shows.has('head.schedule'));
  for (const [kind, match] of known) {
    if (kind === 'event' && (isMade || (mood === 'question' && isAnyEvent(signs, match.at)))) continue;
    const isLeant = match.at.length === 0 || known === clause.topic?.known;
    if (kind === 'file' && isLeant && shows.has('verb.undo')) continue;
    if (TASKS.has(kind) && shows.has('head.chore') && !isLeant && !isNamedBy(clause, match.name)) continue;
    shows.add(`known.${kind}`);
    if (match.share > 0.6) shows.add(`known.${kind}_exact`);
  }
  // "Lock it again": the one that was spoken of.
  const isThatDevice = clause.about?.kinds.includes('device') && shows.has('say.that_thing') && !shows.has('verb.undo');
  put('device', isThatDevice || DEVICES.some((one) => shows.has(one)));
  const [begin, finish] = [message.tokens[from]?.start ?? 0, message.tokens[to - 1]?.end ?? 0];
  put('noun.health', from < to && message.health.between(begin, finish, ofHouse(clause)));
  put('has.paths', paths.length > 1);
  put('known.device', isOwnDevice(clause));
  const isAux = signs.some(({ sign, from: at }) => sign === 'ask.aux' && (at === start || at === from));
  put('ask.yesno', mood === 'question' && isAux && !shows.has('ask.wh'));
  put('about.world', mood === 'question' && isOfTheWorld(clause));
  put('hurts', shows.has('noun.body') && shows.has('noun.hurts'));
  const said = message.text.slice(begin, finish);
  put('tells.name', /\b(?:is|are)\s+(?:(?:called|named)\s+)?\p{Lu}/u.test(said));
  put('when.headless', isHeadless(clause));
  put('pronoun', shows.has('say.that_thing') || shows.has('when.headless'));
  put('negated', shows.has('say.negation'));
  put(
    'topic.file',
    clause.about?.kinds.includes('file') ||
      (clause.topic && ['noun.file', 'has.path', 'known.file'].some((sign) => clause.topic!.shows.has(sign))),
  );
  put('topic.url', clause.topic?.shows.has('has.url'));
  const words = wordsLeft(clause);
  const left = words.length;
  put('head.repeat', isMore(clause, left));
  put('has.correction', isCorrecting(clause));
  put('head.none', message.tokens[from - 1]?.word === 'no');
  put('starts.to', message.tokens[start]?.word === 'to');
  const own = isMade ? undefined : known.get('event');
  const hangs = message.hanging.some((one) => one.from >= from && one.to <= to);
  put('when.hangs', hangs);
  // "Gym on Thursday" beside a gym on Tuesday is another one; "the gym on Thursday" is the one that is there.
  const isSame = own !== undefined && (own.at.length === 0 || !when?.dated || isDetermined(clause, own.at));
  put('known.event_same', isSame && shows.has('known.event_exact'));
  put('known.event_all', own !== undefined && words.every((at) => own.at.includes(at)));
  put('known.event_beside', own !== undefined && isBeside(clause, own.at));
  put('known.event_to', own !== undefined && isGoal(clause, own.at));
  put('says.now', message.tokens[to]?.word === 'now' || shows.has('say.is_now'));
  put('new_one', isNewOne(clause, words));
  put('result.any', isResult(clause, words, shows.has('say.that_thing')));
  for (const kind of clause.about?.kinds ?? []) shows.add(`topic.${kind}`);
  put('topic.ended', clause.about?.ended === true);
  put('has.edit', editIn(clause) !== undefined);
  put('has.name', clause.name !== undefined);
  const isGiven = message.content !== undefined && quote !== undefined;
  put('title.any', left > 0 || isGiven || hangs || clause.topic !== undefined || clause.about !== undefined);
  put('known.told', isTold(clause, words));
  put('title.some', left > 0);
  put('title.path', left > 0 && words.every((at) => paths.some((path) => path.at === at)));
  put('title.many', left > 2);
  return shows;
}

const VERB_NOUNS = wordSet('verb_nouns');

/** "Combine my groceries and todos": they are what is spoken of, and no place where something is put. */
function isTodosThemselves({ message: { tokens } }: Plain, { sign, from, to }: Sign, start: number): boolean {
  if (sign !== 'noun.todo' || from === start || !/[^s]s$/.test(tokens[to - 1]!.word)) return false;
  const before = tokens.slice(Math.max(start, from - 2), from).map(({ word }) => word);
  return !before.some((word) => PLACED.has(word)) && tokens[to]?.word !== ':';
}

function isListItself({ message: { tokens }, list }: Plain, start: number): boolean {
  if (list === undefined || list.from <= start) return false;
  return LIST_OWNERS.has(tokens[list.from]!.word) && !/^[,:;.-]$/.test(tokens[list.from - 1]!.word);
}

const PLACED = wordSet('towards');
const LIST_OWNERS = wordSet('owners');

/** "A day later": than it is, of something that is there. */
const LATER = new Set(['later', 'earlier', 'sooner']);

/** "How many meetings": of all of them, and not of the one that is called so. */
function isAnyEvent(signs: readonly Sign[], at: readonly number[]): boolean {
  const any = new Set(signs.flatMap((sign) => (sign.sign === 'noun.event_any' ? sign.at : [])));
  return at.length > 0 && at.every((place) => any.has(place));
}

const TASKS: ReadonlySet<string> = new Set(['todo', 'reminder']);

/** "Buy a gift by Friday" is a todo of its own beside "buy a present": what is to be done again is said in its own words. */
function isNamedBy(clause: Plain, name: string): boolean {
  const own = new Set(plainTokens(name).flatMap(({ word }) => formsOf(word, lexicon().irregular)));
  const { tokens } = clause.message;
  return wordsLeft(clause).every((at) => tokens[at]!.forms.some((form) => own.has(form)));
}

/** "Who is allergic to nuts?": all of it stands in something that is remembered. */
function isTold({ message, from }: Plain, words: readonly number[]): boolean {
  const { tokens, known } = message;
  if (!WHO.has(tokens[from]?.word ?? '') || words.length === 0) return false;
  const isIn = (text: string) => {
    const said = new Set(plainTokens(text).map(({ word }) => stem(word)));
    return words.every((at) => tokens[at]!.forms.some((form) => said.has(stem(form))));
  };
  return known.told?.some(isIn) === true;
}

const WHO = new Set(['who', "who's", 'whose']);

/** "The ladder from the hardware list": nothing that is put there. */
const OUT = new Set(['from', 'off', 'out']);

/** Where things are that are no files. */
const KEPT_ELSEWHERE = ['noun.todo', 'noun.calendar', 'noun.reminder', 'say.from_cal'];

function isIn(whens: Plain['whens'], at: number): boolean {
  return whens.some(({ parts }) => parts.some((part) => part.from <= at && at < part.to));
}

/** Said with "the" or "my": it is there. */
function isDetermined({ message, from, whens }: Plain, at: readonly number[]): boolean {
  const inTime = (place: number) => isIn(whens, place);
  let before = Math.min(...at) - 1;
  // "Thursday's gym" is one too.
  if (before >= from && inTime(before)) return /'s$/.test(message.tokens[before]!.word);
  while (before > from && !DETERMINERS.has(message.tokens[before]!.word) && !inTime(before)) before--;
  return before >= from && DETERMINERS.has(message.tokens[before]!.word);
}

const DETERMINERS = wordSet('time_owners');

/** "Add gym on Friday", beside a gym that is there: another one; "put the gym on Friday" is of the one that is there. */
function isAnother(clause: Plain): boolean {
  const own = clause.known.get('event');
  if (clause.when === undefined || own === undefined || own.at.length === 0) return false;
  return ANEW.has(clause.message.tokens[clause.from]!.word) || !isDetermined(clause, own.at);
}

/** These verbs make what was not there before, whatever is called the same. */
const ANEW = wordSet('anew');

/** One of their own devices, by its whole name. */
function isOwnDevice({ message, from, to }: Plain): boolean {
  const said = new Set(message.tokens.slice(from, to).flatMap(({ forms }) => forms));
  return message.known.devices.some((name) => plainTokens(name).every(({ word }) => said.has(word)));
}

function isVerbAt(signs: readonly Sign[], at: number): boolean {
  return signs.some(({ group, from, plain }) => group === 'verb' && from === at && plain);
}

/** Whether what it leans on is a file. */
function isOfFile({ topic, about }: Plain): boolean {
  return topic?.shows.has('has.path') || topic?.known.has('file') || about?.kinds.includes('file') || false;
}

/** Nobody of the conversation is in it, nothing of theirs, and nothing that was spoken of. */
function isOfTheWorld({ message, from, to, known }: Plain): boolean {
  return known.size === 0 && !message.tokens.slice(from, to).some(({ word }) => OURS.has(word.replace(/'.*/, '')));
}

const OURS = wordSet('ours');

/** Signs that name something of the house. */
export const DEVICES: readonly string[] = [
  'noun.light',
  'noun.climate',
  'noun.door',
  'noun.garage',
  'noun.alarm',
  'noun.blinds',
  'noun.window',
  'noun.device',
  'noun.lockset',
];

/** Where things of the house are named, in characters: "the blinds" are no blindness. */
function ofHouse({ signs, message: { tokens } }: Plain): { from: number; to: number }[] {
  return signs
    .filter(({ sign }) => DEVICES.includes(sign))
    .map(({ from, to }) => ({ from: tokens[from]!.start, to: tokens[to - 1]!.end }));
}

/** "The main points", "the summary", "it" behind a question: what an earlier step came to, and nothing else. */
function isResult({ message, signs, paths, topic, about }: Plain, words: readonly number[], isThat: boolean): boolean {
  const said = new Set(signs.filter(({ sign }) => sign === 'noun.result').flatMap(({ at }) => at));
  const rest = words.filter((at) => !said.has(at) && !paths.some((path) => path.at === at));
  if (said.size > 0) return rest.every((at) => RESULT_SMALL.has(message.tokens[at]!.word));
  const isAsked = topic !== undefined && GIVES.some((sign) => topic.shows.has(sign));
  return rest.length === 0 && isThat && (isAsked || about?.kinds.includes('said') === true);
}

const RESULT_SMALL = wordSet('result_small');
/** A clause with one of these is answered with something. */
const GIVES = [
  'mood.question',
  'head.research',
  'head.summarise',
  'head.read',
  'head.show',
  'head.find',
  'verb.research',
  'noun.code',
];

/** "A dentist appointment", "another call", "a new event": none of those that are there. */
function isNewOne({ message, from, signs }: Plain, words: readonly number[]): boolean {
  const nouns = signs
    .filter(({ sign }) => sign === 'noun.event' || sign === 'noun.appointment')
    .map((sign) => sign.from);
  return [...words, ...nouns].some((at) => at > from && NEW.has(message.tokens[at - 1]!.word));
}

const NEW = wordSet('new_ones');
