/**
 * What an answer owes beside the sentences that fit best, by a model of a paper and of who asks. Each thing that was asked is told
 * where the paper tells it; who asks of somebody is told whom it took in and whom not; who has to decide, what it harms; a verdict
 * comes with its figures and its limits, and no claim goes further than what was found.
 */

import { goesBeyond } from '../evidence/claims-beyond.ts';
import { foldText } from '../evidence/words.ts';
import { type Cue, isDoubting, isLeftOut } from './cues.ts';
import { isFigured } from './figured.ts';
import type { Weighed } from './fitting.ts';
import { type Term, WIDER } from './naming.ts';
import type { Source } from './sources.ts';

export interface Owing {
  readonly source: Source;
  readonly weighed: readonly Weighed[];
  readonly terms: readonly Term[];
  /** Of each term, within this source. */
  readonly worth: readonly number[];
  readonly inTitle: readonly boolean[];
  readonly slots: readonly Cue[];
  readonly isFirst: boolean;
  readonly isAdvice: boolean;
  readonly isVerdict: boolean;
  readonly isOnWay: boolean;
  readonly isDecision: boolean;
  readonly isDoubted: boolean;
  readonly isOfSomebody: boolean;
}

/** `chosen`: what is quoted of it; `before`: what is said already. */
export function owedBeside(chosen: readonly Weighed[], before: readonly Weighed[], owing: Owing): Weighed[] {
  const said = [...chosen, ...before];
  const owed: Weighed[] = [];
  for (const find of owing.isAdvice ? OF_ADVICE : OF_STUDIES)
    for (const each of find([...said, ...owed], owing))
      if (!said.includes(each) && !owed.includes(each)) owed.push(each);
  return owed;
}

type Find = (said: readonly Weighed[], owing: Owing) => readonly Weighed[];

const OF_ADVICE: readonly Find[] = [askedIn, exceptionsIn, actionsIn];
const OF_STUDIES: readonly Find[] = [askedIn, boundedIn, criticismIn, concludedIn, figuresIn, whomIn, harmIn, limitIn];

/** Of each thing that is asked for the sentence that tells it best, though another touches on it. */
function askedIn(said: readonly Weighed[], { source, slots, weighed, isFirst, worth, isDoubted }: Owing): Weighed[] {
  if (!isFirst) return [];
  const told: Weighed[] = [];
  for (const [at, cue] of slots.entries()) {
    const scoreOf = (each: Weighed) =>
      !each.slots[at]
        ? 0
        : 1 + nearness(each, worth) * NEAR + Number(cue.isPart(each.part)) + Number(speaksOf(cue, each));
    const [best] = weighed
      .filter(({ role }) => role !== 'background' && !(isDoubted && role === 'conclusion'))
      .toSorted((a, b) => scoreOf(b) - scoreOf(a));
    if (best === undefined || scoreOf(best) === 0) continue;
    const most = Math.max(0, ...[...said, ...told].map(scoreOf));
    if (most < scoreOf(best)) told.push(best);
    // What a part is called by name for is told by all of it, where it is short.
    if (cue.isPart(best.part) && !WIDE.test(best.part!))
      told.push(
        ...withinLength(
          weighed.filter(({ part }) => part === best.part),
          SHORT_PART,
        ),
      );
    if (cue.slot === 'harm') told.push(...weighed.filter(({ text }) => source.row.harms?.includes(text)).slice(0, 3));
  }
  return told;
}

/** Of some of those who took part, where a number of the question puts somebody among them: "larger than 5 mm" of 7 mm. */
function boundedIn(said: readonly Weighed[], { terms, weighed, isFirst }: Owing): Weighed[] {
  if (!isFirst) return [];
  return terms.flatMap(({ kind, said: text }, at) => {
    if (kind !== 'number' && !(kind === 'people' && /\d/.test(text))) return [];
    if (said.some((each) => each.role === 'result' && each.terms[at]! > 0)) return [];
    return weighed.find((each) => each.role === 'result' && each.terms[at]! > 0 && isFigured(each.text)) ?? [];
  });
}

const speaksOf = (cue: Cue, { text }: Weighed) => cue.tells(foldText(text));
const NEAR = 0.3;
const SHORT_PART = 300;
const WIDE = /result|finding|method|participant|population|patient|included|arms|intervention|scope|recommend/;

const nearness = ({ terms }: Weighed, worth: readonly number[]) =>
  worth.reduce((sum, weight, at) => sum + weight * terms[at]!, 0);

/** To whom what is advised does not apply, where that names somebody who is asked about. */
function exceptionsIn(said: readonly Weighed[], { weighed, worth, isOfSomebody, isFirst }: Owing): Weighed[] {
  if (!isFirst || !isOfSomebody) return [];
  return weighed
    .filter((each) => !said.includes(each) && isLeftOut(foldText(each.text)) && nearness(each, worth) > LEAST_NEAR)
    .slice(0, 1);
}

const LEAST_NEAR = 0.8;

/** What a regulator tells the professions to do, where they ask what to do or whom to trust. */
function actionsIn(_: readonly Weighed[], { source, weighed, slots, isDecision, isFirst }: Owing): Weighed[] {
  const isAsked = isDecision || slots.some(({ slot }) => slot === 'doubt' || slot === 'harm');
  if (!isFirst || !isAsked || source.row.design_id !== 'communication') return [];
  return weighed
    .filter(({ part }) => part !== undefined && /^(?:action|advice|what to do)/.test(part))
    .slice(0, MOST_ACTIONS);
}

