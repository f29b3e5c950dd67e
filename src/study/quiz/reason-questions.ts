/** Why something is so: in own words, or among the reasons that the same document gives for other things. */
import type { Reason } from '../facts/reasons.ts';
import { contentStems, mentions } from '../facts/terms.ts';
import { documentOf } from '../material/topics.ts';
import type { QuestionKind } from '../types.ts';
import type { Chance } from './chance.ts';
import { type FrameGround, placeOf, settledBy, shareOf, WRONG } from './framed.ts';
import { type Draft, lettered, upperFirst } from './question.ts';

const ALIKE = 0.34;
/** "It reduces mortality" is a reason for much. */
const FEWEST_OF_REASON = 3;

/** Why, among the reasons that the course gives for other things, or in own words (grading/assertions.ts). */
export function askReason(kind: QuestionKind, reason: Reason, ground: FrameGround, chance: Chance): Draft | undefined {
  const { sentence, stem, why, of } = reason;
  const settled = settledBy(sentence);
  if (kind === 'short')
    return { kind, relation: 'function', stem, key: { kind: 'text', text: why, also: [] }, ...settled };
  if (kind !== 'choice') return undefined;
  const own = contentStems(`${why} ${of}`);
  const chosen: Reason[] = [];
  // A reason from another field is seen at once: those of the chapter first, then of its document, and no others.
  const place = placeOf(sentence.passage);
  const near = chance
    .shuffle(ground.reasons)
    .filter((other) => documentOf(other.sentence.passage) === documentOf(sentence.passage))
    .sort((a, b) => Number(placeOf(b.sentence.passage) === place) - Number(placeOf(a.sentence.passage) === place));
  for (const other of near) {
    const isApart =
      contentStems(other.why).size >= FEWEST_OF_REASON &&
      other.sentence !== sentence &&
      formOf(other.why) === formOf(why) &&
      !mentions(other.sentence.key, of);
    if (
      chosen.length < WRONG &&
      isApart &&
      [own, ...chosen.map((each) => contentStems(each.why))].every(
        (said) => shareOf(contentStems(other.why), said) < ALIKE,
      )
    )
      chosen.push(other);
  }
  if (chosen.length < WRONG) return undefined;
  const { options, label } = lettered(
    why,
    chosen.map((each) => each.why),
    chance,
  );
  return {
    kind,
    relation: 'function',
    stem,
    options,
    key: { kind: 'option', label, text: upperFirst(why) },
    ...settled,
  };
}

/** "It displaces …" beside what begins so: another form would be seen at once. */
function formOf(why: string): string {
  const [first = ''] = why.toLowerCase().split(' ');
  return /^(?:it|they|its|their)$/.test(first) ? first.slice(0, 2) : 'thing';
}
