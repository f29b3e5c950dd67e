/** "They rang, it's ten to eleven now", "the oven man comes a week earlier": what is there gets another time. */
import { addDays, wallOf, weekdayOf } from '../../wall.ts';
import { type Given, sayWall, wholeOf } from '../everyday/model.ts';
import type { Request } from '../request.ts';
import type { When } from '../time/when.ts';
import type { Topic } from '../topic.ts';
import { withSpokenHours } from './clock-words.ts';
import { framed } from './frames.ts';
import { hoursOf } from './hours.ts';
import { type Meant, meantIn } from './meant.ts';
import { isOrdered } from './mood.ts';
import { readSaid, type Said } from './said.ts';
import type { Candidate } from './score.ts';
import { onlyThis, type Thing, topicOf } from './world.ts';

export function moveIn(plain: Said, world: readonly Thing[], given: Given): Candidate[] {
  const { about, place } = given;
  const clock = about?.at === undefined ? undefined : wallOf(about.at, place.zone).slice(11, 16);
  const said = readSaid(withSpokenHours(plain.text, clock), given);
  const frame = framed('move', said.text, said.message.tokens);
  const meant = meantIn(said, world, ['event', 'todo', 'reminder'], frame, given);
  // A thing that is there and a time, and no word of moving: it may be meant, and is no more than offered.
  const isMeant = ({ hits }: Meant) => frame !== undefined || (hits.length > 0 && !said.asks);
  return meant.filter(isMeant).flatMap((one) => candidateOf(one, said, given) ?? []);
}

/** "And until 3", "party until 2am": the end and the length of what is there, and of it every word. No other reading is needed. */
export function hoursIn(plain: Said, world: readonly Thing[], given: Given): Candidate[] {
  const said = readSaid(withSpokenHours(plain.text), given);
  if (said.asks || (isOrdered(said) && !STAYS.test(said.text))) return [];
  const meant = meantIn(said, world, ['event'], framed('move', said.text, said.message.tokens), given);
  const found = meant.flatMap((one) => {
    const made = ofHours(one, said, given);
    const isSame = made?.requests[0]?.input['start'] === undefined || one.hits.length === 0;
    return made !== undefined && made.left.length === 0 && isSame ? [made] : [];
  });
  return found.length === 1 ? found : [];
}

/** Verbs that order nothing but how long it is. */
const STAYS = /^(?:\W*(?:and|ok|so|please|actually|then)\s+)*(?:make|let|say|keep|block)\b/i;

function candidateOf(one: Meant, said: Said, given: Given): Candidate | undefined {
  return ofHours(one, said, given) ?? ofTime(one, said, given);
}

/** Another end or length, with or without another day and hour. */
function ofHours({ thing, left, signs }: Meant, said: Said, given: Given): Candidate | undefined {
  const hours = hoursOf(said, thing, given);
  if (hours === undefined) return undefined;
  const others = left.filter(({ start }) => !hours.tokens.some((token) => token.start === start));
  const request = { agent: 'calendar_agent', tool: 'move_event', input: hours.input, text: said.text, score: 4 };
  return {
    deed: 'move',
    things: [thing],
    requests: [request as Request],
    say: `move **${thing.name}** ${hours.say}`,
    left: others,
    signs: {
      ...signs,
      framed: Math.max(signs.framed ?? 0, 0.6),
      ...{ timed: 1, onDay: 0, left: others.length, asked: said.asks ? 1 : 0 },
      accounted: 1 - others.length / Math.max(1, said.words.length),
    },
  };
}

function ofTime(one: Meant, said: Said, given: Given): Candidate | undefined {
  const { thing, left, signs } = one;
  const topic = topicOf(thing, given.about);
  const goal = goalOf(said, topic, given);
  const requests = goal && wholeOf(given.read(goal.order, topic, onlyThis(thing, given.known)));
  const [request, ...more] = requests || [];
  if (request === undefined || goal === undefined || more.length > 0 || !isOf(request, thing)) return undefined;
  if (isWhereItIs(request, topic, given)) return undefined;
  return {
    deed: 'move',
    things: [thing],
    requests: [{ ...request, input: { ...request.input, ...goal.minutes }, text: said.text }],
    say: `move **${thing.name}**${wasOf(topic, given)} ${goal.say}`,
    left,
    signs: {
      ...signs,
      timed: 1,
      onDay: 0,
      asked: said.asks ? 1 : 0,
      doubted: goal.doubted + (thing.list === undefined ? 0 : 1) + (signs.framed === undefined ? 0.6 : 0),
    },
  };
}

function wasOf({ at }: Topic, { place }: Given): string {
  return at === undefined ? '' : ` (${sayWall(wallOf(at, place.zone))})`;
}

/** Moved to where it is already: it is spoken of, and nothing is moved. */
function isWhereItIs({ input }: Request, { at }: Topic, { place }: Given): boolean {
  const { start } = input;
  if (at === undefined || typeof start !== 'string') return false;
  const was = wallOf(at, place.zone);
  return start.length > 10 ? start === was && input['clock'] === undefined : start === was.slice(0, 10);
}

/** With "it" in the order the grammar may still have found another. */
function isOf({ tool, input: { query } }: Request, { name }: Thing): boolean {
  return TOOLS.has(tool) && (query === name || tool === 'set_reminder');
}

const TOOLS = new Set(['move_event', 'change_todo', 'set_reminder', 'change_reminder', 'change_event']);

interface Goal {
  readonly order: string;
  readonly say: string;
  readonly doubted: number;
  /** How long it is then, where that was said too. */
  readonly minutes?: Request['input'] | undefined;
}