const MOST_ACTIONS = 5;

/** What others say of a study against it, and what its authors answer: both are heard. */
function criticismIn(_: readonly Weighed[], { source, weighed, slots }: Owing): Weighed[] {
  if (source.row.design_id !== 'opinion' || !slots.some(({ slot }) => slot === 'doubt')) return [];
  const telling = weighed.filter(({ text, part }) => isFigured(text) || isDoubting(text) || part?.includes('reply'));
  return telling.slice(0, MOST_CRITICISM);
}

const MOST_CRITICISM = 6;

/** What the authors make of it: all of it where it is asked for, else its end where that is short. */
function concludedIn(said: readonly Weighed[], { source, weighed, isVerdict, isOnWay, isDoubted }: Owing): Weighed[] {
  if (isDoubted) return [];
  const concluded = weighed.filter(({ role, text }) => role === 'conclusion' && !goesBeyond(source.row, text));
  if (isVerdict) return withinLength(concluded, MOST_CONCLUDED);
  return isOnWay || said.length === 0 ? [] : withinLength(concluded, SHORT_END);
}

const MOST_CONCLUDED = 420;
const SHORT_END = 220;

function withinLength(some: readonly Weighed[], most: number): Weighed[] {
  let length = 0;
  return some.filter(({ text }, at) => {
    length += text.length;
    return at === 0 || length <= most;
  });
}

/** What came out first, what is nearest to the question, and what was asked for by name, in figures. */
function figuresIn(said: readonly Weighed[], owing: Owing): Weighed[] {
  const { weighed, terms, worth, inTitle, isVerdict, isFirst } = owing;
  const figures = weighed.filter(({ role, text }) => role === 'result' && isFigured(text));
  if (isVerdict) {
    // In a study of a medicine every figure is on it.
    const near = (each: Weighed) =>
      worth.reduce((sum, weight, at) => sum + (GIVEN.includes(terms[at]!.kind) ? 0 : weight * each.terms[at]!), 0);
    const [nearest] = figures.toSorted((x, y) => near(y) - near(x));
    return [...(nearest === undefined ? [] : [nearest]), ...(isFirst ? figures.slice(0, 1) : [])];
  }
  const isNamed = (each: Weighed, at: number) =>
    !GIVEN.includes(terms[at]!.kind) && !inTitle[at] && each.terms[at]! > WIDER;
  const bareOf = terms
    .map((_, at) => at)
    .filter(
      (at) => said.some((each) => isNamed(each, at)) && !said.some((each) => isNamed(each, at) && isFigured(each.text)),
    );
  return bareOf.flatMap((at) => figures.find((each) => isNamed(each, at)) ?? []).slice(0, 1);
}

/** Whom it took in, and whom not: the nearest to those who are asked about. */
function whomIn(_: readonly Weighed[], { weighed, worth, isOfSomebody, isFirst }: Owing): Weighed[] {
  if (!isFirst || !isOfSomebody) return [];
  const isOut = ({ text }: Weighed) => isLeftOut(foldText(text));
  const near = (some: readonly Weighed[]) => some.toSorted((a, b) => nearness(b, worth) - nearness(a, worth));
  const own = weighed.filter(({ part, role }) => (part === undefined ? role === 'method' : WHO.test(part)));
  const [out] = near(weighed.filter((each) => isOut(each) && each.role !== 'background'));
  const [taken] = own.filter((each) => !isOut(each) && /\d|\baged\b/.test(each.text));
  return [taken, out].filter((each) => each !== undefined);
}

const WHO = /participant|population|patient|eligib|exclu|included|method|design|setting/;

/** Of two that are held against each other what each did harm with belongs to which is better; and whoever decides weighs it. */
function harmIn(
  said: readonly Weighed[],
  { source, weighed, terms, isFirst, isVerdict, isDecision }: Owing,
): Weighed[] {
  const given = terms.filter(({ kind }, at) => GIVEN.includes(kind) && source.named[at]! > WIDER);
  const isHarm = ({ text, part }: Weighed) =>
    source.row.harms?.includes(text) === true || /harm|adverse|safety/.test(part ?? '');
  const isWeak = source.row.level <= 1;
  const isOwed = isFirst && (isWeak || (isVerdict && (isDecision || given.length > 1)));
  return !isOwed || said.some(isHarm) ? [] : weighed.filter((each) => isHarm(each) && isFigured(each.text)).slice(0, 2);
}

/** What bounds it, where nothing that is said does: a verdict without its limits misleads. */
function limitIn(said: readonly Weighed[], { source, weighed, isVerdict, isFirst }: Owing): Weighed[] {
  // What is very weak is never told without what speaks against it.
  const isWeak = isFirst && source.row.level <= 1;
  if (!isWeak && (!isVerdict || said.some(({ text }) => isDoubting(text)))) return [];
  const isLimit = ({ text, part }: Weighed) => part?.includes('limitation') === true || isDoubting(text);
  return weighed.filter((each) => each.role !== 'background' && isLimit(each)).slice(0, isWeak ? MOST_LIMITS : 1);
}

const MOST_LIMITS = 3;

const GIVEN: readonly string[] = ['medicine', 'name'];
