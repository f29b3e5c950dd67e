/**
 * A trial of three arms or more is several comparisons: better than placebo and no better than the rival are two findings. Each
 * finding is an arm, what it is held against, an outcome and a direction; what cannot be told apart so is no finding.
 */
import { stem } from '../../text/index.ts';
import { abstractWords, definitionIn, type Statement } from './abstract.ts';
import type { Direction } from './appraisal.ts';
import { type Arms, LIST_END, withoutFilling } from './arms.ts';
import { type Level, LINK, levelsIn, significanceIn } from './levels.ts';
import type { Result } from './outcome-names.ts';
import { clausesOf, mainResult, markMain, resultsFor, resultsIn, subjectsIn } from './outcomes.ts';
import { isOfSubgroup } from './subgroups.ts';
import { isNoninferior, verdictsIn } from './verdicts.ts';
import { foldText } from './words.ts';

export interface TrialArm {
  /** "quelvinast", "abrelimus 5 mg". */
  readonly key: string;
  readonly names: readonly string[];
  readonly dose?: string | undefined;
  /** Placebo, or nothing. */
  readonly isNone: boolean;
}

export interface Contrast {
  readonly arm: TrialArm;
  readonly against: TrialArm;
  readonly results: readonly Result[];
  readonly direction: Direction;
  readonly relation?: 'same' | 'noninferior' | undefined;
}

const ASSIGNED =
  /\b(?:assigned|randomi[sz]ed|allocated|randomi[sz]ation)\b.*?\bto\s(?:receive\s|either\s|one of\s)*(.+)$|\b(?:received|were given)\s(?:either\s)?(.+)$/iu;
const DOSE = /(?<![\d.])(\d+(?:[.,]\d+)?)\s?(mg|g|mcg|µg|μg|ug|ml|iu|units?)(\/kg)?\b/iu;
const FEWEST = 3;

/** Each arm as the text lists them; none where there are fewer than three, or where the list cannot be read. */
export function trialArmsOf(title: string, statements: readonly Statement[]): TrialArm[] {
  const [titled] = title.split(/\s(?:in|for|as|during|after|on|among|to)\s|:/i);
  const listed = statements.flatMap(({ text }) => {
    const found = ASSIGNED.exec(text.replace(/\([^)]*\)/g, ' ').replace(/\s+/g, ' '));
    return found === null ? [] : [(found[1] ?? found[2])!.split(LIST_END)[0]!];
  });
  for (const list of [...listed, titled ?? '']) {
    const arms = armsIn(list);
    if (arms.length >= FEWEST) return arms;
  }
  return [];
}

function armsIn(list: string): TrialArm[] {
  const isOr = /\b(?:or|versus|vs)\b/i.test(list);
  const parts = list
    .split(isOr ? /,\s*(?:or\s|versus\s|vs\.?\s)?|\s(?:or|versus|vs\.?)\s/i : /,\s*(?:and\s)?|\sand\s/i)
    .map((part) => part.trim())
    .filter(Boolean);
  const arms: TrialArm[] = [];
  for (const part of parts) {
    const arm = armOf(part, arms.at(-1));
    if (arm === undefined) return [];
    arms.push(arm);
  }
  return new Set(arms.map(({ key }) => key)).size === arms.length ? arms : [];
}

const MOST_NAMES = 3;

/** A bare dose is one of the medicine before it. */
function armOf(part: string, before: TrialArm | undefined): TrialArm | undefined {
  const { common, compared, none } = abstractWords();
  const words = (
    withoutFilling(part)
      .toLowerCase()
      .match(/\p{L}[\p{L}\p{N}-]{3,}/gu) ?? []
  ).filter((word) => !common.includes(word));
  const dose = DOSE.exec(part)?.[0].toLowerCase().replace(/\s+/, ' ');
  const isEmpty = (word: string) => compared.includes(word) || none.includes(word);
  const own = words.filter((word) => !isEmpty(word));
  if (own.length === 0 && words.length > 0) return { key: words[0]!, names: words, isNone: true };
  const names = own.length > 0 ? own : dose === undefined ? [] : (before?.names ?? []);
  if (names.length === 0 || names.length > MOST_NAMES) return undefined;
  return { key: [...names, dose ?? ''].join(' ').trim(), names, isNone: false, ...(dose && { dose }) };
}

interface Mention {
  readonly arm: TrialArm;
  readonly at: number;
}

