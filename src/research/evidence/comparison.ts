/**
 * What a clause compares: an outcome is whatever stands where a text says what was lower, higher or the same. It is
 * taken from the sentence; outcomes.yml only knows other names of the common ones, and which way is good.
 */

import { stem } from '../../text/index.ts';
import { abstractWords } from './abstract.ts';
import { type Amounts, amountsIn, degreeIn, inOrder, isOfAll } from './amounts.ts';
import { type Arms, isOfCompared } from './arms.ts';
import { type Figures, figuresIn } from './figures.ts';
import { HELD, held, splitNames, withoutLoss } from './names.ts';
import { outcomeWords } from './outcome-words.ts';
import { ratioOf, type Verbless, verblessIn } from './verbless.ts';
import { foldText, hasPhrase } from './words.ts';

export type Move = 'up' | 'down' | 'better' | 'worse' | 'same';

export interface Comparison {
  /** The outcome in the words of the text. */
  readonly said: string;
  readonly move: Move;
}

/** In the order of the text. `before` is the outcome of the clause before: "…; the difference was −6.6". */
export function comparisonsIn(clause: string, arms: Arms, before: readonly string[] = []): Comparison[] {
  const plain = held(byOutcome(foldText(clause)));
  const bare = plain
    .replace(/\([^)]*\)/g, ' ')
    .replace(OR_MORE, '')
    .replace(/\s+/g, ' ')
    .trim();
  const figures = figuresIn(plain);
  const byRatio = comparedByRatio(plain, figures, before);
  if (byRatio !== undefined) return byRatio;
  const byDegree = comparedByDegree(bare, figures, clause, arms);
  if (byDegree !== undefined) return byDegree;
  const verbless = comparedByFigures(bare, figures, arms);
  if (verbless !== undefined) return verbless;
  const anchor = anchorIn(bare);
  if (anchor === undefined || (anchor.move !== 'same' && isOfAll(bare))) return [];
  const said = isOnlyDifference(bare) ? before : outcomesAt(bare, anchor, arms);
  const amounts = amountsIn(bare.slice(anchor.end));
  const apart = amounts && moveByAmounts(anchor, amounts, figures, arms);
  const told = apart === undefined ? moveOf(anchor, figures, bare) : apart.move;
  if (told === undefined) return [];
  const isOther =
    told !== 'same' &&
    apart === undefined &&
    (anchor.move !== undefined ? isOfCompared(clause, arms) : isOfCompared(figures.whose ?? '', arms));
  const move = isOther ? TURNED[told] : told;
  const isTurned = /^(?:reduction|decrease|decline)/.test(startOf(bare, anchor));
  return said.map((each) => {
    const name = each.replaceAll(HELD, ' ');
    const kept = withoutLoss(name);
    return { said: kept, move: isTurned !== (kept !== name) ? TURNED[move] : move };
  });
}

const INFERIOR =
  /^.*?\b(?:was|were|is|proved|proved to be|shown to be) (noninferior|non-inferior|not inferior) to .+? (?:for|in terms of|with respect to|regarding|on|in) (?:the )?(.+)$/;

/** "X was not inferior to Y for remission": remission was. */
function byOutcome(plain: string): string {
  return plain
    .replace(INFERIOR, (_, _how, outcome: string) => ofName(outcome, 'was noninferior'))
    .replace(UNRELATED, (_, outcome: string) => ofName(outcome, 'was not different'))
    .replace(UNASSOCIATED, (_, outcome: string) => ofName(outcome, 'was not different'));
}

