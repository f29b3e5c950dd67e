/** Devices that a clause names, what is to be done with them, and by how much. */

import { TEENS, TENS, UNITS } from '../../text/index.ts';
import type { Clause } from './clause.ts';
import { lexicon } from './lexicon.ts';
import { DEVICES } from './shows.ts';
import { isHour } from './switched-later.ts';
import { plainTokens, readTokens } from './tokens.ts';
import { wordSet } from './words.ts';

const NOUNS = new Set([...DEVICES, 'noun.room', 'noun.bell']);
const JOINS = wordSet('device_joins');
const BREAKS = wordSet('device_breaks');

/** The nouns of devices and rooms with the words that stand close before them: "living room lights", "nursery". */
export function deviceIn(clause: Clause): string | undefined {
  const { message, from, to, signs } = clause;
  const { tokens, text } = message;
  const spoken = spokenOf(clause);
  if (spoken !== undefined) return spoken;
  const own = orderNamed(clause) ?? (isSeveral(clause) ? undefined : ownDevice(clause));
  if (own !== undefined) return own;
  const taken = new Set(
    signs
      .filter(
        (sign) => sign.group === 'verb' && sign.plain && (sign.from === from || sign.from === startOfVerb(clause)),
      )
      .flatMap(({ at }) => at),
  );
  const isNamed = new Set(signs.filter(({ sign }) => NOUNS.has(sign)).flatMap(({ at }) => at));
  // A verb that is also a device ("lock", "alarm") names one only where no other word does.
  const sure = [...isNamed].filter((at) => !taken.has(at) || isNoun(tokens[at - 1]?.word));
  const nouns = (sure.length > 0 ? sure : [...isNamed]).toSorted((one, other) => one - other);
  if (nouns.length === 0) return impliedDevice(clause);
  const words = new Set<number>();
  for (const at of nouns) {
    words.add(at);
    for (
      let before = at - 1;
      before >= from &&
      !BREAKS.has(tokens[before]!.word) &&
      !taken.has(before) &&
      /^\p{L}/u.test(tokens[before]!.word) &&
      at - before < 3;
      before--
    )
      words.add(before);
  }
  const ordered = [...words]
    .filter((at) => at < to && !ASKS.has(tokens[at]!.word))
    .toSorted((one, other) => one - other);
  const said = ordered.map((at) => text.slice(tokens[at]!.start, tokens[at]!.end)).join(' ');
  // "Everything in the kitchen": the room alone names no device.
  const isRooms = nouns.every((at) => isRoom(signs, at));
  // "How warm is it in the bedroom?": its temperature.
  const isHeat = isRooms && clause.mood === 'question' && tokens.slice(from, to).some(({ word }) => HEAT.has(word));
  const isAll = clause.shows.has('say.all') || asksWhatIs(clause);
  const whole = isHeat ? `${said} temperature` : isRooms && isAll ? `${ALL} ${said}` : said;
  return clause.room === undefined ? whole : `${clause.room} ${whole}`;
}

/** "Lock it again", "make it warmer": the one that was spoken of, where no word names another. */
function spokenOf({ about, shows, signs, message, from }: Clause): string | undefined {
  if (!about?.kinds.includes('device') || !shows.has('say.that_thing')) return undefined;
  const isNamed = signs.some(
    ({ sign, from: at }) => NOUNS.has(sign) && (at > from || isNoun(message.tokens[at - 1]?.word)),
  );
  return isNamed ? undefined : about.name;
}

const HEAT = wordSet('asks_heat');

/** "Which lights": no part of what they are called. */
const ASKS = wordSet('asked');

function isRoom(signs: Clause['signs'], place: number): boolean {
  return signs.some(({ sign, at }) => sign === 'noun.room' && at.includes(place));
}

/** "The lights", "all lamps", "everything": not one. */
export function isSeveral(clause: Clause): boolean {
  const { signs, shows, message } = clause;
  if (orderNamed(clause) !== undefined || spokenOf(clause) !== undefined) return false;
  if (shows.has('say.all') || shows.has('say.anything_is') || asksWhatIs(clause)) return true;
  const last = signs.filter(({ sign }) => DEVICES.includes(sign)).toSorted((one, other) => other.to - one.to)[0];
  return last !== undefined && /[^s]s$/.test(message.tokens[last.to - 1]!.word);
}

/** "What's on at home?": whatever is, in a room or all of them. */
function asksWhatIs({ shows, mood }: Clause): boolean {
  return mood === 'question' && shows.has('say.doing') && shows.has('noun.room') && shows.has('say.turned_state');
}

/** "Which lights are on?": of several, those that are so; "are all windows closed?": whether they are. */
export function stateAsked(clause: Clause): string | undefined {
  const { message, from, to, shows } = clause;
  const asks = message.tokens
    .slice(from, to)
    .some(({ word }) => WHICH.has(word) || (word === 'is' && shows.has('say.all')));
  const asksWhich = shows.has('say.anything_is') || asksWhatIs(clause) || asks;
  if (!isSeveral(clause) || !asksWhich) return undefined;
  const said = message.tokens.slice(from, to).findLast(({ word }) => STATES[word] !== undefined);
  return said === undefined ? undefined : STATES[said.word];
}

