/**
 * Whether something works, settled as far as sources settle it: by what it was held against. Better than nothing and no better
 * than a rival are two answers; no difference is no proof of being equal; a guideline weighs harm too and disputes no result.
 */
import { stem } from '../text/index.ts';
import { adviceFor, askedFor, namedIn, onPayment, rowsOf, sayAside } from './advising.ts';
import type { Comparing } from './comparing.ts';
import { isForPractice } from './evidence/advice.ts';
import { isDiscredited } from './evidence/grading.ts';
import { isNeutral } from './evidence/neutral.ts';
import { mainResult } from './evidence/outcomes.ts';
import type { EvidenceRow } from './evidence/table.ts';
import { areApart, type Illness } from './illnesses.ts';
import { isSamePeople, sharedGroups } from './population.ts';
import { notes, tellParts } from './provisos.ts';
import { listOf, who } from './survey.ts';

export interface Telling {
  readonly mark: (id: string) => string;
  readonly isBarred: boolean;
  readonly comparing: Comparing;
}

/** No results, however good, say yes to what must not be given now. */
export const YES = 'Yes, as far as this shows';
export const YES_BUT = 'By its results alone it works, and it is barred';
const NO = 'No, as far as this shows';
export const WEAK = 1;

/** What studies found, then what is advised. `rows`: as the question sees them. */
export function settleEffect(question: string, rows: readonly EvidenceRow[], telling: Telling): string {
  const sound = rows.filter((row) => !isDiscredited(row));
  const { warned, advised, beside } = adviceBeside(question, sound, telling);
  const verdict =
    telling.comparing.against === undefined
      ? settleAlone(sound, telling, { isWarned: warned, isAdvised: advised })
      : settlePair(sound, telling);
  return `${verdict}${beside}`;
}

interface Advice {
  readonly isWarned: boolean;
  readonly isAdvised: boolean;
}

/** Placebo or none first; what it did against rivals is told apart, and answers by itself only where there is nothing else. */
function settleAlone(sound: readonly EvidenceRow[], telling: Telling, advice: Advice): string {
  const judged = sound.filter(({ direction }) => direction !== 'unclear');
  // Asked of nothing by name, sources are on this and that: what each was held against is told with it.
  if (telling.comparing.arm === undefined) return settleSides(judged, sound, telling, advice);
  const plain = judged.filter(({ rival }) => rival === undefined);
  const rivals = judged.filter(({ rival }) => rival !== undefined);
  if (plain.length > 0 || rivals.length === 0)
    return `${settleSides(plain, sound, telling, advice)}${tellRivals(rivals, telling)}`;
  const against = listOf([...new Set(rivals.map(({ rival }) => rival!))]);
  const open = ` Nothing that was found holds it against placebo or no treatment.`;
  const [better, worse] = [rivals.filter(isBetter), rivals.filter(isWorse)];
  const even = rivals.filter(({ relation }) => relation !== undefined);
  if (better.length > 0 && worse.length === 0)
    return `${settleSides(better, sound, telling, advice)} That is against ${against}.${open}`;
  if (better.length === 0 && worse.length === 0) return `${sayEven(even, against, telling.mark)}${open}`;
  if (better.length > 0)
    return `${settleSides([...better, ...worse], sound, telling, advice)} That is against ${against}.${open}`;
  return `**Not settled, it did worse than ${against}:** ${speak(worse, telling.mark)} against it.${open}`;
}

const isBetter = ({ direction, relation }: EvidenceRow) => direction === 'favours' && relation === undefined;
const isWorse = ({ direction, relation }: EvidenceRow) => direction === 'against' && relation === undefined;