/** Where each arm is named; one of several doses only by its dose, unless no dose is named at all. */
function mentionsIn(plain: string, arms: readonly TrialArm[]): Mention[] {
  const always = [...abstractWords().compared, ...abstractWords().none];
  const tokens = [...plain.matchAll(/\p{L}[\p{L}\p{N}-]{2,}/gu)].map(({ 0: word, index }) => ({
    form: stem(word),
    index,
  }));
  const placeOf = (words: readonly string[]) =>
    tokens.find(({ form }) => words.some((word) => stem(word) === form))?.index ?? -1;
  const isDosed = (arm: TrialArm) =>
    arm.dose !== undefined && arms.some((other) => other !== arm && other.names[0] === arm.names[0]);
  const hasDose = arms.some((arm) => isDosed(arm) && doseAt(plain, arm.dose!) >= 0);
  return arms
    .map((arm) => ({
      arm,
      at: arm.isNone ? placeOf(always) : isDosed(arm) && hasDose ? doseAt(plain, arm.dose!) : placeOf(arm.names),
    }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => a.at - b.at);
}

function doseAt(plain: string, dose: string): number {
  const [amount, unit] = dose.split(' ');
  return plain.search(new RegExp(`(?<![\\d.])${amount!.replace('.', '\\.')}\\s?${unit ?? ''}(?![\\p{L}\\p{N}])`, 'u'));
}

type Pair = readonly [TrialArm, TrialArm];

/** Which of them a clause holds against which. */
function pairsIn(plain: string, mentions: readonly Mention[], arms: readonly TrialArm[]): Pair[] {
  const none = arms.find(({ isNone }) => isNone);
  const links = [...plain.matchAll(LINK)];
  const across = (some: readonly Mention[], others: readonly Mention[]): Pair[] =>
    some.flatMap(({ arm }) => others.flatMap(({ arm: other }): Pair[] => (arm === other ? [] : [inOrder(arm, other)])));
  if (links.length === 1) {
    const at = links[0]!.index;
    const [before, after] = [mentions.filter((each) => each.at < at), mentions.filter((each) => each.at > at)];
    if (before.length > 0) return across(before, after);
    // "Compared with placebo, A reduced …"
    return across(after.slice(1), after.slice(0, 1));
  }
  if (links.length > 1) return [];
  const isBetween = /\bbetween\b/.test(plain);
  if (mentions.length === 2) return [inOrder(mentions[0]!.arm, mentions[1]!.arm)];
  if (mentions.length === 1 && !isBetween && !mentions[0]!.arm.isNone && none !== undefined)
    return [[mentions[0]!.arm, none]];
  if (
    mentions.length === 0 &&
    /\b(?:between|among|across) (?:the |all )?(?:\p{L}+ )?(?:groups|arms|doses)\b/u.test(plain)
  )
    return arms.flatMap((arm, i) => arms.slice(i + 1).map((other): Pair => inOrder(arm, other)));
  return [];
}

/** Nothing is held against nothing: what is given comes first. */
function inOrder(one: TrialArm, other: TrialArm): Pair {
  return one.isNone ? [other, one] : [one, other];
}

interface Told {
  readonly pair: Pair;
  readonly results: Result[];
  readonly verdicts: ('better' | 'worse')[];
  /** Said of all groups at once: no verdict on the two. */
  readonly shared: Set<string>;
  isNoninferior: boolean;
}

/** Every comparison that the text tells, the first word on an outcome first. */
export function contrastsOf(title: string, statements: readonly Statement[], arms: readonly TrialArm[]): Contrast[] {
  const aim = statements.map(({ text }) => definitionIn(text)).find((each) => each !== undefined) ?? title;
  const told = new Map<string, Told>();
  const of = (pair: Pair): Told => {
    const key = pair.map((arm) => arm.key).join(' | ');
    const found = told.get(key) ?? { pair, results: [], verdicts: [], shared: new Set(), isNoninferior: false };
    told.set(key, found);
    return found;
  };
  let levels: { said: readonly string[]; at: readonly Level<TrialArm>[] } | undefined;
  let before: string[] = [];
  const none = arms.find(({ isNone }) => isNone);
  const take = (pair: Pair, results: readonly Result[]) => {
    const known = of(pair).results;
    known.push(...results.filter(({ outcome }) => !known.some((each) => each.outcome === outcome)));
  };
  for (const { text, role } of statements) {
    if (role === 'background' || role === 'method' || isOfSubgroup(text)) continue;
    const plain = foldText(text);
    const mentions = mentionsIn(plain, arms);
    // "31% with 5 mg, 47% with 10 mg and 27% with placebo": what each reached; who is apart is said there or behind.
    const found = mentions.length > 2 ? levelsIn(plain, mentions) : [];
    if (found.length > 2) {
      levels = { said: subjectsIn(text), at: found };
      for (const { arm, open } of found)
        if (none !== undefined && open !== undefined && !arm.isNone)
          take([arm, none], resultsFor(levels.said, open ? 'same' : moveOf(found, arm, none), text));
      continue;
    }
    const apart = levels && none && significanceIn(plain, (part) => mentionsIn(part, arms).map(({ arm }) => arm));
    if (apart !== undefined) {
      for (const { arm, open } of apart)
        if (!arm.isNone)
          take([arm, none!], resultsFor(levels!.said, open ? 'same' : moveOf(levels!.at, arm, none!), text));
      continue;
    }
    for (const clause of clausesOf(text)) {
      const part = foldText(clause);
      const named = mentionsIn(part, arms);
      for (const pair of pairsIn(part, named, arms)) {
        const { sentence, held } = asPair(clause, pair);
        const { shared } = of(pair);
        if (named.length === 0) for (const { outcome } of resultsIn(sentence, held, before)) shared.add(outcome);
        take(
          pair,
          resultsIn(sentence, held, before).map((result) => ({ ...result, told: text })),
        );
        const { verdicts } = of(pair);
        for (const { is } of verdictsIn(sentence, held.studied, held.compared)) if (is !== undefined) verdicts.push(is);
        if (isNoninferior(sentence)) of(pair).isNoninferior = true;
      }
      const subjects = subjectsIn(clause);
      if (subjects.length > 0) before = subjects;
    }
  }
  // What each reached, where words say who of the two was better.
  for (const { pair, results, verdicts } of told.values()) {
    const said = new Set(verdicts);
    if (levels === undefined || results.length > 0 || said.size !== 1) continue;
    const [arm, against] = pair;
    const found = resultsFor(levels.said, moveOf(levels.at, arm, against), '');
    results.push(...found.filter(({ change }) => change === (said.has('better') ? 'favours' : 'against')));
  }
  return [...told.values()]
    .map((each) => contrastOf(each, aim))
    .filter(({ results, direction }) => results.length > 0 || direction !== 'unclear');
}

function moveOf(levels: readonly Level<TrialArm>[], arm: TrialArm, none: TrialArm): 'up' | 'down' | 'same' {
  const at = (one: TrialArm) => levels.find((level) => level.arm === one)?.value;
  const [own, other] = [at(arm), at(none)];
  if (own === undefined || other === undefined || own === other) return 'same';
  return own > other ? 'up' : 'down';
}

const [ONE, OTHER] = ['studiedarm', 'comparedarm'];

/** The clause with its two arms by names that nothing else has: two doses of one medicine have the same. */
function asPair(clause: string, [arm, against]: Pair): { sentence: string; held: Arms } {
  const isDose = arm.names[0] === against.names[0] && arm.dose !== undefined && against.dose !== undefined;
  const put = (text: string, { dose, names }: TrialArm, name: string) =>
    text.replace(
      new RegExp(`(?:${names.join('\\s+')}\\s+)?(?<![\\d.])${dose!.replace('.', '\\.').replace(' ', '\\s?')}`, 'iu'),
      name,
    );
  const sentence = isDose ? put(put(clause, arm, ONE), against, OTHER) : clause;
  const studied = isDose ? [ONE] : [...arm.names];
  const compared = isDose
    ? [OTHER]
    : against.isNone
      ? [...abstractWords().compared, ...abstractWords().none]
      : [...against.names];
  return { sentence, held: { studied: studied.map(stem), compared: compared.map(stem), names: { studied, compared } } };
}

/** What is said in words of the two weighs more than what is reckoned; where it says both nobody can tell. */
function contrastOf({ pair, results: found, verdicts, shared, isNoninferior: isWithin }: Told, aim: string): Contrast {
  const [arm, against] = pair;
  const results = found.map((result) => markMain(result, aim));
  const main = mainResult(results.filter((result) => result.main || !shared.has(result.outcome)))?.change;
  const said = new Set(verdicts);
  const relation = isWithin ? 'noninferior' : main === 'same' && said.size === 0 ? 'same' : undefined;
  const worded = said.size === 1 ? (said.has('better') ? 'favours' : 'against') : undefined;
  const byResult = main === 'favours' ? 'favours' : main === 'same' || main === 'against' ? 'against' : 'unclear';
  const direction =
    said.size > 1
      ? 'unclear'
      : worded === undefined
        ? isWithin
          ? 'favours'
          : byResult
        : isOpposed(worded, main)
          ? 'unclear'
          : worded;
  return { arm, against, results, direction, ...(relation && { relation }) };
}

const isOpposed = (worded: 'favours' | 'against', main: Result['change'] | undefined) =>
  (main === 'favours' || main === 'against') && main !== worded;
