/** "Milk, eggs and flour", "the tv and the lights", "at 3 to call Jo and at 6 to start dinner": one order for several things. */
import { UNITS } from '../../text/index.ts';
import { type Clause, type Message, readClause, textOf } from './clause.ts';
import { deedsInRow } from './deeds-row.ts';
import { factsIn } from './facts.ts';
import { folderIn } from './files.ts';
import { type KnownKind, matchKnown } from './known.ts';
import { lexicon } from './lexicon.ts';
import { renamedTo } from './naming.ts';
import { both, quotedEach } from './pairs.ts';
import { pathsIn } from './paths.ts';
import { conjuncts, severalDays, severalTimes, withOwnLists, withOwnTimes } from './rows.ts';
import type { Reading } from './segments.ts';
import { contradicts } from './telling.ts';
import { named, titleOf, wholeName } from './titles.ts';
import { readTokens } from './tokens.ts';
import { wordSet } from './words.ts';

const MOST = 20;

export function coordinate(reading: Reading): Reading[] {
  const { tool, clause } = reading;
  if (isOneName(clause)) return [reading];
  const two = both(reading);
  if (two !== undefined) return two;
  const quoted = tool.each === 'item' ? quotedEach(reading) : undefined;
  if (quoted !== undefined) return quoted;
  if (tool.each === 'item' && clause.message.content !== undefined && clause.quote !== undefined)
    return lines(reading, clause.quote);
  if (tool.each === 'fact' && clause.message.content !== undefined && clause.quote !== undefined)
    return factsIn(clause.quote.text).map((text) => ({
      ...reading,
      clause: { ...clause, quote: { ...clause.quote!, text } },
    }));
  if (tool.each === undefined || clause.quote !== undefined) return [reading];
  if (tool.each === 'span') return severalTimes(reading);
  const parts = conjuncts(clause);
  if (parts.length < 2) return [reading];
  const own = ownThings(reading, parts);
  if (own !== undefined || tool.each === 'known') return (own ?? [reading]).flatMap(severalDays);
  if (tool.each === 'item')
    return (
      gapped(reading, parts) ??
      deedsInRow(reading, parts, (name) => isTask(name) || isChore(name)) ??
      withOwnTimes(reading, parts) ??
      withOwnLists(reading, parts)?.flatMap((one) => items(one) ?? [one]) ??
      items(reading) ?? [reading]
    );
  const clauses = parts.map(({ from, to }) => readClause(clause.message, from, to));
  if (tool.each === 'fact') return facts(reading, clauses);
  if (tool.each === 'when') return withOwnTimes(reading, parts) ?? severalTimes(reading);
  if (tool.each === 'file') return filesEach(reading, parts) ?? [reading];
  if (tool.each === 'path') {
    const goes = Object.values(tool.slots).includes('path_from');
    if (clause.paths.length < 2 || (goes && folderIn(clause) === undefined)) return [reading];
    return clause.paths.map((path) => ({ ...reading, clause: { ...clause, paths: [path] } }));
  }
  // "I left the house, did I leave the oven on?": a room alone is not asked after.
  const isAsked = tool.tool === 'get_device_state';
  const named = clauses.filter((one) => namesDevice(one) && (!isAsked || one.shows.has('device')));
  return named.length > 1 && (named.length === clauses.length || namesDevice(clauses[0]!))
    ? named.map((one) => ({ ...reading, clause: withVerbOf(one, clause) }))
    : [reading];
}

/** "Rename lunch to lunch with Sara and Ben": what stands behind the one "to" is one name. */
function isOneName(clause: Clause): boolean {
  const { message, from, to, shows } = clause;
  const goals = message.tokens.slice(from + 1, to).filter(({ word }) => ['to', 'as', 'into'].includes(word));
  return shows.has('head.retitle') && goals.length === 1 && renamedTo(clause) !== undefined;
}

const namesDevice = ({ shows }: Clause) => shows.has('device') || shows.has('noun.room');

