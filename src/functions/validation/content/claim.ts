/**
 * What a criterion claims of a document: that it speaks of something (`topic`), that it says something (`that`), or simply
 * that something is so (`fact`). A document that is silent fails the first two; of a fact its silence tells nothing.
 */
import { wordsIn } from '../../../text/index.ts';
import { amountsIn } from '../../statements/index.ts';
import { type Criterion, readCriterion } from '../criterion.ts';
import { ANSWERS, type Answer, basesOf, readSaying } from './wording.ts';

export interface Claim {
  /** The criterion as it was given. */
  readonly given?: string | undefined;
  readonly mode: 'topic' | 'that' | 'fact';
  /** What must be said, without the words that ask for it. */
  readonly text: string;
  /** It must not be said. */
  readonly forbidden: boolean;
  readonly answers: readonly Answer[];
  /** That it comes up is enough. */
  readonly mention: boolean;
  /** The words that only ask for the kind of answer. */
  readonly asking: ReadonlySet<string>;
}

const WH =
  /^(?:(?:at|by|in|on|for|from|until|to|under|of|with) )?(?:how|what|which|who|whom|whose|when|where|why|whether|if)\b/i;

export function readClaim(given: string): Claim {
  const criterion = readCriterion(given);
  const text = sentenceOf(given);
  const own =
    byVerb(text, criterion) ?? byPassive(text, criterion) ?? byPresence(text, criterion) ?? claim('fact', text, false);
  return { ...own, given };
}

function sentenceOf(given: string): string {
  return given
    .replace(/\s+/g, ' ')
    .replace(/[.!]+$/, '')
    .replace(/^according to the \w+, |, according to the \w+$/i, '')
    .replace(/^(?:please |make sure |ensure |check |verify |confirm )(?:that )?/i, '')
    .trim();
}

/** "Names a contact", "The leaflet says that …", "Must not mention the price". */
function byVerb(text: string, { negative }: Criterion): Claim | undefined {
  const { plain, acts, denies, documents } = readSaying();
  const words = wordsIn(text);
  const verb = words.slice(0, 7).find(({ lower }, index) => {
    // "The plan notes …": after an article it is a noun.
    if (documents.has(lower) && /^(?:the|this|an?|its)$/.test(words[index - 1]?.lower ?? '')) return false;
    const isVerb = [plain, acts, denies].some((one) => basesOf(lower).some((base) => one.has(base)));
    return isVerb && words.slice(0, index).every(({ lower: one }) => isLead(one, documents));
  });
  if (verb === undefined) return undefined;
  const [bases, lead] = [basesOf(verb.lower), text.slice(0, verb.start)];
  const isOne = (verbs: ReadonlySet<string>) => bases.some((base) => verbs.has(base));
  const isNamed = [...wordsIn(lead)].some(({ lower }) => documents.has(lower));
  // "The plan covers …" may be a sentence about a plan; "states" has no other sense.
  if (
    lead.trim() !== '' &&
    !isNamed &&
    !/^(?:must|should|shall|do(?:es)?|never|not|it|also|has to|needs to)/i.test(lead)
  )
    return undefined;
  const rest = withoutHearer(text.slice(verb.end)).trim();
  if (rest === '') return undefined;
  if (isOne(denies)) return claim('that', `no ${rest.replace(/^(?:out|against|the|any)\s+/i, '')}`, negative);
  // "Warns against deleting it": the text says not to.
  if (isOne(acts) && /^against\s/i.test(rest))
    return claim('that', `do not ${rest.replace(/^against\s+/i, '')}`, negative);
  if (isOne(acts) && !isOne(plain)) {
    const topic = claim('topic', rest, negative);
    const isAsked = topic.answers.length > 0 && /^(?:the|an?|its)\s/i.test(rest) && amountsIn(rest).length === 0;
    return isAsked ? topic : claim('that', `${verb.text} ${rest}`, negative);
  }
  const that = /^(?:clearly |explicitly |out )?that\s+(.*)$/i.exec(rest)?.[1];
  if (that !== undefined) return claim('that', that, negative);
  const mention = bases.some((base) => MENTIONS.has(base));
  return isClause(rest) || /^to\s/.test(rest) || (bases.includes('attribute') && /\sto\s/.test(rest))
    ? claim('that', rest, negative)
    : claim('topic', rest, negative, mention);
}