const WHICH = new Set(['which', 'what', 'any', 'are', 'how']);
const STATES: Readonly<Record<string, string>> = {
  ...{ on: 'on', running: 'on', off: 'off', open: 'open', closed: 'closed', shut: 'closed' },
  ...{ locked: 'locked', unlocked: 'unlocked' },
};

/** The kinds of device that words name: `light`, `blinds`; and the words that say more than the kind. */
export function kindsIn(said: string): { readonly kinds: readonly string[]; readonly words: readonly string[] } {
  const tokens = readTokens(said, lexicon().speller, lexicon().irregular);
  const signs = lexicon()
    .signsIn(tokens)
    .filter(({ sign }) => DEVICES.includes(sign));
  const taken = new Set(signs.flatMap(({ at }) => at));
  return {
    kinds: [...new Set(signs.map(({ sign }) => sign.replace('noun.', '')))],
    words: tokens.flatMap(({ word }, at) => (taken.has(at) || !/^[\p{L}\p{N}]/u.test(word) ? [] : [word])),
  };
}

/** Where the order begins: behind "can you" and the like nothing stands before it. */
function startOfVerb({ signs, from }: Clause): number {
  return signs.find(({ group, plain, from: at }) => group === 'verb' && plain && at <= from + 2)?.from ?? from;
}

/** One of their own, by its name. */
function ownDevice({ message, from, to, room }: Clause): string | undefined {
  const said = message.tokens.slice(from, to);
  const there = new Set(plainTokens(room ?? '').map(({ word }) => word));
  const isSaid = (word: string) =>
    there.has(word) || said.some((token) => token.word === word || token.forms.includes(word));
  const names = message.known.devices.map((name) => ({ name, words: plainTokens(name).map(({ word }) => word) }));
  const whole = names.filter(({ words }) => words.length > 0 && words.every(isSaid));
  const [best] = whole.toSorted((one, other) => other.name.length - one.name.length);
  if (best !== undefined) return best.name;
  // "The temperature in the greenhouse": the one thing of theirs that has the word, if it is one.
  const some = names.filter(({ words }) => words.some((word) => isSaid(word) && isOwnWord(word, names)));
  return some.length === 1 ? some[0]!.name : undefined;
}

/** "Run open all doors": a thing of theirs whose name is an order itself, word for word. */
function orderNamed({ message, from, to }: Clause): string | undefined {
  const said = ` ${message.tokens
    .slice(from, to)
    .map(({ word }) => word)
    .join(' ')} `;
  return message.known.devices.find((name) => {
    const tokens = readTokens(name, lexicon().speller, lexicon().irregular);
    const isOrder = lexicon()
      .signsIn(tokens)
      .some(({ group, from: at, sign }) => sign === 'say.all' || (group === 'verb' && at === 0));
    const words = tokens.map(({ word }) => word).join(' ');
    return tokens.length > 1 && isOrder && said.trim() !== words && said.includes(` ${words} `);
  });
}

/** A word that only one of their things has, and that is no kind of thing. */
function isOwnWord(word: string, names: readonly { words: readonly string[] }[]): boolean {
  const isKind = lexicon()
    .signsIn(readTokens(word, lexicon().speller, lexicon().irregular))
    .some(({ sign }) => DEVICES.includes(sign));
  // "The", "in" and what leads in stand in anybody's name, and tell none from another.
  return (
    !isKind &&
    word.length > 2 &&
    !lexicon().edges.has(word) &&
    names.filter(({ words }) => words.includes(word)).length === 1
  );
}

function isNoun(before: string | undefined): boolean {
  return before !== undefined && (JOINS.has(before) || before === 'the');
}

/** "It's too dark in here" is about the lights. */
function impliedDevice({ shows }: Clause): string | undefined {
  if (shows.has('say.too_dark') || shows.has('say.too_bright') || shows.has('say.dims')) return 'lights';
  if (shows.has('say.too_cold') || shows.has('say.too_hot') || shows.has('say.degrees')) return 'heating';
  if (shows.has('verb.lock') || shows.has('verb.unlock')) return 'door';
  if (shows.has('verb.arm') || shows.has('verb.disarm')) return 'alarm';
  return shows.has('say.all') || shows.has('say.anything_is') ? ALL : undefined;
}

/** Whatever can be switched. */
const ALL = 'everything';

const MOVES = ['noun.blinds', 'noun.garage', 'noun.door', 'noun.window'];

/** "The garage light" is no garage: the last noun says what it is. */
function isMover({ signs }: Clause): boolean {
  const last = signs.filter(({ sign }) => DEVICES.includes(sign)).toSorted((one, other) => other.to - one.to)[0];
  return last !== undefined && MOVES.includes(last.sign);
}