/** "Against tiotropium: a randomised trial speaks against it." */
function tellRivals(rows: readonly EvidenceRow[], { mark }: Telling): string {
  return [...Map.groupBy(rows, ({ rival }) => rival!)]
    .slice(0, MOST_RIVALS)
    .map(([rival, own]) => {
      const told = [
        ...saying(own.filter(isBetter), 'for it', mark),
        ...saying(own.filter(isWorse), 'against it', mark),
        ...[own.filter(({ relation }) => relation !== undefined)].flatMap((even) =>
          even.length === 0 ? [] : [`${sayRelation(even)} in ${who(even, mark)}`],
        ),
      ];
      return ` Against ${rival}: ${told.join('; ')}.`;
    })
    .join('');
}

const MOST_RIVALS = 3;

const speak = (some: readonly EvidenceRow[], mark: Telling['mark']) =>
  `${who(some, mark)} ${some.length === 1 ? 'speaks' : 'speak'}`;
const saying = (some: readonly EvidenceRow[], side: string, mark: Telling['mark']) =>
  some.length === 0 ? [] : [`${speak(some, mark)} ${side}`];

/** Of two that are held against each other: who is better, by those who say so; else that nobody is. */
function settlePair(sound: readonly EvidenceRow[], telling: Telling): string {
  const { comparing, mark } = telling;
  const [better, worse] = [sound.filter(isBetter), sound.filter(isWorse)];
  const even = sound.filter(({ relation }) => relation !== undefined);
  const rival = comparing.rival!;
  if (better.length + worse.length > 0) {
    const isHoped = comparing.hope !== 'worse';
    const [yes, no] = isHoped ? [better, worse] : [worse, better];
    const rest = even.length === 0 ? '' : ` Neither was better in ${who(even, mark)}.`;
    if (isHoped) return `${settleSides([...better, ...worse], sound, telling, NO_ADVICE)}${rest}`;
    const opening = yes.length > 0 && no.length > 0 ? 'Disputed' : yes.length > 0 ? YES : NO;
    const told = [...saying(worse, 'against it', mark), ...saying(better, 'for it', mark)].join('; ');
    return `**${opening}:** ${told}.${notes([...better, ...worse], mark)}${rest}`;
  }
  if (even.length > 0) return sayEven(even, rival, mark, comparing.hope);
  const torn = tellTorn(sound, mark);
  if (torn !== undefined) return torn;
  const [held] = sound.filter(({ compared = [], excerpt }) => compared.length > 0 && excerpt !== '');
  return held === undefined
    ? `**Nothing that was found says how it does against ${rival}.**`
    : `**Held against ${rival} in ${who([held], mark)}, in its words:** ${held.excerpt.replace(/[.\s]+$/, '')}.`;
}

const NO_ADVICE: Advice = { isWarned: false, isAdvised: false };

function sayRelation(even: readonly EvidenceRow[]): string {
  return even.every(({ relation }) => relation === 'noninferior') ? 'not inferior' : 'no significant difference';
}

/** Neither was better. That it was no worse than a margin allowed is a yes to "as good as"; that chance does as well is none. */
function sayEven(even: readonly EvidenceRow[], rival: string, mark: Telling['mark'], hope?: Comparing['hope']): string {
  const within = even.filter(({ relation }) => relation === 'noninferior');
  const told = `${within.length === even.length ? `not inferior to ${rival}` : `no significant difference from ${rival}`} in ${who(even, mark)}`;
  const isWithin = within.length === even.length;
  const opening =
    hope === 'equal'
      ? isWithin
        ? `${YES}, within the margin that was allowed`
        : 'Not settled, that no difference was found proves none'
      : hope === 'worse'
        ? isWithin
          ? 'No, not by more than the margin that was allowed'
          : 'Not shown'
        : hope === 'better'
          ? 'Not shown to be better'
          : 'Neither was shown to be better';
  return `**${opening}:** ${told}.${notes(even, mark)}`;
}

