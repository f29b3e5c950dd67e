/**
 * Criteria about what a file defines, read as propositions (propositions.yml): a quantifier or a count over a domain of the
 * syntax tree (functions, parameters, fields, variants …) and what must hold of each member. Each word that carries meaning
 * must have been understood; what is left over would be something nobody checked.
 */
import { z } from 'zod';
import type { CodeSymbol } from '../../../reading/index.ts';
import { sheet } from '../../analysis/sheet.ts';
import type { CodeArtifact } from '../deeds/scope.ts';
import { type Seen, seen } from '../seen.ts';
import { type Domain, type Member, membersOf } from './domains.ts';
import { isInTest, readPhrases, takeBound, takeExceptions, Words } from './phrases.ts';
import { holds, type Measure, measure, type Predicate } from './predicates.ts';
import { findSymbol } from './symbols.ts';

const list = z.array(z.string());
const lists = z.record(z.string(), list);
export const readPropositions = sheet(
  './propositions.yml',
  import.meta.url,
  z.strictObject({ quantifiers: lists, domains: lists, scopes: lists, predicates: lists, measures: lists }),
);

interface Proposition {
  readonly quantifier: 'every' | 'none' | 'some' | 'count';
  readonly domain: Domain;
  readonly scope?: string | undefined;
  /** The definition whose members are meant. */
  readonly within?: CodeSymbol | undefined;
  /** All of these must hold: "private and final". */
  readonly predicates: readonly Predicate[];
  readonly denied: boolean;
  /** Of these nothing is said: "except `main`", "outside the tests". */
  readonly except: ReadonlySet<string>;
  readonly outsideTests: boolean;
  readonly measure?: Measure | undefined;
  readonly least?: number | undefined;
  readonly most?: number | undefined;
}

/** Undefined: it is no such criterion, or one that was not understood. `holds` has its denial counted in. */
export function judgeProposition(artifact: CodeArtifact, criterion: string): Seen | undefined {
  const read = readProposition(artifact, criterion);
  if (read === undefined) return undefined;
  const members = membersOf(artifact, read.domain, read.within, read.scope)?.filter(
    (one) => !read.except.has(one.name.toLowerCase()) && !(read.outsideTests && isInTest(artifact, one)),
  );
  if (members === undefined) return undefined;
  if (read.quantifier === 'count') return judgeCount(read, members);
  if (members.length === 0) return undefined;
  const sure = read.measure !== undefined || read.predicates.every((one) => SURE.has(one));
  const found = judgeEach(artifact, read, members);
  return found && { ...found, likely: !sure };
}

/** What the tree says in so many words. */
const SURE: ReadonlySet<Predicate> = new Set(['documented', 'returns_typed', 'typed']);

function judgeEach(artifact: CodeArtifact, read: Proposition, members: readonly Member[]): Seen | undefined {
  const values = members.map((member) => holdsOf(artifact, read, member));
  if (values.includes(undefined)) return undefined;
  const wanted = read.quantifier === 'every' ? !read.denied : read.denied;
  const odd = read.quantifier === 'some' ? -1 : values.findIndex((value) => value !== wanted);
  if (read.quantifier === 'some') {
    const at = values.indexOf(!read.denied);
    return seen(at >= 0, at >= 0 ? `${members[at]!.name} does.` : 'None of them does.', {
      at: members[Math.max(0, at)]!.start,
    });
  }
  return odd < 0
    ? seen(true, `It holds of all ${members.length}: ${members.map(({ name }) => name).join(', ')}.`.slice(0, 200), {
        at: members[0]!.start,
      })
    : seen(false, `${members[odd]!.name} (line ${members[odd]!.line}) breaks it.`, { at: members[odd]!.start });
}

function judgeCount({ least = 0, most = Number.POSITIVE_INFINITY }: Proposition, members: readonly Member[]): Seen {
  const names = members.map(({ name }) => name).join(', ');
  return seen(
    members.length >= least && members.length <= most,
    `There are ${members.length}${names === '' ? '' : `: ${names}`}.`.slice(0, 200),
    { at: members[0]?.start },
  );
}

function holdsOf(artifact: CodeArtifact, read: Proposition, member: Member): boolean | undefined {
  if (read.measure !== undefined) {
    const size = measure(member, read.measure);
    return size === undefined
      ? undefined
      : size >= (read.least ?? 0) && size <= (read.most ?? Number.POSITIVE_INFINITY);
  }
  const values = read.predicates.map((one) => holds(artifact, member, one));
  if (values.length === 0 || values.includes(undefined)) return undefined;
  return values.every((value) => value);
}

