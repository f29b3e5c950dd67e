/** What a sentence describes and gives a name to: "X is the volume of plasma that …", "… is called X". */
import { fold } from '../../text/index.ts';
import { isCommonWord } from '../../text/lexicon.ts';
import { isCommonWord as isEveryday } from '../material/things.ts';
import type { Asked } from './askable.ts';
import { isItem } from './causes.ts';
import type { Clause } from './clause.ts';
import type { Corpus, Sentence } from './corpus.ts';
import { grammar } from './grammar.ts';
import { contentStems, termKey, withoutArticle } from './terms.ts';
import { thingOf } from './things.ts';

const FEWEST_OF_DEFINITION = 4;

/** "X is the volume of plasma that …", "… is called X". */
export function nameIn(sentence: Sentence, clause: Clause, corpus: Corpus): Asked | undefined {
  const { text, verb } = clause;
  const called =
    /^(.{20,}?) (?:is|are) (?:called|known as|termed|referred to as|named) ((?:the |an? )?[^,.;:()]{3,60})(?: \([^()]{1,20}\))?\.$/.exec(
      text,
    );
  if (called !== null) {
    const [, described = '', name = ''] = called;
    const start = text.indexOf(name, described.length);
    return naming(sentence, text, { start, end: text.length - 1 }, name, described, corpus);
  }
  if (!verb.copula || !/^(?:is|are)$/.test(text.slice(verb.start, verb.end))) return undefined;
  const name = text.slice(clause.subject.start, clause.subject.end).replace(/ \([^()]{1,30}\)$/, '');
  // What comes next in rank is another statement.
  const described = text
    .slice(verb.end)
    .trim()
    .replace(/\.$/, '')
    .replace(/, (?:followed by|ahead of) .+$/, '');
  if (!/^(?:the|an?) /.test(described) || /[:;]/.test(described) || grammar().oneOfMany.test(described))
    return undefined;
  return naming(sentence, text, clause.subject, name, described, corpus);
}

function naming(
  sentence: Sentence,
  text: string,
  span: { start: number; end: number },
  name: string,
  definition: string,
  corpus: Corpus,
): Asked | undefined {
  const words = termKey(name).split(' ');
  // "The earliest sign is a rise of …": a role, and no term.
  if (ROLE.test(`the ${withoutArticle(name).toLowerCase()}`)) return undefined;
  if (words.length > 5 || contentStems(definition).size < FEWEST_OF_DEFINITION) return undefined;
  const { small } = grammar();
  if (name.split(' ').some((word, index) => index > 0 && small.has(word.toLowerCase()) && !/^(?:of|the)$/i.test(word)))
    return undefined;
  const thing = thingOf(name);
  const isTerm =
    (ROLE.test(definition) && isItem(name)) ||
    thing.member !== undefined ||
    thing.concept !== undefined ||
    corpus.aliases(name).length > 0 ||
    corpus.mentioning([name]).length >= 2 ||
    grammar().naming.has(name.split(' ').at(-1)?.toLowerCase() ?? '') ||
    termKey(sentence.passage.topic).includes(termKey(name)) ||
    (sentence.passage.source?.source_type !== 'knowledge' && isTechnical(name));
  // "Of both drugs": of which, another sentence says.
  if (!isTerm || leaks(name, definition) || ELSEWHERE.test(definition)) return undefined;
  const start = span.start;
  return {
    kind: 'name',
    sentence,
    text,
    relation: 'definition',
    start,
    end: span.end,
    thing: { ...thing, names: [...thing.names, ...corpus.aliases(name)] },
    definition,
    isRole: ROLE.test(definition),
  };
}

const LONG = 6;

/** "Acantholysis", "cutis marmorata": no words of every day. */
export function isTechnical(name: string): boolean {
  return (
    isItem(name) &&
    name.split(/[\s-]/).some((word) => word.length > LONG && !isCommonWord(fold(word)) && !isEveryday(word))
  );
}

export const ELSEWHERE = /\b(?:both|these|those|this|such|either|the latter|the former)\b/i;

/** What one thing of many is: the commonest, the first-line one, the antidote. */
export const ROLE =
  /^the (?:single |second |third )?(?:\p{L}{3,}est\b|most \p{L}+|least \p{L}+|main|chief|principal|leading|major|usual|first-line|second-line|first-choice|second-choice|first sign|first symptom|only|gold standard|antidote|\p{L}+ (?:of choice|(?:that|which) (?:is )?(?:most|least)|with the (?:highest|lowest|greatest|best|strongest)))\b/u;

/** A role without what it is of: "the antidote", "the most common cause". */
export function isBare(role: string): boolean {
  return !/\b(?:of(?! choice)|in|for|to|against|that|which|when|during|after|between|with|by|among|from|at|on)\b/i.test(
    role,
  );
}

/** The description gives the name away. */
export function leaks(name: string, description: string): boolean {
  const own = contentStems(name);
  const said = contentStems(description);
  const given = [...own].filter((word) =>
    [...said].some((other) => other === word || (word.length > 4 && other.startsWith(word.slice(0, 5)))),
  );
  return given.length * 2 >= own.size;
}

/** "The most common and hardly ever spreads", "the least dependent on the kidneys": the most of what is not said. */
export function isNounless(definition: string): boolean {
  return /^the (?:(?:most|least) \p{L}+|\p{L}+est) (?:and|or|in|on|of|to|with|for|by|at|from|than)\b/u.test(definition);
}