/** "The lamp and the moon": things beside a device that are none. */
export function unheard({ tool, clause }: Reading): string[] {
  if (tool.each !== 'device' || clause.quote !== undefined) return [];
  const [first, ...others] = conjuncts(clause).map(({ from, to }) => readClause(clause.message, from, to));
  if (first === undefined || !namesDevice(first)) return [];
  const isThing = ({ message, from }: Clause) => OWNERS.has(message.tokens[from]?.word ?? '');
  return others
    .filter((one) => !namesDevice(one) && isThing(one) && one.when === undefined && !one.shows.has('say.except'))
    .map(textOf);
}

const OWNERS = wordSet('owners');

/** A pasted list: a thing on each line. */
function lines(reading: Reading, quote: NonNullable<Clause['quote']>): Reading[] {
  const said = quote.text.split('\n').map((line) => line.replace(/^\s*(?:[-*•]|\d+[.)])\s+|^\s+|\s+$/g, ''));
  const named = said.filter(Boolean).slice(0, MOST);
  return named.map((text) => ({ ...reading, clause: { ...reading.clause, quote: { ...quote, text } } }));
}

/** "Tick off pay rent and call mum": several things of theirs, each named by a part of its own. */
function ownThings(reading: Reading, parts: readonly { from: number; to: number }[]): Reading[] | undefined {
  const { tool, clause } = reading;
  const kind = /^known_(\w+)$/.exec(tool.slots['query'] ?? '')?.[1] as KnownKind | undefined;
  const whole = kind && clause.known.get(kind);
  if (kind === undefined || whole === undefined) return undefined;
  const inPart = (at: number) => parts.findIndex(({ from, to }) => at >= from && at < to);
  // "My doctor's and my dentist appointment": what kind of thing they are is said of both.
  const isKind = (at: number) => clause.signs.some((sign) => sign.sign === 'noun.appointment' && sign.at.includes(at));
  if (new Set(whole.at.filter((at) => !isKind(at)).map(inPart)).size > 1) return undefined;
  const matches = parts.map(({ from, to }) => {
    const { message } = clause;
    const match = matchKnown(message.tokens, from, to, message.known).get(kind);
    const own = named({ clause: readClause(message, from, to), drop: new Set(tool.drop) });
    return match === undefined || (own !== undefined && contradicts(own, match.name)) ? undefined : match;
  });
  const found = matches.flatMap((match) => match?.name ?? []);
  // "The dentist and the moon landing": one that there is not is looked for too, and said not to be there.
  const isNamed = (at: number) => matches[at] !== undefined || isSaidAsOne(clause, parts[at]!);
  if (found.length === 0 || new Set(found).size < found.length || !parts.every((_, at) => isNamed(at)))
    return undefined;
  return matches.map((match, at) => ({
    ...reading,
    clause:
      match === undefined
        ? { ...readClause(clause.message, parts[at]!.from, parts[at]!.to), known: new Map(), when: clause.when }
        : { ...clause, known: new Map([[kind, { ...match, chosen: true as const }]]) },
  }));
}

/** "Call mum tomorrow and dad on Sunday": the verb is said once, and each has a time of its own. */
function gapped(reading: Reading, parts: readonly { from: number; to: number }[]): Reading[] | undefined {
  const { clause, tool } = reading;
  const verb = clause.signs.find(({ sign, from, plain }) => sign === 'say.chore' && plain && from === clause.from);
  const clauses = parts.map(({ from, to }) => readClause(clause.message, from, to));
  const drop = new Set(tool.drop);
  const names = clauses.map((one) => titleOf({ clause: one, drop }, wholeName));
  const isEach = clauses.every(({ when, mood }, at) => when?.dated && names[at] && (at === 0 || mood === 'fragment'));
  if (verb === undefined || !isEach) return undefined;
  const said = textOf({ ...clause, from: verb.from, to: verb.to });
  return clauses.map((one, at) => {
    const { word } = one.message.tokens[one.from]!;
    const text = at === 0 ? names[0]! : [said, OWNERS.has(word) ? word : '', names[at]].filter(Boolean).join(' ');
    return { ...reading, clause: { ...one, list: clause.list, quote: { text, from: one.from, to: one.to } } };
  });
}

