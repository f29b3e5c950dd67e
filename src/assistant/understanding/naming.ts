/** "An event on Wednesday at 6 called dinner": what something new is to be called, whatever else the words name. */
import type { Clause, Message } from './clause.ts';
import { lexicon, type Sign } from './lexicon.ts';
import type { ListNamed } from './lists.ts';
import type { When } from './time/when.ts';
import { wordSet } from './words.ts';

const NAMING = wordSet('naming');
/** What says of a thing only what kind it is. */
const PLAIN = wordSet('plain_things');
const THINGS = new Set([
  'noun.event',
  'noun.appointment',
  'noun.todo',
  'noun.reminder',
  'noun.calendar',
  'noun.clockset',
  'noun.folder',
]);

export function nameIn(
  { tokens, text }: Message,
  {
    from,
    to,
    signs,
    whens,
    list,
  }: { from: number; to: number; signs: readonly Sign[]; whens: readonly When[]; list: ListNamed | undefined },
): string | undefined {
  const timeAt = (at: number) => whens.flatMap(({ parts }) => parts).find((part) => part.from <= at && at < part.to);
  const isThing = (at: number) => signs.some((sign) => THINGS.has(sign.sign) && sign.to === at + 1);
  const isOfList = (at: number) => list !== undefined && at >= list.from && at < list.to;
  for (let at = from + 1; at < to - 1; at++) {
    const isNaming = NAMING.has(tokens[at]!.word) && !isOfList(at) && (isThing(at - 1) || timeAt(at - 1) !== undefined);
    // "An event Back to School": a name stands behind what it is of.
    const isBeside = PLAIN.has(tokens[at - 1]!.word) && tokens[at]!.capital && timeAt(at) === undefined;
    if (!isNaming && !isBeside) continue;
    const first = isNaming ? at + 1 : at;
    let end = first;
    while (end < to && timeAt(end) === undefined && !isOfList(end)) end++;
    if (end === first) continue;
    return text
      .slice(tokens[first]!.start, tokens[end - 1]!.end)
      .replace(/^["'“‘]|["'”’]$/g, '')
      .replace(/[\s,;:.!?-]+$/, '');
  }
  return undefined;
}

/** "Rename the dentist to orthodontist": what follows the first "to". */
export function renamedTo({
  message: { tokens, text },
  shows,
  from,
  to: end,
  quote,
  list,
}: Clause): string | undefined {
  const isSwapped = shows.has('head.swapped');
  // "Swap pasta for rice on groceries", "rename milk to oat drink in groceries": where both stand is no part of the name.
  const isPlaced = list !== undefined && list.to === end && (isSwapped || IN.has(tokens[list.from]!.word));
  const to = isPlaced ? list.from : end;
  if (!shows.has('verb.retitle') && !isSwapped) return undefined;
  const joints = isSwapped ? ['for', 'with', 'get', 'buy'] : ['to', 'as', 'into'];
  const at = tokens.findIndex(({ word }, index) => index > from + 1 && index < to - 1 && joints.includes(word));
  if (at < 0) return quote?.text;
  return text.slice(tokens[at + 1]!.start, tokens[to - 1]!.end).replace(/^["'“‘]|["'”’]$/g, '');
}

/** "Rename groceries to shopping": a list that is there, and no thing on it, gets the name. */
export function renamedList(clause: Clause): { readonly from: string; readonly to: string } | undefined {
  const { message, from, shows, signs } = clause;
  const name = shows.has('head.retitle') ? renamedTo(clause) : undefined;
  const at = message.tokens.findIndex(({ word }, index) => index > from + 1 && ['to', 'as', 'into'].includes(word));
  if (name === undefined || at < 0) return undefined;
  const verb = signs.find(({ sign }) => sign === 'verb.retitle');
  const words = message.tokens.slice(verb?.to ?? from + 1, at).map(({ word }) => word);
  const isCalled = words.at(-1) === 'list';
  const said = words.filter((word) => word !== 'list' && !OWNERS.has(word)).join(' ');
  if (isOfList(clause)) return undefined;
  const own = message.known.lists.find((one) => one.toLowerCase().replace(/\s+list$/, '') === said);
  const list = own ?? (isCalled ? said : undefined);
  return list === undefined || list === '' ? undefined : { from: list, to: name.replace(/\s+list$/i, '') };
}

/** "Rename milk to oat drink in groceries": what gets another name, or is changed for another, stands on the list. */
export function isOfList({ shows, list, message: { tokens }, from }: Clause): boolean {
  if (shows.has('head.swapped')) return true;
  if (!shows.has('head.retitle') || list === undefined) return false;
  return IN.has(tokens[list.from]!.word) && list.from > from + 1;
}

const IN = new Set(['in', 'on', 'from', 'at']);
const OWNERS = wordSet('owners');

/** "Change the place of lunch to Bistro Nord": what stands behind the last "to". */
export function placeFor({ message: { tokens, text }, shows, from, to }: Clause): string | undefined {
  const at = tokens.findLastIndex(({ word }, index) => index > from && index < to - 1 && word === 'to');
  if (!shows.has('say.place_of') || at < 0) return undefined;
  return text.slice(tokens[at + 1]!.start, tokens[to - 1]!.end).replace(/^["'“‘]|["'”’.!]$/g, '');
}

/** "Invite Ben to the lunch": who stands between the verb and the "to". */
export function invitedTo({ message: { tokens, text }, shows, from, to }: Clause): string | undefined {
  const at = tokens.findIndex(({ word }, index) => index > from && index < to - 1 && ['to', 'along'].includes(word));
  const isAsked = shows.has('head.invite') || (shows.has('head.add') && shows.has('known.event_to'));
  if (!isAsked || at <= from + 1) return undefined;
  return text.slice(tokens[from + 1]!.start, tokens[at - 1]!.end);
}

/** What a file is to be called, to where its words begin; in quotes it is a literal already. */
const FILE_NAMED =
  /\bfile\s+(?:named|called|titled)\s+(?!["“][^"”]*["”]|'[^']*'(?:\s|$))(.+?)(?:\s+(?:with|saying|containing|that)\b|:\s|$)/is;

/** A command with the ending of a file behind it. */
const SHELL_FILE = /((?:`[^`]*`|\$\([^)]*\))[\w-]*\.\w{1,6})\b/;

/** A name is a literal: one with the characters of a shell is none, and no word of it is an order. */
export function unsafeName({ text, tokens }: Message): string | undefined {
  const rename = lexicon()
    .signsIn(tokens)
    .find(({ sign }) => sign === 'verb.rename' || sign === 'verb.retitle');
  const renamed = rename && /\bto\s+(.+)$/is.exec(text.slice(tokens[rename.from]!.start));
  const [, name] = renamed ?? FILE_NAMED.exec(text) ?? SHELL_FILE.exec(text.replace(/"[^"]*"|“[^”]*”/g, '')) ?? [];
  return name !== undefined && /\$\(|`|[;|<>]/.test(name) ? `"${name.slice(0, 80)}" cannot be a name.` : undefined;
}

/** "Move dog food to the pets list". */
export function listMovedTo({ shows, list, message }: Clause): string | undefined {
  return shows.has('head.move') && ONTO.has(message.tokens[list!.from]?.word ?? '') ? list!.name : undefined;
}

const ONTO = new Set(['to', 'onto', 'into', 'on']);

/** "I'm on holiday from …": what it is, without who. */
export function awayName({ signs, message, shows, whens, from }: Clause): string | undefined {
  const away = shows.has('head.am') ? signs.find(({ sign }) => sign === 'say.away') : undefined;
  const { tokens, text } = message;
  // "We're in York from the 27th to the 29th": where they are.
  const first = whens[0]?.parts[0]?.from ?? 0;
  const isThere = away === undefined && shows.has('head.am') && shows.has('when.range') && first > 0;
  const head = isThere ? text.slice(tokens[from]!.start, tokens[first - 1]!.end) : '';
  const [, there] = /^\S+(?: am| are| will be| be)? (?:in|at|over in|down in|up in) (.+)$/i.exec(head) ?? [];
  if (there !== undefined) return there;
  const words = away && text.slice(tokens[away.from]!.start, tokens[away.to - 1]!.end);
  return words?.replace(/^(?:on|off|out of) (?:a |an )?(?=holiday|vacation|leave|annual|trip)/i, '');
}

/** What a time is called that is to stay free. */
export function keptFree({ shows }: Clause): string | undefined {
  return shows.has('head.keep_free') ? 'Keep free' : undefined;
}
