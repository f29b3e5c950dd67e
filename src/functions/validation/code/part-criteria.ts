/**
 * Criteria about parts of code (parts.yml), read as propositions: a quantifier or a count over the parts of a kind, or over the
 * functions that contain them, and what must hold of each. What was not understood is not judged.
 */
import type { CodeSymbol } from '../../../reading/index.ts';
import { type CodeArtifact, decoratedAt } from '../deeds/scope.ts';
import { isThin } from '../deeds/wording.ts';
import { type Seen, seen } from '../seen.ts';
import { type Domain, type Member, membersOf } from './domains.ts';
import { hasPart, holdsOfPart, type Part, partsIn, readParts, type Trait } from './parts.ts';
import { isInTest, readPhrases, takeBound, takeExceptions, Words } from './phrases.ts';
import { readPropositions, takeScope } from './propositions.ts';
import { findSymbol } from './symbols.ts';

interface Asked {
  readonly part: Part;
  readonly trait?: Trait | undefined;
  readonly quantifier: 'every' | 'none' | 'some' | 'count';
  readonly denied: boolean;
  readonly least: number;
  readonly most: number;
  /** Each of these definitions is asked, by what it contains. */
  readonly holder?: { readonly domain: Domain; readonly scope?: string | undefined } | undefined;
  readonly within?: CodeSymbol | undefined;
  readonly outsideTests?: boolean | undefined;
}

/** Undefined: it is no such criterion, or one that was not understood. `holds` has its denial counted in. */
export function judgeParts(artifact: CodeArtifact, given: string): Seen | undefined {
  const { language } = artifact.code;
  const { rest: criterion, outsideTests, except } = takeExceptions(given);
  if (except.size > 0) return undefined;
  for (const part of rankParts(criterion, language)) {
    const asked = readAsked(artifact, criterion, part);
    const found = asked && weigh(artifact, { ...asked, outsideTests });
    if (found !== undefined) return { ...found, likely: true };
  }
  return undefined;
}

/** Those that come up, the longest name first: "foreign key" before "key". */
function rankParts(criterion: string, language: string): Part[] {
  const words = new Words(plainOf(criterion));
  const text = words.text.toLowerCase();
  const lengthOf = (phrase: string) =>
    text.includes(` ${phrase.toLowerCase()} `) ? phrase.length : words.hasLoose(phrase) ? phrase.length * LOOSE : 0;
  const length = ({ said }: Part) => Math.max(0, ...said.map(lengthOf));
  return readParts()
    .filter((part) => hasPart(part, language) && length(part) > 0)
    .sort((a, b) => length(b) - length(a));
}

/** A name that stands there in one piece goes before one with other words between. */
const LOOSE = 0.5;

function plainOf(criterion: string): string {
  return criterion
    .replace(/[`"]/g, ' ')
    .replace(/(\w)n['’]t\b/g, '$1 not')
    .replace(/\bcannot\b/gi, 'can not');
}

const HAS =
  /^ (?:has|have|contains?|uses?|includes?|there (?:is|are)|makes? use of|makes?|defines?|declares?|starts?|sets?)\b/i;

function readAsked(artifact: CodeArtifact, criterion: string, part: Part): Asked | undefined {
  const { quantifiers, scopes, domains } = readPropositions();
  const own = namedIn(artifact, criterion, part);
  if (own === null) return undefined;
  const words = new Words(plainOf(own === undefined ? criterion : criterion.replace(`\`${own.said}\``, ' ')));
  const opening = words.text;
  const quantifier = words.takeFirst(quantifiers) as 'every' | 'none' | undefined;
  const scope = takeScope(words, scopes, domains);
  const bound = takeBound(words);
  const traits = Object.fromEntries(part.traits.map((trait, at) => [String(at), trait.said]));
  // "DELETE … without a WHERE clause": the part is taken first, the trait may hold words of it.
  const at = placeOf(words, part.said);
  const holder = holderBefore(words, domains, at);
  if (!takePart(words, part)) return undefined;
  const traitAt = part.traits.length === 0 ? undefined : words.takeFirst(traits);
  if (traitAt !== undefined) while (words.take(traits[traitAt]!) !== undefined);
  // However often it is named: "connections, statements and result sets".
  while (words.take(part.said) !== undefined);
  const denied = readPhrases().denials.filter((one) => words.take([one]) !== undefined).length % 2 === 1;
  if (!isUnderstood(words)) return undefined;
  const common = {
    part,
    trait: traitAt === undefined ? undefined : part.traits[Number(traitAt)],
    denied,
    within: own?.symbol,
  };
  const limits = { least: bound?.least ?? 0, most: bound?.most ?? Number.POSITIVE_INFINITY };
  const has = HAS.test(opening) || own !== undefined;
  if (holder !== undefined && quantifier !== undefined)
    return {
      ...common,
      quantifier,
      ...limits,
      least: bound === undefined ? 1 : limits.least,
      holder: { domain: holder, scope },
    };
  if (bound !== undefined) return { ...common, quantifier: 'count', ...limits };
  if (quantifier !== undefined) return { ...common, quantifier, ...limits };
  return has || traitAt !== undefined ? { ...common, quantifier: has ? 'some' : 'every', ...limits } : undefined;
}

