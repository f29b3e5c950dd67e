/** What is done to a thing that was spoken of, where no sentence says it for certain. */
import { addDays, addMonths, momentOf, wallOf } from '../wall.ts';
import { type Clause, readClause } from './clause.ts';
import { deviceIn } from './devices.ts';
import type { Known } from './known.ts';
import { readMessage } from './message.ts';
import type { Request } from './request.ts';
import type { Place } from './time/when.ts';
import { timeWords } from './time/words.ts';
import { lengthIn, spanIn } from './timed.ts';
import type { Topic } from './topic.ts';

export const DEEDS = [
  'place',
  'guest',
  'until',
  'name',
  'shorter',
  'longer',
  'lasts',
  'once',
  'next',
  'swap',
  'out',
  'holds',
  'then',
  'same',
  'append',
  'recall',
  'not_yet',
  'rather',
  'book',
  'rename',
  'partly',
  'instead',
  'unguest',
  'write',
  'besides',
  'earlier',
  'noted',
  'goes_on',
] as const;

export interface Followed {
  /** The sentence that it stands for, and what "it" is in it. */
  readonly sentence?: string;
  readonly about: Topic;
  readonly requests?: readonly Request[];
  /** What is done before it: what was done in error goes. */
  readonly before?: readonly Request[];
  /** It asks again what that tool was asked: of any other it says nothing. */
  readonly asks?: string;
}