function ofName(outcome: string, became: string): string {
  const [name = outcome] = outcome.split(/[(;,.]/);
  return `${name.trim()} ${became}${outcome.slice(name.length)}`;
}

/** "We found no association between X and pancreatitis", "X was not associated with pancreatitis": it was the same. */
const UNRELATED =
  /^.*?\bno (?:\p{L}+ ){0,2}(?:association|relationship|link|correlation)s? (?:was |were )?(?:(?:found|seen|observed|detected) )?(?:between|of) .+? (?:and|with) (?:the )?(?:risk of |incidence of |occurrence of )?(.+)$/u;
const UNASSOCIATED =
  /^.*?\b(?:was|were|is|are) not (?:\p{L}+ly )?(?:associated|linked) with (?:(?:the|an?|any) )?(?!(?:\p{L}+ly )?(?:increased|higher|greater|elevated|lower|reduced|decreased|more|fewer|less|increase|reduction|decrease)\b)(?:risk of |incidence of )?(.+)$/u;

const RATIO_ALONE =
  /^(?:the |an? )?(?:(?:adjusted|crude|pooled|unadjusted|overall|corresponding|multivariable) )*(?:(?:hazard|odds|risk|rate|incidence rate) ratio|relative risk|a?hr|a?or|rr|irr)\b/;

/** "…; adjusted hazard ratio 1.02 (95% CI 0.70 to 1.49)": of what the clause before told. */
function comparedByRatio(plain: string, { open, ratio }: Figures, before: readonly string[]): Comparison[] | undefined {
  if (before.length === 0 || ratio === undefined || !RATIO_ALONE.test(plain)) return undefined;
  const move = open === true ? 'same' : open === false ? moveByRatio(ratio, before.join(' ')) : undefined;
  return move === undefined ? undefined : before.map((said) => ({ said, move }));
}

/** "Birth before 34 weeks: 10.9% vs 16.4% (relative risk 0.66, …)": by its figures. Where nobody tested them they say nothing. */
function comparedByFigures(bare: string, figures: Figures, arms: Arms): Comparison[] | undefined {
  const { open, ratio } = figures;
  const told = verblessIn(bare);
  const named = told === undefined && ratio !== undefined && open !== undefined ? ratioOf(bare) : undefined;
  if (named !== undefined) {
    const move = open ? 'same' : moveByRatio(ratio!, named);
    return move && splitNames(named, true).map((name) => ({ said: name.replaceAll(HELD, ' '), move }));
  }
  if (told === undefined) return undefined;
  if (open === undefined) return [];
  const isTurned = isOfCompared(told.whose, arms);
  const moved = open ? 'same' : told.noun === undefined ? moveByValues(told, figures) : moveByChange(told);
  const move = moved && isTurned && (told.noun !== undefined || ratio === undefined) ? TURNED[moved] : moved;
  return move === undefined
    ? []
    : splitNames(told.name, true).map((name) => ({ said: name.replaceAll(HELD, ' '), move }));
}

function moveByValues({ name }: Verbless, { ratio, difference }: Figures): Move | undefined {
  if (ratio !== undefined) return moveByRatio(ratio, name);
  return difference === undefined || difference === 0 ? undefined : difference < 0 ? 'down' : 'up';
}

/** The larger reduction reduces, whichever sign its difference is given. */
function moveByChange({ noun, first, second }: Verbless): Move | undefined {
  const [own, other] = [Math.abs(first), Math.abs(second)];
  return own === other ? undefined : own > other ? BY_NOUN[noun!]! : TURNED[BY_NOUN[noun!]!];
}

const BY_NOUN: Readonly<Record<string, Move>> = {
  ...{ reduction: 'down', decrease: 'down', decline: 'down', drop: 'down', increase: 'up', rise: 'up', gain: 'up' },
  ...{ improvement: 'better', worsening: 'worse', deterioration: 'worse' },
};

/** A change that was greater or smaller than the other: to decline less is no decline. */
function comparedByDegree(bare: string, { open }: Figures, clause: string, arms: Arms): Comparison[] | undefined {
  const degree = degreeIn(bare);
  if (degree === undefined || NOT.test(bare.slice(0, bare.indexOf(degree.noun)))) return undefined;
  const more = BY_NOUN[degree.noun]!;
  const told = degree.isMore === isOfCompared(clause, arms) ? TURNED[more] : more;
  return splitNames(degree.of).map((name) => ({
    said: name.replaceAll(HELD, ' '),
    move: open === true || / not (?:\p{L}+ly )?(?:greater|larger|smaller)/u.test(bare) ? 'same' : told,
  }));
}

/** "Grade 3 or higher", "50 years or older" compare nothing. */
const OR_MORE = /\bor (?:higher|greater|more|older|younger|less|lower|longer|worse|above|below)\b/g;

const TURNED: Readonly<Record<Move, Move>> = { up: 'down', down: 'up', better: 'worse', worse: 'better', same: 'same' };

/** Where only figures tell, "the annual rate of decline of X was 3" begins with the decline. */
function startOf(bare: string, { move }: Anchor): string {
  if (move !== undefined) return bare.replace(/^(?:the|a|mean|median)\s/, '');
  const words = bare.split(' ');
  const { openings, losses } = abstractWords();
  const start = words.findIndex((word) => !openings.includes(word) || losses.includes(word));
  return words.slice(Math.max(0, start)).join(' ');
}

interface Anchor {
  readonly at: number;
  readonly end: number;
  readonly word: string;
  /** Undefined: only figures tell. */
  readonly move?: Move | undefined;
}

/** The words that say what became of something: "the same" before all others, else the first; without any, a verb with figures. */
function anchorIn(bare: string): Anchor | undefined {
  const { changes } = outcomeWords();
  const first = (move: Move | undefined, phrases: readonly string[]): Anchor[] =>
    phrases.flatMap((word) => {
      const at = placeOf(bare, word);
      return at < 0 ? [] : [{ at, end: at + word.length, word, move }];
    });
  const earliest = (some: readonly Anchor[]) => some.toSorted((a, b) => a.at - b.at || b.end - a.end)[0];
  const moves = (['up', 'down', 'better', 'worse'] as const).flatMap((move) => first(move, changes[move]));
  const denied = moves.filter(({ at }) => NOT.test(bare.slice(0, at))).map((anchor) => toSame(anchor, bare));
  return (
    earliest([...first('same', changes.same), ...denied]) ??
    earliest(moves) ??
    earliest(first(undefined, abstractWords().verbs))
  );
}

const NOT =
  /(?:\bnot|n't|\bneither|\bno|\bfailed to|\bwithout)(?: \p{L}+ly)?(?: (?:an?|any|to|be|associated with|result in|lead to|significant))* $/u;

/** "Did not reduce", "no significantly higher": nothing became of it. */
function toSame(anchor: Anchor, bare: string): Anchor {
  const start = NOT.exec(bare.slice(0, anchor.at))?.index ?? anchor.at;
  return { ...anchor, at: start, move: 'same' };
}

/** Where a phrase stands as whole words. */
function placeOf(text: string, phrase: string): number {
  if (!hasPhrase(text, phrase)) return -1;
  const isPart = (letter: string | undefined) => letter !== undefined && /[\p{L}\p{N}]/u.test(letter);
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1))
    if (!isPart(text[at - 1]) && text[at - 1] !== '-' && !isPart(text[at + phrase.length])) return at;
  return -1;
}