function takePart(words: Words, { part, said }: Part): boolean {
  return words.take(said) !== undefined || words.takeLoose({ [part]: said }) !== undefined;
}

/** The definition it names; null: something is named that is no definition of the file and no word of the part. */
function namedIn(
  artifact: CodeArtifact,
  criterion: string,
  { said, traits }: Part,
): { symbol: CodeSymbol; said: string } | undefined | null {
  const phrases = [...said, ...traits.flatMap((one) => one.said)].map((one) => one.toLowerCase());
  const names = [...criterion.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
  const foreign = names.filter((name) => !phrases.some((one) => one.includes(name.replace(/\(\)$/, '').toLowerCase())));
  const [name] = foreign;
  if (name === undefined) return undefined;
  const symbol = foreign.length === 1 ? findSymbol(artifact, name) : undefined;
  return symbol === undefined ? null : { symbol, said: name };
}

function placeOf(words: Words, phrases: readonly string[]): number {
  const lower = words.text.toLowerCase();
  const places = phrases.map((phrase) => lower.indexOf(` ${phrase.toLowerCase()} `)).filter((at) => at >= 0);
  return places.length === 0 ? -1 : Math.min(...places);
}

const HOLDERS: readonly Domain[] = ['callable', 'function', 'method', 'class', 'test', 'struct', 'enum', 'type'];

/** "No function contains …": the functions are asked. */
function holderBefore(
  words: Words,
  domains: Readonly<Record<string, readonly string[]>>,
  before: number,
): Domain | undefined {
  const lower = words.text.toLowerCase();
  return HOLDERS.find((domain) =>
    domains[domain]!.some((phrase) => {
      const at = lower.indexOf(` ${phrase.toLowerCase()} `);
      return at >= 0 && at < before && words.take([phrase]) !== undefined;
    }),
  );
}

function isUnderstood(words: Words): boolean {
  const { fillers, general } = readPhrases();
  const isKnown = (word: string) => fillers.has(word) || general.has(word) || isThin(word);
  return words.text.split(' ').every((word) => word === '' || isKnown(word.toLowerCase()));
}

function weigh(artifact: CodeArtifact, asked: Asked): Seen | undefined {
  const { part, trait, within, holder } = asked;
  const parts = partsIn(artifact, part).filter(
    (one) =>
      (within === undefined || (one.start >= within.start && one.start < within.end)) &&
      !(asked.outsideTests && isInTest(artifact, one)),
  );
  const fits = (one: Member) => trait === undefined || holdsOfPart(artifact, one, trait);
  if (holder !== undefined) return weighHolders(artifact, asked, parts.filter(fits));
  if (trait === undefined) return weighCount(asked, parts);
  const { quantifier, denied } = asked;
  if (quantifier === 'count')
    return weighCount(
      { ...asked, denied: false },
      parts.filter((one) => fits(one) !== denied),
    );
  if (quantifier === 'some') {
    const at = parts.find(fits);
    return seen((at !== undefined) !== denied, told(at, 'There is none such.'), { at: at?.start });
  }
  if (parts.length === 0) return quantifier === 'none' ? seen(true, 'There is none at all.') : undefined;
  const wanted = (quantifier === 'every') !== denied;
  const odd = parts.find((one) => fits(one) !== wanted);
  return seen(
    odd === undefined,
    odd === undefined ? `It holds of all ${parts.length}.` : `Line ${odd.line} breaks it: ${odd.name}`,
    {
      at: (odd ?? parts[0]!).start,
    },
  );
}

function weighCount({ quantifier, denied, least, most }: Asked, parts: readonly Member[]): Seen | undefined {
  if (quantifier === 'every') return undefined;
  const message =
    parts.length === 0 ? 'There is none.' : `There are ${parts.length}, the first in line ${parts[0]!.line}.`;
  const place = { at: parts[0]?.start };
  if (quantifier === 'count') return seen(parts.length >= least && parts.length <= most, message, place);
  const wantsNone = (quantifier === 'none') !== denied;
  return seen((parts.length === 0) === wantsNone, message, place);
}

/** Each of the definitions by how many such parts it holds. */
function weighHolders(
  artifact: CodeArtifact,
  { holder, quantifier, denied, least, most }: Asked,
  parts: readonly Member[],
): Seen | undefined {
  const members =
    membersOf(artifact, holder!.domain, undefined, holder!.scope)?.flatMap((one) => {
      const end = one.symbol?.end ?? one.end;
      // What stands on it in lines of its own (`#[derive(…)]`) is a part of it.
      return end === undefined
        ? []
        : [{ ...one, from: decoratedAt(artifact.text, one.symbol?.start ?? one.start), end }];
    }) ?? [];
  if (members.length === 0) return undefined;
  const wanted = (quantifier === 'every') !== denied;
  const odd = members.find(({ from, end }) => {
    const count = parts.filter(({ start }) => start >= from && start < end).length;
    return (count >= least && count <= most) !== wanted;
  });
  return seen(
    odd === undefined,
    odd === undefined ? `It holds of all ${members.length}.` : `${odd.name} (line ${odd.line}) breaks it.`,
    {
      at: (odd ?? members[0]!).start,
    },
  );
}

function told(one: Member | undefined, otherwise: string): string {
  return one === undefined ? otherwise : `Line ${one.line}: ${one.name}`;
}
