/** What may be asked of a thing: what it is, what it has, how it begins and ends, how much is in it. */
import { splitName, wordsIn } from '../../../text/index.ts';
import { readNumber } from '../seen.ts';
import { DATE } from './dates.ts';
import { readFormWords } from './demand.ts';
import { isNoun, readThings, type Thing, within } from './things.ts';

export interface Quality {
  readonly denied: boolean;
  readonly holds: (thing: Thing) => boolean;
  /** What all of them are together: numbered from 1 to 6. */
  readonly ofAll?: ((things: readonly Thing[]) => boolean) | undefined;
}

const GREETS =
  /^\W*(?:dear|hi|hello|hey|good (?:morning|afternoon|evening)|to whom|sehr geehrte|liebe|guten|chers?|chère|bonjour|madame|monsieur|estimad|querid|gentile)/i;
const PARTS_WITH =
  /\b(?:sincerely|faithfully|regards|best wishes|yours|cheers|thanks|thank you|grüßen?|grüssen?|cordialement|salutations|saludos|saluti|love)\b/i;

/** Without what marks it as an item or a heading. */
const bare = (text: string) => text.trim().replace(/^(?:#{1,6}\s+|[-*+•]\s+|\d+[.)]\s+|>\s+)+/, '');

const IS: Readonly<Record<string, (text: string) => boolean>> = {
  blank: (text) => text.trim() === '' || text === '{}' || text === '[]',
  bold: (text) => /\*\*\S|__\S|<(?:b|strong)>/.test(text),
  italic: (text) => /(?<!\*)\*[^\s*]|(?<!_)_[^\s_]|<(?:i|em)>/.test(text),
  numbered: (text) => /^[\s#]*(?:§ ?)?\d+(?:\.\d+)*[.):]?\s/.test(text),
  dash: (text) => /^\s*-\s/.test(text),
  bullet: (text) => /^\s*[-*+•]\s/.test(text),
  capital: (text) => /^[^\p{L}\d]*\p{Lu}/u.test(bare(text)),
  stop: (text) => /\.[\s*_)"]*$/.test(text),
  colon: (text) => /:[\s*_]*$/.test(text),
  question: (text) => /\?[\s*_]*$/.test(text),
  date: (text) => DATE.test(text),
  iso: (text) => /\b\d{4}-\d{2}-\d{2}\b/.test(text),
  time: (text) => /\b\d{1,2}:\d{2}\b|\b\d{1,2} ?[ap]\.?m\b/i.test(text),
  figure: (text) => /\d/.test(bare(text)),
  link: (text) => /\]\(|<a\s|https?:/.test(text),
  identifier: (text) => /^\s*(?:[-*+•]\s+)?(?:\*\*)?[A-Z]{1,5}-?\d+\b|^\s*\d+[.)]/.test(text),
  code: (text) => /```|~~~|`[^`]+`/.test(text),
  exact: (text) => /^v?\d+(?:\.\d+)+(?:[-+][\w.]+)?$/.test(text.trim()),
  caret: (text) => text.startsWith('^'),
  tilde: (text) => text.startsWith('~'),
  salutation: (text) => GREETS.test(text),
  farewell: (text) => PARTS_WITH.test(text.split('\n').slice(-6).join('\n')),
};

/** How a thing begins or ends is asked of its first or last words only. */
const BEGINS: Readonly<Record<string, (text: string) => boolean>> = {
  bold: (text) => /^(?:\*\*|__|<(?:b|strong)>)/.test(bare(text)),
  date: (text) => DATE.test(bare(text).slice(0, 24)) && bare(text).search(DATE) <= 2,
  iso: (text) => /^\d{4}-\d{2}-\d{2}/.test(bare(text)),
  figure: (text) => /^\d/.test(bare(text)),
  time: (text) => /^\d{1,2}:\d{2}/.test(bare(text)),
};

const BOUND =
  '(?:exactly|at least|at most|no more than|more than|fewer than|only|no fewer than|longer than|shorter than|no longer than|under|over|up to)';
const COUNT = new RegExp(
  `^(?:(?<bound>${BOUND}) )?(?:an? )?(?<n>\\d+|single|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty) (?<unit>[a-z ]+?)(?: long| in length| or (?<more>more|fewer|less))?$`,
  'i',
);
const HAS =
  /^(?:has|have|contains?|includes?|carr|holds?|consists?|comes?|bears?|declares?|defines?|specif|sets?|names?|states?|gives?|uses?|publish|exposes?|mounts?|lists?|requires?|needs?|provides?)/;

/** Undefined: not understood. */
export function readQuality(verb: string, said: string): Quality | undefined {
  let rest = said.trim();
  const denial = /^(?:not|never|no)\s+(?=\w)/i.exec(rest);
  const bounded = /^no (?:more|fewer|longer|shorter|less) than/i.test(rest);
  const denied = denial !== null && !bounded;
  if (denied) rest = rest.slice(denial[0].length);
  rest = rest.replace(/^(?:be|been|have|all|also|both|always)\s+/i, '');
  const quality =
    readNumbering(rest) ??
    readEdge(verb, rest) ??
    readCount(rest) ??
    readLiteral(rest) ??
    (HAS.test(verb) ? readSign(rest) : undefined) ??
    readIs(rest, IS) ??
    (HAS.test(verb) ? readField(rest) : undefined);
  return quality && { ...quality, denied: quality.denied !== denied };
}

function readNumbering(rest: string): Quality | undefined {
  const span = /^numbered (?:from )?(\d+|one) (?:to|through|-) (\d+|\w+)$/i.exec(rest);
  const [from, to] = [readNumber(span?.[1]), readNumber(span?.[2])];
  if (from === undefined || to === undefined) return undefined;
  const numberOf = ({ text }: Thing) => Number(/^\s*(?:§ ?|[A-Z]{1,4}-?)?(\d+)/.exec(text)?.[1]);
  return {
    denied: false,
    holds: () => true,
    ofAll: (things) => things.length === to - from + 1 && things.every((one, at) => numberOf(one) === from + at),
  };
}

function readEdge(verb: string, rest: string): Quality | undefined {
  const begins = /^(?:begin|start|open)/.test(verb);
  if (!begins && !/^(?:end|close)/.test(verb)) return undefined;
  const what = rest.replace(/^(?:with|in|by)\s+/i, '');
  const literal = /^["`](.+)["`]$/.exec(what)?.[1]?.toLowerCase();
  if (literal !== undefined)
    return plain(({ text }) => {
      const own = bare(text).toLowerCase();
      return begins ? own.startsWith(literal) || text.trim().toLowerCase().startsWith(literal) : own.endsWith(literal);
    });
  return begins ? (readIs(what, BEGINS) ?? readIs(what, IS)) : readIs(what, IS);
}

function readCount(rest: string): Quality | undefined {
  const groups = COUNT.exec(rest.replace(/^(?:of|made up of|composed of)\s+/i, ''))?.groups;
  const n = /^single$/i.test(groups?.['n'] ?? '') ? 1 : readNumber(groups?.['n']);
  const unit = Object.entries(readThings().units).find(([, names]) => names.includes(groups?.['unit'] ?? ''))?.[0];
  if (n === undefined || unit === undefined) return undefined;
  const more = groups!['more'];
  const said = more === undefined ? (groups!['bound'] ?? '') : more === 'more' ? 'at least' : 'at most';
  const bound = said
    .toLowerCase()
    .replace(/^(?:no longer than|up to)$/, 'at most')
    .replace(/^(?:longer than|over)$/, 'more than')
    .replace(/^(?:shorter than|under)$/, 'fewer than');
  return plain(({ text }) => within(sizeOf(text, unit), bound, n));
}

function sizeOf(text: string, unit: string): number {
  if (unit === 'word') return wordsIn(bare(text)).length;
  if (unit === 'character') return text.length;
  if (unit === 'line') return text.trim().split('\n').length;
  if (unit === 'item') return text.match(/^[ \t]*(?:[-*+•]|\d+[.)])\s+\S/gm)?.length ?? 0;
  if (unit === 'paragraph') return text.trim().split(/\n\s*\n/).length;
  return Math.max(1, bare(text).match(/[.!?](?=\s|$)/g)?.length ?? 0);
}

function readLiteral(rest: string): Quality | undefined {
  const groups =
    /^(?:an? |the )?(?:(?:word|phrase|text|string|term|label|field|key|entry) )?["`](?<literal>[^"`]+)["`](?: (?<key>field|key|entry|label|property|setting|section|tag|attribute))?$/i.exec(
      rest,
    )?.groups;
  const literal = groups?.['literal']?.toLowerCase();
  if (literal === undefined) return undefined;
  return plain(({ text, value }) => (isData(value) ? hasKey(value, literal) : text.toLowerCase().includes(literal)));
}

/** "contains an exclamation mark": anywhere in it. */
function readSign(rest: string): Quality | undefined {
  const sign = readFormWords().signs[rest.toLowerCase().replace(/^(?:an?|any|one)\s+/, '')];
  return sign === undefined ? undefined : plain(({ text }) => bare(text).includes(sign));
}

function readIs(rest: string, tests: typeof IS): Quality | undefined {
  const said = rest.toLowerCase().replace(/["`]/g, '');
  const found = Object.entries(readThings().qualities).find(
    ([name, phrases]) => Object.hasOwn(tests, name) && phrases.includes(said),
  );
  return found && plain(({ text }) => tests[found[0]]!(text));
}

/** "a restart entry", "an owner", "a severity label": of data a key, of a line the word that says it. */
function readField(rest: string): Quality | undefined {
  const noun =
    /^(?:(?:an?|its|their|the|any)\s+)?(?:own )?([\w -]{3,30}?)(?: (?:entry|field|key|label|setting|property|value|attribute|of its own))?(?: variables?| mappings?)?$/i.exec(
      rest,
    )?.[1];
  if (noun === undefined || wordsIn(noun).length > 2) return undefined;
  return plain(({ text, value }) =>
    isData(value)
      ? hasKey(value, noun)
      : new RegExp(`(?<![\\p{L}])${noun.replace(/[^\w -]/g, '')}(?:s|es)?\\s*[:=(]`, 'iu').test(text),
  );
}

function isData(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function hasKey(value: unknown, name: string, depth = 0): boolean {
  if (!isData(value) || depth > 6) return false;
  return Object.entries(value).some(
    ([key, inner]) => isNoun(key, name) || isNoun(splitName(key).join(' '), name) || hasKey(inner, name, depth + 1),
  );
}

function plain(holds: Quality['holds']): Quality {
  return { denied: false, holds };
}