/** Words first, where chance is not said to do as well; else the figures. */
function moveOf({ move }: Anchor, { open, ratio, difference }: Figures, bare: string): Move | undefined {
  if (move === 'same' || open === true) return 'same';
  if (move !== undefined) return move;
  if (open === undefined) return undefined;
  if (ratio !== undefined) return moveByRatio(ratio, bare);
  return difference === undefined || difference === 0 ? undefined : difference < 0 ? 'down' : 'up';
}

/**
 * By what each arm did: to fall less than the other is no fall. Undefined: words and other figures tell; without a move:
 * nobody says that it is more than chance.
 */
function moveByAmounts(
  { move }: Anchor,
  amounts: Amounts,
  { open }: Figures,
  arms: Arms,
): { readonly move?: Move | undefined } | undefined {
  const { studied, compared } = inOrder(amounts, arms);
  if (move === 'same' || open === true || studied === compared) return undefined;
  if (move === undefined || amounts.by === 'level') {
    if (move === 'better' || move === 'worse' || (move === undefined && open === undefined)) return undefined;
    return { move: studied > compared ? 'up' : 'down' };
  }
  if (Math.abs(studied) > Math.abs(compared)) return { move };
  return { move: open === undefined ? undefined : TURNED[move] };
}

/** A hazard is of the event: of survival a ratio below one is the better. */
function moveByRatio(ratio: number, bare: string): Move | undefined {
  if (ratio === 1) return undefined;
  const isSurvival = /\bsurvival\b/.test(bare);
  if (isSurvival) return ratio < 1 ? 'better' : 'worse';
  // Of a time to an event too: fewer events, longer times.
  if (/\btime (?:to|until) /.test(bare)) return ratio < 1 ? 'up' : 'down';
  return ratio < 1 ? 'down' : 'up';
}

