/**
 * For whom a statement holds: years and states, as it names them; none of either, and it is for everybody. What is said of
 * children under 12 is no word on adults, and what is known of adults is none on children.
 */
import { foldText, hasAny, hasPhrase } from './evidence/words.ts';
import { type Ages, agesIn, populations } from './population.ts';

export interface Whom {
  /** In the words of the text: "children under 12". */
  readonly said: string;
  readonly ages: readonly Ages[];
  /** Pregnancy, kidney disease. */
  readonly states: readonly string[];
  /** Which kind of an illness that has several: a preserved ejection fraction is no reduced one. */
  readonly kinds?: readonly string[] | undefined;
  /** Men or women, where it is on one of them only. */
  readonly sex?: string | undefined;
}

/** Undefined: it names nobody, and is for everybody. `common`: states that all of a text is on limit nothing in it. */
export function whomIn(text: string, common: readonly string[] = []): Whom | undefined {
  const plain = foldText(text);
  const { states } = populations();
  const given = agesIn(plain);
  const named = groupsNamed(plain);
  // "Children under 12": the years say which children.
  const wide = named.filter((group) => !given.some((span) => overlaps(span, group)));
  const ages = [...given, ...wide.map(({ from, to }) => ({ from, to }))];
  const held = Object.keys(states).filter((state) => !common.includes(state) && hasAny(plain, states[state]!));
  const { sexes } = populations();
  const told = Object.keys(sexes).filter((sex) => hasAny(plain, sexes[sex]!));
  const sex = told.length === 1 ? told[0] : undefined;
  const kinds = kindsIn(plain);
  if (ages.length + held.length + kinds.length === 0 && sex === undefined) return undefined;
  const words = [
    ...named.flatMap((group) => group.words),
    ...held.flatMap((id) => states[id]!),
    ...kinds.flatMap(({ words }) => words.filter((word) => word.includes(' '))),
  ];
  return {
    // A short form is told by what it stands for.
    said: saidIn(plain, [...words, ...(sex === undefined ? [] : sexes[sex]!)]) || (kinds[0]?.id ?? ''),
    ages,
    states: held,
    ...(kinds.length > 0 && { kinds: kinds.map(({ id }) => id) }),
    ...(sex && { sex }),
  };
}

function kindsIn(plain: string): { id: string; words: readonly string[] }[] {
  return populations().kinds.flatMap((group) =>
    Object.entries(group).flatMap(([id, words]) => (hasAny(plain, words) ? [{ id, words }] : [])),
  );
}

/** Which kinds of an illness or a state a text names, where it names some of them and not all. */
export function kindsNamed(text: string): string[] {
  const named = kindsIn(foldText(text)).map(({ id }) => id);
  return named.filter((id) =>
    populations().kinds.some((group) => id in group && !Object.keys(group).every((each) => named.includes(each))),
  );
}

/** Of one illness it is on another kind; or, where none was asked for, on one kind only. */
export function reachOfKind(own: readonly string[], asked: readonly string[]): Reach {
  const reaches = populations().kinds.map((group): Reach => {
    const [mine, theirs] = [own, asked].map((some) => some.filter((id) => id in group));
    if (mine!.length === 0 || mine!.length === Object.keys(group).length) return 'all';
    if (theirs!.length === 0) return 'some';
    return mine!.some((id) => theirs!.includes(id)) ? 'all' : 'others';
  });
  return reaches.includes('others') ? 'others' : reaches.includes('some') ? 'some' : 'all';
}

/** The longer name before the shorter one inside it: older adults are no adults of any age. */
function groupsNamed(plain: string) {
  const { groups } = populations();
  const names = Object.values(groups).flatMap((group) => group.words.map((word) => ({ group, word })));
  let left = plain;
  const found = new Set<(typeof names)[number]['group']>();
  for (const { group, word } of names.toSorted((a, b) => b.word.length - a.word.length)) {
    if (!hasPhrase(left, word)) continue;
    found.add(group);
    left = left.replaceAll(word, ' ');
  }
  return [...found];
}

const YEARS = String.raw`(?: (?:who are |and |or )?(?:aged?|ages|under|over|below|above|younger than|older than|from|between|at least|[<>≤≥]=?)[^,.;()]{0,24}?\d{1,3}(?:\s?(?:to|-|and|through)\s?\d{1,3})?(?:[ -](?:years?|months?)(?: of age| old)?)?(?: (?:and|or) (?:older|younger|over|under|above|below))?)?`;

const AGED =
  /\d{1,3}[ -](?:year|month)s?[ -]olds?|(?:aged|under|over|younger than|older than) [^,.;()?]{0,20}\d{1,3}(?: years?)?(?: of age)?(?: (?:and|or) (?:older|younger|over|under|above))?/u;