/** What speaks for it and what against it. */
function settleSides(
  rows: readonly EvidenceRow[],
  sound: readonly EvidenceRow[],
  telling: Telling,
  advice: Advice,
): string {
  const whole = rows.filter(({ design_id }) => design_id !== PART);
  // A part of a trial that was looked at later answers only where nothing else does.
  if (whole.length > 0 && whole.length < rows.length)
    return `${settleSides(whole, sound, telling, advice)}${notes(
      rows.filter((row) => !whole.includes(row)),
      telling.mark,
    )}`;
  const { mark, isBarred } = telling;
  const yes = isBarred ? YES_BUT : YES;
  const [favours, against] = (['favours', 'against'] as const).map((side) =>
    rows.filter(({ direction }) => direction === side),
  ) as [EvidenceRow[], EvidenceRow[]];
  const say = (some: readonly EvidenceRow[]) => speak(some, mark);
  const [neutral, worse] = [against.filter(isNeutral), against.filter((row) => !isNeutral(row))];
  const even = neutral.length === 0 ? [] : [`no difference was shown in ${who(neutral, mark)}`];
  const sayAgainst = () => [...saying(worse, 'against it', mark), ...even].join('; ');
  const by = notes(rows, mark);
  if (favours.length > 0 && against.length > 0) {
    const whom = [favours, against].map(sharedGroups);
    if (isForOthers([favours, against]))
      return `**It depends for whom:** in ${whom[0]!.join(' and ')} ${say(favours)} for it, in ${whom[1]!.join(' and ')} ${sayAgainst()}.${by}`;
    const [one, other] = [illnessesOf(favours), illnessesOf(against)];
    if (areApart(one, other))
      return `**It depends on the illness:** in ${sayIllnesses(one)} ${say(favours)} for it, in ${sayIllnesses(other)} ${sayAgainst()}.${by}`;
    const [strong, weak] = favours.some(isStrong) ? [favours, against] : [against, favours];
    if (strong.some(isStrong) && weak.every(({ level }) => level <= WEAK))
      return `**${strong === favours ? yes : NO}:** ${say(strong)} ${strong === favours ? 'for' : 'against'} it; only ${who(weak, mark)} ${weak.length === 1 ? 'says' : 'say'} otherwise.${by}`;
    return `**Disputed:** ${say(favours)} for it${worse.length > 0 ? ',' : ';'} ${sayAgainst()}.${by}`;
  }
  // So little settles nothing, whichever way it speaks.
  if (rows.length > 0 && rows.every(({ level }) => level <= WEAK))
    return `**Not settled, the evidence is very weak:** ${[...saying(favours, 'for it', mark), sayAgainst()].filter(Boolean).join('; ')}.${by}`;
  if (favours.length > 0 && advice.isWarned)
    return `**Results speak for it, advice against it:** ${say(favours)} for it.${by}`;
  if (against.length > 0 && advice.isAdvised)
    return worse.length === 0
      ? `**Advice speaks for it, and no difference was shown:** ${even.join()}.${by}`
      : `**Advice speaks for it, results against it:** ${sayAgainst()}.${by}`;
  if (favours.length > 0) return `**${yes}:** ${say(favours)} for it, nothing against it.${by}`;
  if (worse.length > 0) return `**${NO}:** ${sayAgainst()}, nothing for it.${by}`;
  if (neutral.length > 0)
    return `**No difference was shown:** no significant difference in ${who(neutral, mark)}; nothing speaks for it.${by}`;
  return (
    tellTorn(sound, mark) ??
    tellTendency(sound, mark) ??
    tellStrongest(sound, mark) ??
    `**What was found does not say whether it works.**${tellParts(sound, mark)}`
  );
}

/** Its figures tell of it, and no verdict could be read: the surest in its own words. */
function tellStrongest(sound: readonly EvidenceRow[], mark: Telling['mark']): string | undefined {
  const [first] = sound
    .filter(({ figures = [], excerpt }) => figures.some((text) => excerpt.includes(text)))
    .toSorted((a, b) => b.level - a.level);
  return (
    first &&
    `**No verdict could be read from what was found; in the words of ${who([first], mark)}:** “${first.excerpt.replace(/[.\s]+$/, '')}”${mark(first.id)}.`
  );
}