/** What no sentence says for certain: what it is called, how long it is, where an event is, who comes too, and when what comes again ends. */
export function deedOf(
  does: (typeof DEEDS)[number],
  { place: where, who, when, name, much, thing, hour, chore, far, told }: Readonly<Record<string, string>>,
  about: Topic,
  { place, known }: { place: Place; known: Known },
): Followed[] {
  const isEvent = about.kinds.includes('event');
  const agent = isEvent ? 'calendar_agent' : 'todo_agent';
  const made = (tool: string, input: Request['input']): Followed[] => [
    { about, requests: [{ agent, tool, input: { query: about.name, ...input }, text: about.name, score: 5 }] },
  ];
  const dayOf = (at: number) => wallOf(at, place.zone).slice(0, 10);
  const clauseOf = (text: string) => {
    const message = readMessage(text, place, known);
    return readClause(message, 0, message.tokens.length);
  };
  if (does === 'then') {
    if (about.at === undefined) return [];
    const wall = wallOf(about.at, place.zone);
    const [from, to] = [0, 1].map((days) => momentOf(addDays(wall, days), place.zone));
    const input = { from: from!, to: to!, at: wall };
    return [{ about, requests: [{ agent: 'calendar_agent', tool: 'free_time', input, text: about.name, score: 5 }] }];
  }
  if (does === 'append' || does === 'recall' || does === 'not_yet') return ofWords(does, thing, about);
  if (does === 'write') return written(about, name!);
  if (does === 'besides') return besides(about, clauseOf(thing!), thing!);
  if (does === 'earlier') return earlier(about, far!);
  if (does === 'rather') return rather(about, when!);
  if (does === 'book') return booked(about, name, place);
  if (does === 'same') return sameOf(about, thing!, clauseOf);
  if (does === 'rename') return renamed(about, thing!);
  if (does === 'partly') return partly(about, hour!, when!);
  if (does === 'holds') {
    // "It's Tom who is allergic": whom it holds of is corrected, not what.
    if (/\s(?:who|whose|that)\s/i.test(name!)) return [];
    const input = { subject: about.name, text: name!.replace(/^["“']|["”'.]$/g, '') };
    return [{ about, requests: [{ agent: 'memory_agent', tool: 'remember', input, text: about.name, score: 5 }] }];
  }
  if (does === 'unguest') return unguested(about.name, who!).flatMap((title) => made('move_event', { title }));
  // "Take out the charger and call the file …": no one deed.
  if (does === 'instead') return /\band\b|,/i.test(chore!) ? [] : made('change_todo', { title: chore! });
  if (does === 'goes_on') return goesOn(about, told!);
  if (does === 'noted') return made('move_event', { notes: name!.replace(/^(?:it'?s|it is)\s+/i, '') });
  if (does === 'name')
    return made(isEvent ? 'move_event' : 'change_todo', { title: name!.replace(/^["“']|["”']$/g, '') });
  if (does === 'shorter' || does === 'longer') {
    const minutes = lengthIn(clauseOf(`for ${much!}`));
    return minutes === undefined ? [] : made('move_event', { longer: does === 'longer' ? minutes : -minutes });
  }
  if (does === 'lasts') {
    const minutes = lengthIn(clauseOf(`for ${much!}`));
    return minutes === undefined ? [] : made('move_event', { minutes });
  }
  // Of what comes again some days are left out; "not today" is of one.
  if (does === 'out')
    return readMessage(when!, place, known).whens.some(({ wall }) => wall.slice(0, 10) === dayOf(place.now)) &&
      !/day/i.test(when!.replace(/today/i, ''))
      ? []
      : made('change_todo', { not_on: comingMonth(when!, place, known) ?? when!.replace(/^(?:on|in)\s+/i, '') });
  if (does === 'swap') return swapped(about, made, place);
  if (does === 'next') return about.at === undefined ? [] : made('cancel_event', { day: dayOf(about.at) });
  // What comes behind the first goes.
  if (does === 'once')
    return about.at === undefined ? [] : made('cancel_event', { since: addDays(dayOf(about.at), 1) });
  if (does === 'place') return made('move_event', { location: where! });
  if (does === 'guest') return made('move_event', { guest: who! });
  const { to } = spanIn(clauseOf(timeIn(when!, { place, known })!));
  return made('cancel_event', { since: wallOf(to, place.zone).slice(0, 10) });
}

/** "She's 4", behind a question that the health team was asked: it is told that too. */
function goesOn(about: Topic, thing: string): Followed[] {
  if (about.by !== 'ask_health_team') return [];
  const input = { request: `${about.name}. ${thing}` };
  return [
    { about, requests: [{ agent: 'web_research_agent', tool: 'ask_health_team', input, text: thing, score: 5 }] },
  ];
}

/** More for the file that was spoken of. */
function written(about: Topic, words: string): Followed[] {
  const content = words.replace(/^["“']|["”']$/g, '');
  const input = { path: about.name, content, append: true };
  return [{ about, requests: [{ agent: 'filesystem_agent', tool: 'write_file', input, text: about.name, score: 5 }] }];
}

/** "And again three days before": of the same thing as the reminder that was set so long before it. */
function earlier(about: Topic, much: string): Followed[] {
  const words = about.said?.replace(FAR, much);
  return words === undefined || words === about.said ? [] : [{ about: { kinds: [], name: '' }, sentence: words }];
}

const AMOUNT =
  '(?:\\d+|an?|half an?|one|two|three|four|five|six|seven|ten|fifteen|twenty|thirty)\\s+(?:minutes?|mins?|hours?|days?|weeks?|months?)';
const FAR = new RegExp(`\\b${AMOUNT}\\b(?=\\s+(?:before|earlier))`, 'i');
export const FAR_AWAY = new RegExp(`^${AMOUNT}$`, 'i');

/** "Add pears and plums", behind what was put on a list: things, and no deed, so that they are for that list. */
function besides(about: Topic, { shows, mood, message, from, to }: Clause, thing: string): Followed[] {
  const isThing =
    mood === 'fragment' && !/\b(?:too|also|as well)$/i.test(thing) && !NO_THINGS.some((sign) => shows.has(sign));
  const words = message.tokens.slice(from, to).filter(({ word }) => /\p{L}/u.test(word));
  if (isThing && about.kinds.includes('file')) return written(about, thing);
  if (!isThing || about.list === undefined || words.length > MOST_THINGS || words.some(({ capital }) => capital))
    return [];
  return [{ about, sentence: `add ${thing} to my ${about.list} list` }];
}

const NO_THINGS = [
  'head.chore',
  'noun.todo',
  'noun.event',
  'noun.reminder',
  'noun.note',
  'noun.file',
  'noun.calendar',
  'known.event',
  'has.to',
  'pronoun',
  'noun.list',
];
const MOST_THINGS = 6;

/** "Skip December": the one that comes, and not each year's. */
function comingMonth(words: string, place: Place, known: Known): string | undefined {
  const plain = words.replace(/^(?:on|in)\s+/i, '');
  const [only, ...others] = readMessage(`in ${plain}`, place, known).whens;
  if (only?.span !== 'month' || only.recurs || others.length > 0) return undefined;
  const first = `${only.wall.slice(0, 7)}-01`;
  return `${first} to ${addDays(addMonths(first, 1), -1)}`;
}

/** A note that was told gets more, or is read; what was ticked off is open again. */
function ofWords(does: 'append' | 'recall' | 'not_yet', thing: string | undefined, about: Topic): Followed[] {
  const { name: subject } = about;
  const ask = (agent: string, tool: string, input: Request['input']): Followed[] => [
    { about, requests: [{ agent, tool, input, text: subject, score: 5 }] },
  ];
  if (does === 'not_yet') return about.ended === true ? ask('todo_agent', 'undo', { query: subject, ended: true }) : [];
  if (does === 'recall') return ask('memory_agent', 'recall', { query: subject });
  return ask('memory_agent', 'remember', { subject, text: thing!.replace(/^["“']|["”']$/g, ''), more: true });
}

/**
 * "No, Wednesday": of a series that was just made another rhythm; where one of its days was changed, that day was the wrong
 * one, and the same is done to the right one.
 */
function rather(about: Topic, when: string): Followed[] {
  const day = /^(?:on\s+|the\s+)?(\p{L}+day)s?$/iu.exec(when.trim())?.[1];
  if (day === undefined || timeWords().weekday(day.toLowerCase()) === undefined) return [];
  if (about.series) return [{ sentence: `make it every ${day}`, about }];
  const { said = '', name } = about;
  const days = [...said.matchAll(/\b\p{L}+day\b/giu)].filter(
    ([word]) => timeWords().weekday(word.toLowerCase()) !== undefined,
  );
  if (days.length !== 1) return [];
  const sentence = `${said.slice(0, days[0]!.index)}${day}${said.slice(days[0]!.index + days[0]![0].length)}`;
  const gone: Request = {
    agent: 'todo_agent',
    tool: 'undo',
    input: { query: name },
    text: said,
    score: 5,
    quiet: true,
  };
  return [{ sentence, about, before: [gone] }];
}

/** "Book it": the time that was told to be free. */
function booked({ slot, ...about }: Topic, name: string | undefined, { zone }: Place): Followed[] {
  if (slot === undefined) return [];
  const title = name?.replace(/^["“']|["”']$/g, '') ?? 'Booked';
  const input = { title, start: wallOf(slot.at, zone), minutes: slot.minutes };
  return [{ about, requests: [{ agent: 'calendar_agent', tool: 'add_event', input, text: title, score: 5 }] }];
}

/** "And the bedroom one": what was done last, to another thing of that kind. */
function sameOf(about: Topic, which: string, clauseOf: (text: string) => Clause): Followed[] {
  const device = about.said === undefined ? undefined : deviceIn(clauseOf(about.said));
  const at = device === undefined ? -1 : about.said!.toLowerCase().indexOf(device.toLowerCase());
  if (at === -1) return [];
  const kind = device!.split(' ').at(-1)!;
  const sentence = `${about.said!.slice(0, at)}${which} ${kind}${about.said!.slice(at + device!.length)}`;
  return [{ sentence, about }];
}

/** "Make it brown bread", of bread that was just put on a list: what is said has the name of one of them in it. */
function renamed(about: Topic, thing: string): Followed[] {
  // "4 tins, and take the eggs off": more than a name.
  if (/,|\band\b/i.test(thing)) return [];
  const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const stems = new Set(wordsOf(thing).map((word) => word.replace(/s$/, '')));
  const [one, ...others] = [about, ...(about.shown ?? [])].filter(
    ({ name, kinds }, at, all) =>
      kinds.includes('todo') &&
      all.findIndex((other) => other.name === name) === at &&
      name.toLowerCase() !== thing.toLowerCase() &&
      wordsOf(name).every((word) => stems.has(word.replace(/s$/, ''))),
  );
  if (one === undefined || others.length > 0) return [];
  const input = { query: one.name, title: thing.replace(/^(?:a|an|the|some)\s+/i, '') };
  return [{ about, requests: [{ agent: 'todo_agent', tool: 'change_todo', input, text: one.name, score: 5 }] }];
}

/** "Make it 9 on weekends": on those days at that hour, on all others as it was. */
function partly({ name, ...about }: Topic, hour: string, days: string): Followed[] {
  const said = days.replace(/^(?:on|at)\s+/i, '');
  const agent = 'todo_agent';
  const when = `${said} at ${hour}`;
  const requests: Request[] = [
    { agent, tool: 'change_todo', input: { query: name, not_on: said }, text: name, score: 5 },
    { agent, tool: 'set_reminder', input: { what: name, when, recurs: true, leans: true }, text: name, score: 5 },
  ];
  return [{ about: { ...about, name }, requests }];
}

/** "Drop Carl", of what is with Ana and Carl: it takes place without him; of the only one nobody knows. */
function unguested(name: string, who: string): string[] {
  const [, what, guests = ''] = /^(.+? with )(.+)$/i.exec(name) ?? [];
  const all = guests.split(/,\s*|\s+and\s+/i);
  const left = all.filter((one) => one.toLowerCase() !== who.trim().toLowerCase());
  return left.length === all.length || left.length === 0 ? [] : [`${what}${left.join(' and ')}`];
}

/** "Swap them": each of the two where the other was. */
function swapped(
  about: Topic,
  made: (tool: string, input: Request['input']) => Followed[],
  { zone }: Place,
): Followed[] {
  const { before } = about;
  if (before?.at === undefined || about.at === undefined) return [];
  const [mine, other] = [wallOf(about.at, zone), wallOf(before.at, zone)];
  const isTodo = [about, before].every(({ kinds }) => kinds.includes('todo') && !kinds.includes('reminder'));
  // A todo has a day; midnight is no hour of it.
  const dayOf = (wall: string) => (wall.endsWith('T00:00') ? wall.slice(0, 10) : wall);
  if (isTodo) {
    const both = [
      made('change_todo', { due: dayOf(other) }),
      made('change_todo', { query: before.name, due: dayOf(mine) }),
    ];
    return [{ about, requests: both.flatMap(([one]) => one!.requests!) }];
  }
  if (!before.kinds.includes('event')) return [];
  const at = (wall: string) => ({ on: wall.slice(0, 10), was: wall.slice(11, 16) });
  const both = [
    made('move_event', { ...at(mine), start: other }),
    made('move_event', { query: before.name, ...at(other), start: mine }),
  ];
  return [{ about, requests: both.flatMap(([one]) => one!.requests!) }];
}

/** A time and nothing else; a month is one behind "in". */
export function timeIn(words: string, { place, known }: { place: Place; known: Known }): string | undefined {
  return [words, `in ${words}`].find((text) => {
    const { tokens, whens } = readMessage(text, place, known);
    const isTime = (at: number) => whens.some(({ parts }) => parts.some((part) => part.from <= at && at < part.to));
    const isSmall = (word: string) => TIME_SMALL.has(word) || !/[\p{L}\p{N}]/u.test(word);
    return whens.length > 0 && tokens.every(({ word }, at) => isTime(at) || isSmall(word));
  });
}

const TIME_SMALL = new Set(['on', 'in', 'at', 'the', 'of', 'then', 'please']);