/** As it is written, the longest name first, with the years behind it. */
function saidIn(plain: string, names: readonly string[]): string {
  const said: string[] = [];
  let left = plain;
  for (const name of names.toSorted((a, b) => b.length - a.length)) {
    if (!hasPhrase(left, name)) continue;
    const [found = name] = new RegExp(`(?<![\\p{L}\\p{N}])${name}${YEARS}`, 'u').exec(left) ?? [];
    said.push(found.trim());
    left = left.replaceAll(found, ' ');
  }
  const [aged] = said.length > 0 ? [] : (AGED.exec(plain) ?? []);
  return said.length > 0 ? said.slice(0, 2).join(' and ') : sayAged(aged ?? '');
}

function sayAged(aged: string): string {
  return /^\d/.test(aged) || aged === '' ? aged.trim() : `people ${aged.trim()}`;
}

/** Whether a statement is on who is asked about: on all of them, on some of them only, or on others. */
export type Reach = 'all' | 'some' | 'others';

const overlaps = (a: Ages, b: Ages) => a.from < b.to && b.from < a.to;

/** Asked for nobody by name, adults are meant, and what is said of some is told as of some. */
export function reachOf(whom: Whom | undefined, asked: Whom | undefined): Reach {
  if (whom === undefined) return 'all';
  const [years, states] = [asked?.ages ?? [], asked?.states ?? []];
  const ofKind = reachOfKind(whom.kinds ?? [], asked?.kinds ?? []);
  if (ofKind === 'others') return 'others';
  if (whom.sex !== undefined && asked?.sex !== undefined && whom.sex !== asked.sex) return 'others';
  if (
    whom.ages.length > 0 &&
    years.length > 0 &&
    !whom.ages.some((span) => years.some((other) => overlaps(span, other)))
  )
    return 'others';
  if (whom.states.length > 0 && !whom.states.some((state) => states.includes(state)))
    return states.length > 0 ? 'others' : 'some';
  if (years.length > 0 || whom.ages.length === 0) return ofKind;
  return whom.ages.some(({ from, to }) => from <= GROWN && to > OLD) ? ofKind : 'some';
}

const GROWN = 18;
const OLD = 65;

/** The illness that a title names is what all of it is on. */
export function diseaseStates(title: string): string[] {
  return (whomIn(title)?.states ?? []).filter((state) => populations().diseases.includes(state));
}

/** Who is pregnant has no disease by that. */
export function isState(text: string): boolean {
  const { states = [] } = whomIn(text) ?? {};
  return states.some((state) => !populations().diseases.includes(state));
}

type Told = readonly { readonly text: string; readonly role: string }[];

/** On whom a study was done: by its title, else by how it was done and what it found; who was left out is not in it. */
export function studiedIn(title: string, statements: Told): Whom | undefined {
  const common = diseaseStates(title);
  const titled = whomIn(title, common);
  if (titled !== undefined && titled.ages.length > 0) return titled;
  const read = toldOf(statements);
  const textOf = (some: Told) => some.map(({ text }) => text).join('. ');
  const how = whomIn(textOf(read.filter(({ role }) => role === 'method')), common);
  const found = how ?? whomIn(`${title}. ${textOf(read)}`, common);
  // Which kind of the illness it is on its title says; what it says of the other is said beside it.
  return found === undefined || titled?.kinds === undefined ? found : { ...found, kinds: titled.kinds };
}

/** Of whom among them it tells apart: "among patients with severe renal impairment mortality was higher". */
export function subgroupsIn(title: string, statements: Told): Whom[] {
  const common = diseaseStates(title);
  return toldOf(statements)
    .filter(({ role }) => role !== 'method')
    .flatMap(({ text }) => whomIn(text, common) ?? []);
}

function toldOf(statements: Told): Told {
  const { left_out } = populations();
  return statements.filter(({ text, role }) => role !== 'background' && !hasAny(foldText(text), left_out));
}

interface Studied {
  readonly whom?: Whom | undefined;
  readonly subgroups?: readonly Whom[] | undefined;
}

/** A study is on others only where nothing in it is on who is asked about. */
export function reachOfStudy({ whom, subgroups = [] }: Studied, asked: Whom | undefined): Reach {
  const whole = reachOf(whom, asked);
  const isOnKind = (group: Whom) => (asked?.kinds ?? []).length === 0 || (group.kinds ?? []).length > 0;
  return whole === 'others' && subgroups.filter(isOnKind).some((group) => reachOf(group, asked) !== 'others')
    ? 'some'
    : whole;
}