const FINITE = wordSet('finite');

/** "That my code is 4417 and that I park on level 3": two facts, where each is a sentence. */
function facts(reading: Reading, clauses: readonly Clause[]): Reading[] {
  const isSentence = ({ message, from, to }: Clause) => {
    const { word, capital } = message.tokens[from] ?? { word: '' };
    const isOpen = OPENS.has(word) || POSSESSIVE.test(word) || (capital === true && from > 0);
    return isOpen && message.tokens.slice(from, to).some((token) => FINITE.has(token.word));
  };
  // What is no sentence goes with the one before it: "12 High St, London".
  const groups: Clause[][] = [];
  for (const one of clauses)
    if (groups.length === 0 || isSentence(one)) groups.push([one]);
    else groups.at(-1)!.push(one);
  if (groups.length < 2) return [reading];
  const { message } = reading.clause;
  const whole = groups.map((group) => readClause(message, group[0]!.from, group.at(-1)!.to));
  return whole.map((one, at) => ({ ...reading, clause: ofOwner(one, at === 0 ? reading.clause : whole[0]!) }));
}

/** "…, and his wife is called Carla": of whom the first fact was. */
function ofOwner(clause: Clause, first: Clause): Clause {
  const { tokens } = clause.message;
  const owner = tokens.slice(first.from, first.to).find(({ word }) => POSSESSIVE.test(word));
  const lead = tokens[clause.from]!;
  if (clause === first || owner === undefined || !WHOSE.has(lead.word)) return clause;
  const name = clause.message.text.slice(owner.start, owner.end);
  const said = textOf(clause)
    .slice(lead.end - lead.start)
    .trim();
  const text = `${name} ${said}`.replace(/\b(is|are) called\b/i, '$1');
  return { ...clause, quote: { text, from: clause.from, to: clause.to } };
}

const POSSESSIVE = /^\p{L}{2,}'s$/u;
const WHOSE = new Set(['his', 'her', 'their']);

const OPENS = wordSet('fact_opens');

/** "My doctor's", behind the verb: one of theirs, whether or not there is one. */
function isSaidAsOne({ message: { tokens }, signs, from }: Clause, part: { from: number; to: number }): boolean {
  const verbs = signs.filter((sign) => sign.group === 'verb' && sign.from === from).map(({ to }) => to);
  const at = part.from === from ? Math.max(from, ...verbs) : part.from;
  return at < part.to && OWNERS.has(tokens[at]!.word);
}

/** "A file a.txt with one and a file b.txt with two": each with what stands behind it. */
function filesEach(reading: Reading, parts: readonly { from: number; to: number }[]): Reading[] | undefined {
  const { clause } = reading;
  const starts = parts.flatMap(({ from, to }, at) => (at === 0 || opensFile(clause.message, from, to) ? [at] : []));
  if (starts.length < 2) return undefined;
  const groups = starts.map((first, at) => ({
    from: parts[first]!.from,
    to: parts[(starts[at + 1] ?? parts.length) - 1]!.to,
  }));
  const own = groups.map(({ from, to }) => readClause(clause.message, from, to));
  if (!own.every(({ paths }) => paths.length === 1)) return undefined;
  return own.map((one) => ({ ...reading, clause: withVerbOf(one, clause) }));
}

/** A path behind nothing but "and a file called". */
export function opensFile(message: Pick<Message, 'text' | 'tokens'>, from: number, to: number): boolean {
  const [path] = pathsIn(message, from, to);
  return path !== undefined && message.tokens.slice(from, path.at).every(({ word }) => FILE_SMALL.has(word));
}