/** "An improvement in X": of X. */
const NOUN = /^(?:improvement|reductions?|increase|decrease|worsening)$/;
const BEFORE_NOUN =
  /^(?:lower|higher|fewer|more|less|greater|similar|longer|shorter|reduced|increased|better|worse|improved|comparable|slower)$/;
const NO_NOUN =
  /^(?:frequent|frequently|common|commonly|often|likely|rapid|rapidly|effective|pronounced|so|or|and|significantly|markedly|substantially|slightly)\b/;

function outcomesAt(bare: string, anchor: Anchor, arms: Arms): string[] {
  const isArm = (word: string) => arms.studied.includes(stem(word)) || arms.compared.includes(stem(word));
  return namesAt(bare, anchor).filter((name) => !name.split(' ').every(isArm));
}

function namesAt(bare: string, { at, end, word, move }: Anchor): string[] {
  const [head, tail] = [bare.slice(0, at).trim(), bare.slice(end).trim()];
  const [, differing] = /\bdifferences? (?:between [\p{L}\p{N} -]+? )?(?:in|for) (.+)$/u.exec(`${word} ${tail}`) ?? [];
  if (differing !== undefined) return splitNames(differing);
  const [, within] = NOUN.test(word) ? (/^in (.+)$/.exec(tail) ?? []) : [];
  if (within !== undefined) return splitNames(within);
  const object = move === undefined ? undefined : nounAhead(tail, BEFORE_NOUN.test(word));
  // "Slowed the decline of motor function": of its loss.
  if (object !== undefined)
    return splitNames(
      object.replace(new RegExp(`^(?:${abstractWords().losses.join('|')}) (?:of|in) (?:the )?`), 'loss of '),
    );
  const subject = subjectOf(head);
  return withinWhom(subject) ?? splitNames(subject, true);
}

/** "Among patients with renal impairment mortality was": behind whom it is of stands a common name. */
function withinWhom(subject: string): string[] | undefined {
  if (!/^(?:among|in) /.test(subject)) return undefined;
  const bare = subject.replace(/(?: (?:was|were|is|are|had|significantly|also))+$/, '');
  const names = Object.values(outcomeWords().outcomes).flatMap(({ words }) => words);
  const [name] = names.filter((each) => bare.endsWith(` ${each}`)).toSorted((a, b) => b.length - a.length);
  return name === undefined ? undefined : [name];
}

/** What the verb or the adjective is said of stands behind it, unless a preposition or nothing does. */
function nounAhead(tail: string, isAdjective: boolean): string | undefined {
  const rest = tail.replace(/^(?:significantly|also|both|either|the|a|an|in)\s/, (word) =>
    word === 'in ' ? word : '',
  );
  const [next] = /^[\p{L}\p{N}-]+/u.exec(rest) ?? [];
  if (next === undefined || /^[-+]?\d/.test(next) || NO_NOUN.test(rest)) return undefined;
  if (abstractWords().ends.includes(next) || ['to', 'for', 'on', 'of'].includes(next)) return undefined;
  return isAdjective || !/^[,.;:]/.test(tail) ? rest : undefined;
}

/** "In 175 adults, mean HbA1c": what stands behind the last comma, unless that goes on with a list. */
function subjectOf(head: string): string {
  const parts = head.split(/,\s/);
  const last = parts.at(-1) ?? '';
  const isList = parts.length > 1 && /^(?:and|or) /.test(last) && parts.every((part) => part.split(' ').length <= 4);
  return isList ? head : last;
}

/** "The difference between 25 mg and 1 mg was −6.6": of what was said before. */
function isOnlyDifference(bare: string): boolean {
  return (
    /^(?:the |a |an )?(?:\p{L}+ )?difference between (?!.*\b(?:in|for) )/u.test(bare) ||
    /^(?:the |a |an )?(?:\p{L}+ )?difference (?:was|of)\b/u.test(bare)
  );
}