function goalOf({ message, text }: Said, topic: Topic, given: Given): Goal | undefined {
  const isFar = FAR.test(text) && (LATER.test(text) || SOONER.test(text));
  const plain = message.whens
    .filter(({ recurs, shift, counted }) => !recurs && shift === undefined && counted === undefined)
    // "Half an hour later this week": when it is, and not where it goes.
    .filter((when) => !isFar || !isThen(when, topic, given));
  // "Not in December" says no time that it goes to.
  const [rhythm] = message.whens.filter(({ recurs }) => recurs);
  if (rhythm !== undefined) return message.whens.length === 1 ? rhythmOf(rhythm) : undefined;
  if (plain.length === 1 && /^not\b/i.test(text)) return undefined;
  const [far] = FAR.exec(text) ?? [];
  if (far !== undefined && plain.every(({ text: words }) => words.includes(far))) {
    const isLater = LATER.test(text);
    if (!isLater && !SOONER.test(text)) return undefined;
    // "Moved up two days" is earlier to some, and later to others; what starts days later may end when it did.
    const doubted = /\bup\b/i.test(text) || (/\bstarts?\b/i.test(text) && /days?$/i.test(far)) ? 1 : 0;
    return {
      order: `move it to ${far} ${isLater ? 'later' : 'earlier'}`,
      say: `${far} ${isLater ? 'later' : 'earlier'}`,
      doubted,
    };
  }
  const [to, ...more] = plain.filter((when) => !isOld(when, topic, message.tokens, given));
  if (to === undefined || more.length > 1) return undefined;
  const times = [to, ...more].map(({ text: words }) => words.replace(LED, ''));
  const said = [to, ...more];
  // A day and an hour that stand apart are one time.
  if (more.length === 1 && said.filter(({ timed }) => timed).length !== 1) return undefined;
  const [day, hour] = more.length === 0 ? [times[0], undefined] : said[0]!.timed ? [times[1], times[0]] : times;
  const time = `${day}${hour === undefined ? '' : ` at ${hour.replace(/^at\s+/i, '')}`}`;
  if (!PLAIN.test(time)) return undefined;
  const long =
    /\b(?:be|is|for|takes?|lasts?)\s+(an? (?:hour|hr)|half an hour|\d+ (?:minutes|mins?|hours?|hrs?))\b(?!\s+(?:later|earlier|sooner|back|before|after))/i.exec(
      text,
    )?.[1];
  const [lasts] = (long === undefined ? undefined : wholeOf(given.read(`make it last ${long}`, topic))) ?? [];
  const minutes = lasts?.input['minutes'] === undefined ? undefined : { minutes: lasts.input['minutes'] };
  return {
    order: `move it to ${time}`,
    say: `to **${time}**${minutes === undefined ? '' : ` for ${long}`}`,
    // "The day before" is of what was spoken of, or of what stands in the same breath.
    doubted: (to.assumed === undefined ? 0 : 0.2) + (to.leans || LEANS.test(time) ? 0.8 : 0),
    minutes,
  };
}

/** The day or the week that it is in. */
function isThen({ wall, dated, timed, span, text }: When, { at }: Topic, { place }: Given): boolean {
  if (at === undefined || timed || !(dated || span === 'week')) return false;
  const day = wallOf(at, place.zone).slice(0, 10);
  return span === 'week' || /\bweek\b/i.test(text)
    ? weekOf(day) === weekOf(wall.slice(0, 10)) || at < place.now + WEEK
    : day === wall.slice(0, 10);
}

const WEEK = 7 * 24 * 3_600_000;
const weekOf = (day: string) => addDays(day, -weekdayOf(day));

/** "Every Sunday actually": it comes again from then on. */
function rhythmOf({ text }: When): Goal {
  const words = text.replace(LED, '');
  return { order: `move it to ${words}`, say: `to **${words}**`, doubted: 0 };
}

/** A day and an hour, and nothing told beside them. */
const PLAIN = /^(?!.*\b(?:after|(?<!day )before|till|until|early|late|starting|from)\b).{1,40}$/i;
const LEANS = /\b(?:the )?(?:day|night|evening|morning|week) (?:before|after)\b/i;
const LED = /^(?:(?:at|on|to|by|until|till|til|is|due|for|from)\s+)+/i;
const FAR =
  /\b(?:half an hour|an hour and a half|(?:an?|one|two|three|four|five|six|ten|twenty|\d{1,3})(?:\s+and a half)?\s+(?:minutes?|mins?|min|hours?|hrs?|days?|weeks?|wks?|wk|months?))\b/i;
const LATER = /\b(?:back|later|delayed|postponed|adjourned|off)\b/i;
const SOONER = /\b(?:forward|earlier|earlyer|sooner|up)\b/i;

/** "Can't do 10", "not the 3rd", "from Tuesday": when it was. */
function isOld(
  { parts: [part], wall, timed, dated }: When,
  { at }: Topic,
  tokens: Said['message']['tokens'],
  { place }: Given,
): boolean {
  const before = tokens.slice(Math.max(0, part!.from - 3), part!.from + 1).map(({ word }) => word);
  const isLed = before.some((word) => OLD.has(word));
  if (!isLed || at === undefined) return isLed;
  const was = wallOf(at, place.zone);
  const isSame = (!dated || was.slice(0, 10) === wall.slice(0, 10)) && (!timed || isHour(was, wall));
  return isSame;
}

const OLD = new Set(['not', "can't", 'cannot', 'from', 'than', "isn't", "won't", 'cant']);
const isHour = (was: string, wall: string) =>
  was.slice(14, 16) === wall.slice(14, 16) && (Number(was.slice(11, 13)) - Number(wall.slice(11, 13))) % 12 === 0;
