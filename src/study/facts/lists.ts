/** Classes and what the course counts among them: "loop diuretics such as furosemide, bumetanide and torasemide". */
import { isNegated, type Token, tokensOf } from './clause.ts';
import type { Sentence } from './corpus.ts';
import { grammar } from './grammar.ts';
import { isPlural, termKey } from './terms.ts';
import { type Thing, thingOf } from './things.ts';

export interface Listed {
  readonly sentence: Sentence;
  /** In the plural: "loop diuretics". */
  readonly head: string;
  readonly items: readonly Thing[];
  /** The course says outright that they are: "A and B are loop diuretics"; not by the way, as in "tablets such as A". */
  readonly isStated?: boolean;
}

const SAYS = /(?:,? (?:such as|including|for example|e\.g\.|namely) |(?<=\p{L}) (?:include|includes) )/u;
/** What stands in a list of such things ("causes", "foods") is true of many others as well. */
export function isOpenHead(head: string): boolean {
  return grammar().openHeads.has(head.split(' ').at(-1)?.toLowerCase() ?? '');
}

const MOST_ITEM_WORDS = 4;

export function readLists(sentence: Sentence): Listed[] {
  const { text } = sentence;
  if (!sentence.stands || isNegated(text)) return [];
  const stated = statedIn(sentence);
  if (stated !== undefined) return [stated];
  const says = SAYS.exec(text);
  if (says === null) return [];
  const head = headOf(text.slice(0, says.index));
  if (head === undefined) return [];
  const items = itemsOf(text.slice(says.index + says[0].length));
  return items.length < 2 ? [] : [{ sentence, head, items: items.map(thingOf) }];
}

const ARE = /^(?:Both )?(.{5,160}? and .{3,60}?) are (?:all |both )?(\p{L}[\p{L}\p{N} -]{3,60})\.$/u;

/** "Furosemide, bumetanide and torasemide are loop diuretics." */
function statedIn(sentence: Sentence): Listed | undefined {
  const [, listed = '', head = ''] = ARE.exec(sentence.text) ?? [];
  const items = head === '' ? [] : itemsOf(listed);
  const { small, verbs } = grammar();
  const words = head.toLowerCase().split(' ');
  const noun = head.replace(/ (?:of|for|at|to) .+$/, '');
  if (items.length < 2 || !listed.endsWith(items.at(-1) as string) || words.length > MOST_HEAD_WORDS) return undefined;
  if (small.has(words[0] as string) || verbs.has(words[0] as string) || /ed$/.test(words[0] as string))
    return undefined;
  if (!isPlural(noun) || isOpenHead(noun) || SAYS_WHERE.test(head)) return undefined;
  return { sentence, head, items: items.map(thingOf), isStated: true };
}

/** "Are found in most attacks", "are common": where or how often, not what they are. */
export const SAYS_WHERE =
  /^(?:\p{L}+ly )?(?:\p{L}+ed|found|seen|given|known|made|taken|shown|common|rare|typical|frequent|present|absent|normal)\b(?: (?:in|by|with|at|on|for|to|from|as|during|after|before)\b|$)/iu;

const MOST_HEAD_WORDS = 6;

/** The words that name the class, back to where the phrase begins. */
function headOf(before: string): string | undefined {
  const { small, verbs, auxiliaries } = grammar();
  const tokens = tokensOf(before);
  let from = tokens.length;
  while (from > 0) {
    const { lower } = tokens[from - 1] as Token;
    if (small.has(lower) || auxiliaries.has(lower) || !/[\p{L}\p{N}]/u.test(lower)) break;
    if (verbs.has(lower) && from < tokens.length && !/ed$|ing$/.test(lower)) break;
    from--;
  }
  const first = tokens[from];
  if (first === undefined || tokens.length - from > 4) return undefined;
  const before1 = tokens[from - 1]?.lower;
  if (before1 === 'of' && !/^(?:examples?|members?|group|class)$/.test(tokens[from - 2]?.lower ?? '')) return undefined;
  const head = before.slice(first.start);
  return isPlural(head) && !isOpenHead(head) ? head : undefined;
}

export function itemsOf(rest: string): string[] {
  const { small, verbs, auxiliaries } = grammar();
  const items: string[] = [];
  for (const part of rest.split(/,\s+and\s+|,\s+or\s+|,\s+|\s+and\s+|\s+or\s+/)) {
    const words = part
      .replace(/\.$/, '')
      .replace(/\s*\([^()]*\)$/, '')
      .split(' ');
    const stop = words.findIndex(
      (word) =>
        small.has(word.toLowerCase()) ||
        auxiliaries.has(word.toLowerCase()) ||
        (verbs.has(word.toLowerCase()) && words.indexOf(word) > 0),
    );
    const item = (stop === -1 ? words : words.slice(0, stop)).join(' ');
    if (item === '' || verbs.has(item.toLowerCase()) || item.split(' ').length > MOST_ITEM_WORDS || /[;:]/.test(item))
      break;
    items.push(item);
    if (stop !== -1 || /[.;]$/.test(part)) break;
  }
  return items.filter((item) => termKey(item).length > 2);
}