function readProposition(artifact: CodeArtifact, criterion: string): Proposition | undefined {
  const { quantifiers, domains, scopes, predicates, measures } = readPropositions();
  const { rest, ...left } = takeExceptions(criterion.replace(/(\w)n't\b/g, '$1 not'));
  // A word of the language in backticks is no name: "is `synchronized`".
  const names = [...rest.matchAll(/`([^`]+)`/g)].map(([, name]) => name!).filter((name) => !isPhrase(name));
  const words = new Words(rest.replace(/`([^`]+)`/g, (_all, name: string) => (isPhrase(name) ? name : ' ')));
  const own = names.length === 1 ? findSymbol(artifact, names[0]!) : undefined;
  const within = own ?? (names.length === 0 ? named(artifact, words) : undefined);
  if (names.length > 0 && own === undefined) return undefined;
  const isPlural = Object.values(domains).some((phrases) => phrases.some((one) => isPluralOf(one, words.text)));
  const quantifier = words.takeFirst(quantifiers) as 'every' | 'none' | undefined;
  const scope =
    takeScope(words, scopes, domains) ?? (words.take(['exports', 'export']) === undefined ? undefined : 'public');
  const bound = takeBound(words);
  const measured = bound === undefined || quantifier === undefined ? undefined : takeMeasure(words, measures);
  const found = measured === undefined ? takePredicates(words, predicates) : [];
  const [predicate] = found;
  const domain = words.takeFirst(domains) as Domain | undefined;
  const denied = words.take(['not', 'never', 'without', 'lacks', 'lack', 'no']) !== undefined;
  if (domain === undefined) return undefined;
  if (words.text.split(' ').some((word) => word !== '' && !readPhrases().fillers.has(word.toLowerCase())))
    return undefined;
  const limits = bound ?? {};
  if (quantifier === undefined && isPlural && predicate !== undefined && bound === undefined)
    return { quantifier: 'every', domain, scope, within, predicates: found, denied, ...left };
  if (quantifier === undefined)
    return bound === undefined || predicate !== undefined || denied
      ? undefined
      : { quantifier: 'count', domain, scope, within, predicates: found, denied, ...left, ...limits };
  if (predicate === undefined && measured === undefined) return undefined;
  return { quantifier, domain, scope, within, predicates: found, measure: measured, denied, ...left, ...limits };
}

/** "Private and final": each of them, but none that denies what stands before it. */
function takePredicates(words: Words, predicates: Readonly<Record<string, readonly string[]>>): Predicate[] {
  const found = [(words.takeLoose(predicates) ?? words.takeFirst(predicates)) as Predicate | undefined];
  const joined = / and /.test(words.text) && !/ (?:not|never|without|no|nor|neither|or) /i.test(words.text);
  if (joined && found[0] !== undefined) found.push(words.takeFirst(predicates) as Predicate | undefined);
  return found.filter((one) => one !== undefined);
}

/** "The fields are private": all of them. */
function isPluralOf(phrase: string, text: string): boolean {
  return /[^s]s$/.test(phrase) && new RegExp(`^ (?:the |its |instance )*${phrase}\\b`, 'i').test(text);
}

/** Whether it is a word that the sheet knows: "`static`". */
function isPhrase(name: string): boolean {
  const { predicates, scopes, domains } = readPropositions();
  return [predicates, scopes, domains].some((lists) =>
    Object.values(lists).some((phrases) => phrases.some((one) => one.toLowerCase() === name.toLowerCase())),
  );
}

/** "The Token enum has five variants": a name of the file, written as one. */
function named({ code }: CodeArtifact, words: Words): CodeSymbol | undefined {
  const found = code.symbols.find(
    ({ name, callable }) => callable === undefined && /^\p{Lu}/u.test(name) && words.text.includes(` ${name} `),
  );
  if (found !== undefined) words.take([found.name]);
  return found;
}

/** "Every public method": which ones, not what holds of them. */
export function takeScope(
  words: Words,
  scopes: Readonly<Record<string, readonly string[]>>,
  domains: Readonly<Record<string, readonly string[]>>,
): string | undefined {
  const nouns = Object.values(domains).flat();
  for (const [scope, phrases] of Object.entries(scopes))
    for (const phrase of phrases)
      if (nouns.some((noun) => words.text.toLowerCase().includes(` ${phrase} ${noun} `))) {
        words.take([phrase]);
        return scope;
      }
  return undefined;
}

function takeMeasure(words: Words, measures: Readonly<Record<string, readonly string[]>>): Measure | undefined {
  const found = words.takeFirst(measures) as Measure | undefined;
  if (found !== undefined) words.take(['long', 'longer', 'deep', 'of code', 'nesting', 'nested']);
  return found;
}