const SAYS_TOO =
  /^(?<one>.+?),? and (?:also )?(?<verb>says?|explains?|tells?|states?|gives?|names?|describes?|mentions?|lists?) (?<two>.+)$/i;

/** "Rules out latex and says why": two things to be said. */
export function splitSaying(given: string): readonly string[] {
  const { one, verb, two } = SAYS_TOO.exec(sentenceOf(given))?.groups ?? {};
  if (one === undefined || two === undefined || readClaim(one).mode === 'fact') return [given];
  const bare = /^(?:why|how|when|where|by whom|for how long)$/i.test(two);
  return [one, bare ? `Explains ${two} ${readClaim(one).text}` : `${verb} ${two}`];
}

const LEADS = new Set(
  'the this that its a an also clearly explicitly must should shall not never do does may has have to needs be able whole entire each every'.split(
    ' ',
  ),
);

function isLead(word: string, documents: ReadonlySet<string>): boolean {
  return LEADS.has(word) || documents.has(word);
}

function withoutHearer(rest: string): string {
  const { hearers } = readSaying();
  const match =
    /^\s*(?:(?:the|its|their|all|new|any|our)\s+)?([\p{L}]+)\s+(?=(?:that|which|what|how|when|where|who|whom|why|whether|to|about|of|not|an?|the|against|with)\b)/iu.exec(
      rest,
    );
  if (match === null || !hearers.has(match[1]!.toLowerCase())) return rest;
  return rest.slice(match[0].length);
}

/** "… the budget shrinks": a sentence of its own, not a noun with what belongs to it. */
function isClause(rest: string): boolean {
  if (WH.test(rest)) return false;
  const main = rest.replace(/\s(?:that|which|who|whose|when|where|if|unless|because|how|what|why|whether)\s.*$/i, '');
  return /^(?:the|an?|its|all|no|each|every|\p{Lu}\w+)?\s?(?:[\w'-]+\s){1,6}?(?:is|are|was|were|must|can|cannot|may|will|should|has been|have been|does|do|has to|have to|needs to)\s/iu.test(
    `${main} `,
  );
}

/** "The weight limit is stated", "… is given as eight tablets". */
function byPassive(text: string, { negative }: Criterion): Claim | undefined {
  const { passives } = readSaying();
  const pattern = new RegExp(
    `^(?<what>.+?)\\s(?:is|are|was|were|must be|should be|has to be)\\s(?:both |all |not |never |also |clearly |explicitly )?(?:${passives.join('|')})(?:\\s(?:as|to be)\\s(?<value>.+)|\\s(?:in|by|on|with)\\s.*)?$`,
    'i',
  );
  const match = pattern.exec(text)?.groups;
  if (match === undefined) return undefined;
  const { what, value } = match;
  return value === undefined ? claim('topic', what!, negative) : claim('that', `${what} is ${value}`, negative);
}

/** "A screenshot is attached": of what is not named before, that it comes up at all is asked. */
function byPresence(text: string, { negative }: Criterion): Claim | undefined {
  const { presence } = readSaying();
  const what = new RegExp(
    `^(?:an?|some|no) (?<what>[\\w -]{3,40}?) (?:is|are) (?:also )?(?:${presence.join('|')})$`,
    'i',
  ).exec(text)?.groups?.['what'];
  return what === undefined ? undefined : claim('topic', what, negative || /^no /i.test(text));
}

const MENTIONS = new Set(['mention', 'discuss', 'address', 'refer', 'touch']);

export function claim(mode: Claim['mode'], text: string, forbidden = false, mention = false): Claim {
  const { answers } = readSaying();
  const folded = ` ${wordsIn(text)
    .map(({ lower }) => lower)
    .join(' ')} `;
  const found: Answer[] = [];
  const asking = new Set<string>();
  if (mode === 'topic')
    for (const kind of ANSWERS)
      for (const phrase of answers[kind] ?? [])
        if (folded.includes(` ${phrase} `)) {
          if (!found.includes(kind)) found.push(kind);
          for (const word of phrase.split(' ')) asking.add(word);
        }
  return { mode, text, forbidden, mention, answers: found, asking };
}
