/**
 * "It's been pushed back a week", "they rang to say it has to be the 4th", "the wellies can wait till next weekend": a thing
 * that is there gets another time. What it is, is named or was spoken of; where words are left that say something else, it is
 * asked about first.
 */

import { wallOf } from '../../wall.ts';
import type { Message } from '../clause.ts';
import { readMessage } from '../message.ts';
import type { When } from '../time/when.ts';
import type { Token } from '../tokens.ts';
import type { Topic } from '../topic.ts';
import { type Given, type Model, offer, wholeOf } from './model.ts';
import { isTime } from './plans.ts';
import { isWeighty, type Thing, thingNamed, topicOf } from './things.ts';
import { isEveryday, waysOf } from './words.ts';

const TOOLS = new Set(['move_event', 'change_todo', 'set_reminder', 'change_reminder', 'change_event']);
const KINDS = ['event', 'todo', 'reminder'] as const;

export const retimedTold: Model = (text, given) => {
  const { place, known, about } = given;
  const changes = new RegExp(`(?:^|\\b|\\s)(?:${waysOf('changes')})(?=$|\\b|\\s)`, 'giu');
  if (/[?]/.test(text) || !changes.test(text)) return undefined;
  const message = readMessage(text, { anchor: about?.at, ...place }, known);
  if (message.health.danger || message.bounds.conditions.length > 0) return undefined;
  const blank = (said: string) => ' '.repeat(said.length);
  const bare = readMessage(text.replace(changes, blank).replace(FAR, blank), place, known);
  const said = bare.tokens.filter((token) => !isTimeAt(message, token));
  const thing = thingNamed(said, KINDS, given);
  const topic = thing === undefined ? spokenOf(said, about) : topicOf(thing, given);
  const goal = topic && goalOf(message, topic, text, given);
  if (topic === undefined || goal === undefined) return undefined;
  const requests = wholeOf(given.read(goal, topic));
  const [request, ...more] = requests ?? [];
  if (request === undefined || more.length > 0 || !TOOLS.has(request.tool)) return undefined;
  const isWhole = said.every((token) => !isWeighty(token) || isOf(token, thing) || isTold(token));
  // "The trip starts a day later": whether it ends later too, nobody has said.
  const isStart = /\bstarts?\b.*\b(?:later|earlier)\b/i.test(text);
  return isWhole && !isStart
    ? { kind: 'requests', requests: [{ ...request, text }], rest: [] }
    : offer(request, text, topic.name);
};

/** "It", "they", or nobody: what was spoken of, where it has a time or is to be done. */
function spokenOf(said: readonly Token[], about: Topic | undefined): Topic | undefined {
  if (about === undefined || about.ended || !KINDS.some((kind) => about.kinds.includes(kind))) return undefined;
  // Whoever names much that is not of it speaks of something else.
  return said.filter((token) => isWeighty(token) && !isTold(token)).length <= 3 ? about : undefined;
}

const isOf = ({ start }: Token, thing: Thing | undefined) => thing?.hits.some((hit) => hit.start === start) === true;
/** Who said it, and that they did. */
const isTold = ({ word, capital }: Token) =>
  isEveryday('reporting', word) || isEveryday('kin', word) || capital === true;

function isTimeAt(message: Message, { start }: Token): boolean {
  const at = message.tokens.findIndex((token) => token.start === start);
  return at >= 0 && isTime(message, at);
}

/** "Move it to Friday", "push it back by a week". */
function goalOf(message: Message, topic: Topic, text: string, given: Given): string | undefined {
  const { whens } = message;
  const plain = whens.filter(({ recurs, shift }) => !recurs && shift === undefined);
  const isLater = /\b(?:back|later|delayed|postponed|longer|adjourned)\b/i.test(text);
  const [much] = FAR.exec(text) ?? [];
  if (much !== undefined && plain.length === 0) {
    if (!isLater && !/\b(?:forward|earlier|sooner)\b/i.test(text)) return undefined;
    return `push it ${isLater ? 'back' : 'forward'} by ${much}`;
  }
  const to = plain.filter((when) => !isOld(when, topic, message, given));
  const [when] = to;
  if (when === undefined || to.length > 1 || whens.some(({ recurs }) => recurs)) return undefined;
  return `move it to ${when.text.replace(/^(?:(?:at|on|to|by|until|till|til|is|due)\s+)+/i, '')}`;
}

const FAR =
  /\b(?:half an hour|(?:an?|one|two|three|four|five|six|\d{1,3})(?:\s+and a half)?\s+(?:minutes?|mins?|hours?|days?|weeks?|months?))\b/i;

/** "Can't do 10", "not the 3rd", "from Tuesday": when it was. */
function isOld(
  { parts: [part], wall, timed, dated }: When,
  { at }: Topic,
  { tokens }: Message,
  { place }: Given,
): boolean {
  const before = tokens.slice(Math.max(0, part!.from - 3), part!.from + 1).map(({ word }) => word);
  const isLed = before.some((word) => OLD.has(word));
  if (at === undefined) return isLed;
  const was = wallOf(at, place.zone);
  const isSame = (!dated || was.slice(0, 10) === wall.slice(0, 10)) && (!timed || isHour(was, wall));
  return isLed && isSame;
}

const OLD = new Set(['not', "can't", 'cannot', 'from', 'than', "isn't", "won't", 'cant']);
const isHour = (was: string, wall: string) =>
  was.slice(14, 16) === wall.slice(14, 16) && (Number(was.slice(11, 13)) - Number(wall.slice(11, 13))) % 12 === 0;