const FILE_SMALL = wordSet('file_small');

/** A thing without a verb of its own has that of the whole. */
function withVerbOf(part: Clause, whole: Clause): Clause {
  const isOwn = part.signs.some(
    ({ sign, plain }) => plain && /^verb\.(?:turn_|lock|unlock|open|close|set|arm|disarm)/.test(sign),
  );
  if (isOwn) return part;
  const named = [...part.shows].filter((sign) => !/^(?:verb|head)\./.test(sign));
  return { ...part, shows: new Set([...named, ...[...whole.shows].filter((sign) => /^(?:verb|head)\./.test(sign))]) };
}

/** The name of a todo as several things, where each is a thing and none an order. */
function items(reading: Reading): Reading[] | undefined {
  const { clause, tool } = reading;
  if (
    clause.list === undefined &&
    !clause.shows.has('say.out_of') &&
    !clause.shows.has('say.want_buy') &&
    !clause.shows.has('head.add') &&
    !clause.shows.has('say.need') &&
    !clause.shows.has('say.need_bare')
  )
    return undefined;
  const title = titleOf({ clause, drop: new Set(tool.drop) }, wholeName);
  if (title === undefined) return undefined;
  const names = withoutCount(clause, title)
    .split(/\s*(?:,\s*(?:and\s+)?|\s+(?:and|n)\s+|\s*&\s*|\s+plus\s+)\s*/i)
    .map((name) => name.replace(/^(?:some|a|an|the|also|more)\s+/i, '').trim())
    // "Toilet paper, it's urgent": no thing.
    .filter((name) => name !== '' && !name.split(' ').every((word) => lexicon().edges.has(word.toLowerCase())));
  const [only] = names;
  if (names.length === 1 && only !== title)
    return [{ ...reading, clause: { ...clause, quote: { text: only!, from: clause.from, to: clause.to } } }];
  // "Pay rent, fix the bike and email Jo": a row of deeds is as many; one deed with several objects is one.
  const isRow = (names.length > 2 || title.includes(',')) && names.every((name) => isTask(name) || isChore(name));
  if (
    names.length < 2 ||
    /\s(?:to|onto) (?:it|them|there)$/i.test(title) ||
    (!isRow && names.some((name) => sizeOf(name) > 4 || isTask(name))) ||
    TOGETHER.some((pair) => title.toLowerCase().includes(pair))
  )
    return undefined;
  return names.map((name) => ({
    ...reading,
    clause: { ...clause, quote: { text: name, from: clause.from, to: clause.to } },
  }));
}

/** "Add three todos: …": how many they are is no part of the first. */
function withoutCount({ message, from, to }: Clause, title: string): string {
  const [count, word] = message.tokens.slice(from, to).flatMap(({ word: said }, at, all) => {
    const isCount = /^\d+$/.test(said) || said in UNITS;
    return isCount && COUNTED.has(all[at + 1]?.word ?? '') ? [said, all[at + 1]!.word] : [];
  });
  return word === undefined ? title : title.replace(new RegExp(`^${count}\\s+`, 'i'), '');
}

const COUNTED = wordSet('counted_things');

/** "Two cartons of oat milk" is oat milk, so much of it. */
function sizeOf(name: string): number {
  return name.replace(/^(?:\S+\s+){1,2}of\s+/i, '').split(' ').length;
}

function isChore(name: string): boolean {
  const { speller, irregular, signsIn } = lexicon();
  const signs = signsIn(readTokens(name, speller, irregular));
  return name.includes(' ') && signs.some(({ sign, from, plain }) => sign === 'say.chore' && plain && from === 0);
}

const TOGETHER = [...wordSet('together')];
const TASKS = wordSet('tasks');

function isTask(name: string): boolean {
  const [first = ''] = name.toLowerCase().split(' ');
  return TASKS.has(first) && name.includes(' ') && !lexicon().edges.has(first);
}