/** What a number is of: a thermostat knows no percent, a lamp no degrees. */
export function unitIn({ shows }: Clause): string | undefined {
  return shows.has('say.share') ? 'percent' : shows.has('say.degrees') ? 'degrees' : undefined;
}

export function actionIn(clause: Clause): string {
  const { shows } = clause;
  const has = (...signs: string[]) => signs.some((sign) => shows.has(sign));
  const value = numberIn(clause);
  if (has('verb.unlock')) return 'unlock';
  if (has('verb.disarm')) return 'disarm';
  if (has('noun.alarm', 'noun.bell') && has('verb.turn_off') && !has('verb.set')) return 'disarm';
  if (has('verb.arm') || (has('noun.alarm', 'noun.bell') && has('verb.set', 'verb.turn_on'))) return 'arm';
  if (has('verb.lock') && !has('noun.light')) return 'lock';
  if (isMover(clause)) {
    if (value === undefined && has('verb.close')) return 'close';
    if (value === undefined && has('verb.open')) return 'open';
  }
  if (value !== undefined || shiftIn(clause).way !== undefined) return 'set';
  if (has('verb.turn_off') && !has('say.too_dark')) return 'turn_off';
  if (has('verb.turn_on') || has('say.too_dark') || (has('say.too_cold') && !has('verb.set'))) return 'turn_on';
  if (has('say.too_bright') || (has('say.too_hot') && !has('verb.set'))) return 'turn_off';
  return has('verb.set') ? 'set' : 'turn_on';
}

const WORDS: Readonly<Record<string, number>> = {
  half: 50,
  halfway: 50,
  full: 100,
  max: 100,
  maximum: 100,
  minimum: 1,
  ...TEENS,
  ...TENS,
};

export function numberIn({ message, from, to }: Pick<Clause, 'message' | 'from' | 'to'>): number | undefined {
  const words = message.tokens.slice(from, to).map(({ word }) => word);
  const part = partIn(words);
  if (part !== undefined) return part;
  for (const [at, word] of words.entries()) {
    const [, digits] = /^(\d+(?:\.\d+)?)(?:c|f|°)?$/.exec(word) ?? [];
    if (digits !== undefined && isHour(words, at)) continue;
    if (digits !== undefined) return Number(digits);
    const [tens, ones] = word.split('-');
    const value = WORDS[tens!];
    if (
      value !== undefined &&
      (tens === 'halfway' ||
        ['to', 'at', 'by'].includes(words[at - 1] ?? '') ||
        /^(?:percent|%|degrees?)$/.test(words[at + 1] ?? words[at + 2] ?? ''))
    )
      return value + (UNITS[ones ?? ''] ?? (value % 10 === 0 && value < 100 ? (UNITS[words[at + 1] ?? ''] ?? 0) : 0));
  }
  return undefined;
}

/** "Half down", "a quarter open": how far, of all the way; what is a quarter closed is three quarters open. */
function partIn(words: readonly string[]): number | undefined {
  const ends = (place: number) => place === words.length - 1 && words.some((word) => WAYS.has(word));
  const at = words.findIndex((word, place) => word in PARTS && (WAYS.has(words[place + 1] ?? '') || ends(place)));
  if (at === -1) return undefined;
  const shut = words.some((word) => SHUT.has(word));
  return shut ? 100 - PARTS[words[at]!]! : PARTS[words[at]!];
}

const PARTS: Readonly<Record<string, number>> = { half: 50, halfway: 50, quarter: 25 };
const SHUT = new Set(['down', 'closed', 'shut', 'close']);
const WAYS = new Set([...SHUT, 'up', 'open', 'opened', 'way']);

/** "Up by 2 degrees", "a bit warmer": which way from where it is; by how much, if that was said. */
export function shiftIn(clause: Clause): { way?: 'up' | 'down'; by?: number } {
  const { message, from, to, shows } = clause;
  const words = message.tokens.slice(from, to).map(({ word }) => word);
  const isCompared = shows.has('say.more_so') || shows.has('say.less_so');
  if (!shows.has('verb.set') && !isCompared) return {};
  const up = shows.has('say.more_so') || shows.has('say.upwards');
  const down = shows.has('say.less_so') || shows.has('say.downwards');
  const value = numberIn(clause);
  const isTo = words.some((word, at) => ['to', 'at'].includes(word) && numberAt(words, at + 1));
  if (up === down || isTo || (isMover(clause) && !isCompared)) return {};
  const isBy = isCompared || words.some((word, at) => word === 'by' && numberAt(words, at + 1));
  const way = up ? 'up' : 'down';
  return value !== undefined && isBy ? { by: up ? value : -value } : { way };
}

const numberAt = (words: readonly string[], at: number) => /^\d/.test(words[at] ?? '') || (words[at] ?? '') in WORDS;