/** Of all of them; none where one of them names none. */
function illnessesOf(rows: readonly EvidenceRow[]): readonly Illness[] {
  return rows.every(({ illnesses = [] }) => illnesses.length > 0)
    ? rows.flatMap(({ illnesses = [] }) => illnesses)
    : [];
}

const sayIllnesses = (some: readonly Illness[]) =>
  listOf([...new Map(some.map(({ text, concepts }) => [concepts.join() || text, text])).values()]);

const PART = 'subgroup';

/** What is very weak disputes nothing that is sure. */
const isStrong = ({ level }: EvidenceRow) => level >= STRONG;
const STRONG = 3;

function tellTorn(sound: readonly EvidenceRow[], mark: Telling['mark']): string | undefined {
  const torn = sound.filter((row) => row.torn);
  return torn.length === 0
    ? undefined
    : `**Unclear:** the words and the figures of ${who(torn, mark)} say the opposite of each other.`;
}

/** It changed something of which nobody here knows which way is good: that it did is said. */
function tellTendency(sound: readonly EvidenceRow[], mark: Telling['mark']): string | undefined {
  const told = sound.flatMap((row) => {
    const main = mainResult(row.results ?? []);
    return main?.change === 'higher' || main?.change === 'lower' ? [{ row, main }] : [];
  });
  if (told.length === 0) return undefined;
  const [first] = told;
  const same = told.filter(({ main }) => main.outcome === first!.main.outcome && main.change === first!.main.change);
  const rows = same.map(({ row }) => row);
  return `**Significantly ${first!.main.change} ${first!.main.said} in ${who(rows, mark)};** whether that is good is not known here.`;
}

/** Each side studied other people than the others did. */
export function isForOthers(sides: readonly (readonly EvidenceRow[])[]): boolean {
  return (
    sides.length > 1 &&
    sides.every((some, i) =>
      sides.every((others, j) => i === j || !some.some((row) => others.some((other) => isSamePeople(row, other)))),
    )
  );
}

/** What guidelines advise, and what is decided on payment, beside what studies found. */
function adviceBeside(question: string, sound: readonly EvidenceRow[], { mark, comparing }: Telling) {
  const named = namedIn(question, sound);
  // Held against another, "it" is the first of them.
  const isArm = (name: string) => name.split(/[\s-]+/).some((word) => comparing.arm?.names.includes(stem(word)));
  const names = comparing.against === undefined ? named : named.filter(isArm);
  const advices = adviceFor(names, sound, askedFor(question));
  const main = advices.filter(({ reach }) => reach === 'all');
  const practice = main.filter(isForPractice);
  const advised = rowsOf(practice.filter(({ limit }) => limit === undefined));
  const granted = rowsOf(practice.filter(({ limit }) => limit !== undefined)).filter((row) => !advised.includes(row));
  const studied = rowsOf(main.filter((each) => each.side === 'for' && !isForPractice(each)));
  const warned = rowsOf(main.filter(({ side }) => side === 'against'));
  const advise = (some: readonly EvidenceRow[], what: string) =>
    some.length === 0 ? [] : [`${who(some, mark)} ${some.length === 1 ? 'advises' : 'advise'} ${what}`];
  const advice = [
    ...advise(advised, 'it'),
    ...advise(granted, 'it under conditions'),
    ...advise(studied, 'it only in research'),
    ...advise(warned, 'against it'),
  ].join(', ');
  const apart = sayAside(
    advices.filter(({ reach }) => reach !== 'all'),
    mark,
  );
  const told = advice === '' ? '' : ` ${advice[0]!.toUpperCase()}${advice.slice(1)}.`;
  return {
    warned: warned.length > 0,
    advised: advised.length + granted.length > 0,
    beside: `${told}${apart}${onPayment(sound, mark)}`,
  };
}
