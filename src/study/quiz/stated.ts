/** What the course says of things of one kind, to be matched: each statement is one thing's only. */
import type { Corpus, Sentence } from '../facts/corpus.ts';
import type { Frame } from '../facts/frames.ts';
import { type Predicate, readPredicates } from '../facts/predicates.ts';
import { contentStems, mentions, termKey, withoutArticle } from '../facts/terms.ts';
import { areClose, classSize, thingOf } from '../facts/things.ts';
import { readQuantities } from '../facts/values.ts';
import { inSentence } from '../material/things.ts';
import { documentOf } from '../material/topics.ts';
import { isExclusive } from './exclusive.ts';
import { drugIn, type FrameGround, isSaidToo, isTwice, kindOf, MOST_NAMED } from './framed.ts';
import { isKindOf, type Pair } from './matching.ts';
import { upperFirst } from './question.ts';
import { byNumber } from './side-by-side.ts';

const LONGEST_SAID = 110;
/** "Should be avoided" is said of many. */
const FEWEST_SAID = 2;

/** What the course says of things of one kind in one chapter: each of one only. */
export function statedPairs(sentences: readonly Sentence[], ground: FrameGround): Pair[][] {
  const within = new Set(sentences);
  const fit = ground.frames.filter(
    (frame) =>
      within.has(frame.sentence) &&
      // "Should be avoided in asthma" is true of many, whatever the course says of one; a reason tells which.
      (frame.row.rivals !== 'used' || frame.why !== undefined) &&
      frame.says.length <= LONGEST_SAID &&
      readQuantities(frame.says).length === 0 &&
      contentStems(frame.says).size >= FEWEST_SAID &&
      !isTwice(frame, ground),
  );
  const groups = Map.groupBy(fit, ({ sentence, x }) => `${documentOf(sentence.passage)} ${kindOf(x)}`);
  // Of what is not known as one kind, one would be told from the others at a glance.
  const alike = [...groups].filter(([key]) => !key.endsWith(' ')).map(([, group]) => group);
  return alike.map((group) => {
    const few = [...new Map(group.map((frame) => [termKey(frame.x), frame])).values()].slice(0, MOST_NAMED);
    const chosen = few.filter(
      (frame, at) => few.findIndex((other) => areClose(thingOf(other.x), thingOf(frame.x))) === at,
    );
    return chosen
      .filter(
        (frame) =>
          !chosen.some(
            (other) =>
              other !== frame &&
              (isKin(other, frame) ||
                isSaidToo(thingOf(other.x), frame, ground) ||
                mentions(termKey(frame.says), other.x)),
          ),
      )
      .map(({ x, says, sentence }) => ({
        ...{
          left: upperFirst(inSentence(withoutArticle(x))),
          right: upperFirst(says),
          passage: sentence.passage,
          words: sentence.text,
        },
      }));
  });
}

/**
 * What plain sentences say, whatever their verb: of things that one passage sets side by side, then of one kind in one document. Each is
 * of one only.
 */
export function predicatePairs(sentences: readonly Sentence[], corpus: Corpus): Pair[][] {
  const fit = sentences
    .flatMap(readPredicates)
    .filter(({ says }) => readQuantities(says).length === 0 && isExclusive(says));
  const beside = [...Map.groupBy(fit, ({ sentence }) => sentence.passage.id).values()]
    .map((group) => apart(group, corpus))
    .filter(({ length }) => length >= FEWEST);
  const rest = fit.filter((each) => !beside.some((group) => group.includes(each)));
  const kinds = Map.groupBy(rest, ({ sentence, of }) => `${documentOf(sentence.passage)} ${kindOf(of)}`);
  // Of what is not known as one kind, one would be told from the others at a glance.
  const alike = [...kinds].filter(([key]) => !key.endsWith(' ')).map(([, group]) => apart(group, corpus));
  return [...beside, ...alike].flatMap(byNumber).map((group) =>
    group.map(({ of, says, sentence }) => ({
      ...{ left: upperFirst(inSentence(of)), right: upperFirst(says), passage: sentence.passage },
      words: sentence.text,
    })),
  );
}

const FEWEST = 3;

/** Each of another thing, and said of no other of them. */
function apart(group: readonly Predicate[], corpus: Corpus): Predicate[] {
  const chosen = group
    .filter((each, at) => group.findIndex((other) => other === each || isOneOf(each, other)) === at)
    .slice(0, MOST_NAMED);
  return chosen.filter((each) => !chosen.some((other) => other !== each && isOfBoth(each, other, corpus)));
}

/** The same thing, a kind of it, or one of its class of which not both are told what they act on. */
function isOneOf(each: Predicate, other: Predicate): boolean {
  const [a, b] = [thingOf(each.of), thingOf(other.of)];
  if (!areClose(a, b)) return false;
  const areTold = tellsMechanism(each.says) && tellsMechanism(other.says);
  return !(areTold && a.concept?.kind === 'drug' && b.concept?.kind === 'drug' && !isKindOf(a.name, b.name));
}

export function isOfBoth(each: Predicate, other: Predicate, corpus: Corpus): boolean {
  // What the author sets side by side is told apart there.
  const isFar = other.sentence.passage.id !== each.sentence.passage.id;
  const areMechanisms = tellsMechanism(each.says) && tellsMechanism(other.says);
  return (
    (isFar && !areMechanisms && areKin(other.of, each.of)) ||
    mentions(termKey(each.says), other.of) ||
    isToldOf(other, each, corpus)
  );
}

const MECHANISM =
  /^(?:(?:selectively|competitively|irreversibly|reversibly|directly) )?(?:inhibits?|blocks?|binds?|activates?|stimulates?|antagoni[sz]es?|cleaves?|chelates?|neutrali[sz]es?|reactivates?|alkylates?|opens|closes) |^(?:is|are) (?:an? |the )?(?:[\p{L}-]+ ){0,3}(?:antibod(?:y|ies)|(?:ant)?agonists?|inhibitors?|blockers?|precursors?|analogues?|prodrugs?|modulators?) (?:of|against|to|at|for) /iu;

/** What it acts on: of two medicines of which both are told, one has not the other's. */
function tellsMechanism(says: string): boolean {
  return MECHANISM.test(`${says} `);
}

const MOST_OF_IT = 0.6;

/** Another sentence tells as much of the other one. */
function isToldOf(other: Predicate, { says, sentence }: Predicate, corpus: Corpus): boolean {
  const own = [...contentStems(says)];
  return corpus
    .mentioning(thingOf(other.of).names)
    .some(
      (told) =>
        told !== sentence && own.filter((stem) => corpus.stemsOf(told).has(stem)).length >= own.length * MOST_OF_IT,
    );
}

/** Of one narrow class: what one does the other may do as well. */
function areKin(a: string, b: string): boolean {
  const [one, other] = [thingOf(a).concept ?? drugIn(a), thingOf(b).concept ?? drugIn(b)];
  if (one === undefined || other === undefined || one.kind === 'condition') return false;
  return (classSize(one, other) ?? Number.POSITIVE_INFINITY) <= KIN;
}

const KIN = 30;

/** Of one narrow class what one does the other may do as well; a role is of one alone. */
function isKin(other: Frame, { x, row }: Frame): boolean {
  return row.rivals !== 'kin' && areKin(x, other.x);
}
