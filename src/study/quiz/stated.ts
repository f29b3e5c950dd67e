/** What the course says of things of one kind, to be matched: each statement is one thing's only. */
import type { Sentence } from '../facts/corpus.ts';
import type { Frame } from '../facts/frames.ts';
import { contentStems, mentions, termKey, withoutArticle } from '../facts/terms.ts';
import { areClose, classSize, thingOf } from '../facts/things.ts';
import { readQuantities } from '../facts/values.ts';
import { inSentence } from '../material/things.ts';
import { documentOf } from '../material/topics.ts';
import { drugIn, type FrameGround, isSaidToo, isTwice, kindOf, MOST_NAMED } from './framed.ts';
import type { Pair } from './matching.ts';
import { upperFirst } from './question.ts';

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

const KIN = 30;

/** Of one narrow class what one does the other may do as well; a role is of one alone. */
function isKin(other: Frame, { x, row }: Frame): boolean {
  if (row.rivals === 'kin') return false;
  const [own, its] = [thingOf(x).concept ?? drugIn(x), thingOf(other.x).concept ?? drugIn(other.x)];
  if (own === undefined || its === undefined || own.kind === 'condition') return false;
  return (classSize(own, its) ?? Number.POSITIVE_INFINITY) <= KIN;
}
