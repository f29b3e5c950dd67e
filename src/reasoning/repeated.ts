/** A clause that the answer to the one before it answers too. */
import { contentWords } from './evidence/words.ts';
import { hasCue } from './frames/cues.ts';
import type { Frame } from './types.ts';

/** "…, and how fast?" right after how it moved: the answer to the one is the answer to the other. */
export function isSaid(frame: Frame, before: Frame | undefined): boolean {
  return (
    (before !== undefined && (isJudgedStop(frame, before) || isEcho(frame, before))) ||
    (frame.inherited === true &&
      before !== undefined &&
      frame.subjects === before.subjects &&
      ((before.aspect === 'explain' && WEIGHS.has(frame.aspect)) ||
        (hasCue('kin', before.text) && OF_THEM.test(frame.text)) ||
        (before.aspect === 'trend' && frame.aspect === 'trend') ||
        ONLY_WHEN.test(frame.text) ||
        (before.aspect === 'due' && TOLD_WITH_DUE.has(frame.aspect) && before.subjects.every(isCheck)) ||
        (before.aspect === 'who' && frame.aspect === 'when' && before.subjects.every(({ kind }) => kind === 'thing')) ||
        (before.aspect === 'result' &&
          frame.aspect === 'who' &&
          before.subjects.every(({ kind }) => kind === 'system'))))
  );
}

/** Stems of what is done to know: they name nothing. */
const EMPTY = new Set(['find', 'found', 'show', 'say', 'said', 'tell', 'happen', 'next', 'again']);
const ASKS_AGAIN = new Set<Frame['aspect']>(['when', 'due', 'have', 'result', 'who']);

/** "…, and when again?" names nothing of its own: where the rest was answered, that nothing was found for it is no news. */
export function isBareAgain({ aspect, text, subjects, inherited }: Frame): boolean {
  return (
    ASKS_AGAIN.has(aspect) &&
    (subjects.length === 0 || inherited === true) &&
    [...contentWords(text).keys()].every((word) => EMPTY.has(word))
  );
}

/** "… The list on the fridge says 1 and 1": it asks nothing of its own, so it is what was asked before. */
const ASKS_ITSELF =
  /^\W*(?:and |so |but |or )*(?:is|are|was|were|does|do|did|can|could|should|will|has|have|what|when|where|which|who|how|why)\b/i;

function isEcho({ aspect, inherited, subjects, score, text }: Frame, before: Frame): boolean {
  if (ASKS_ITSELF.test(text) && contentWords(text).size > 1) return false;
  return inherited === true && score < 1 && aspect === before.aspect && subjects === before.subjects;
}

/** "I'll bin the valproate. Good idea?": whether to stop is what was answered. */
function isJudgedStop({ aspect, inherited, subjects }: Frame, before: Frame): boolean {
  return (
    before.aspect === 'stop' &&
    (aspect === 'safe' || aspect === 'stop') &&
    inherited === true &&
    subjects.every(({ id }) => before.subjects.some((each) => each.id === id))
  );
}

/** "… and what time?": a visit is told with its hour. */
const ONLY_WHEN = /^\W*(?:and )?(?:at )?(?:what|which) (?:time|hour|day|date)\W*$/i;

/** What is due is told with its last time: "… or is that over? When was the last?" */
const TOLD_WITH_DUE = new Set<Frame['aspect']>(['have', 'when', 'due']);

function isCheck({ kind }: Frame['subjects'][number]): boolean {
  return kind === 'procedure' || kind === 'vaccine';
}

/** An explained value is weighed in the same breath. */
const WEIGHS = new Set<Frame['aspect']>(['judge', 'worry']);

const OF_THEM = /^\W*(?:and )?(?:how old|when|at what age|what age) (?:was|were|did) (?:he|she|they)\b/i;
