/** What the papers say nearest to a message, where the answer, whichever way it went, has not come to say it. */

import { wordsIn } from '../text/index.ts';
import { type Desk, sayPassage } from './desk.ts';
import { type Ranked, rankParagraphs } from './evidence/nearest.ts';
import { inContext } from './evidence/passages.ts';
import { contentWords } from './evidence/words.ts';
import type { Frame } from './types.ts';

/** From here on the nearest paragraph holds more often than not what an answer must hold; of what is told it must be nearer. */
const LIKELY: Partial<Record<Frame['act'], number>> = { ask: 0.3, tell: 0.5 };
/** Where nothing else answered, less will do: it says of itself that it is a paper's word. */
const LIKELY_ALONE = 0.2;
const MOST_LOOKED = 3;
const MOST_SAID = 2;
const LEAST_WORDS = 2;

export function paperLeft(desk: Desk, composed: string, isAnswered: boolean): string[] {
  const looked = desk.frames.flatMap((frame) => {
    const likely = LIKELY[frame.act];
    if (likely === undefined) return [];
    if (goesOn(frame) && desk.focus.asked !== undefined)
      return [{ text: `${desk.focus.asked} ${frame.text}`, least: LIKELY.ask! }];
    if (contentWords(frame.text).size < LEAST_WORDS) return [];
    return [{ text: sought(frame), least: isAnswered ? likely : LIKELY_ALONE }];
  });
  const found = looked.slice(0, MOST_LOOKED).flatMap(({ text, least }) => {
    return rankParagraphs(desk.chart, text).filter(({ fair }) => fair >= least);
  });
  const left = found.filter(({ passage }) => !isSaid(passage, composed));
  return [...new Map(left.toSorted((a, b) => b.chance - a.chance).map((each) => [each.passage, each])).keys()]
    .slice(0, MOST_SAID)
    .map((passage) => {
      for (const each of inContext(passage)) desk.quoted.delete(each);
      return sayPassage(desk, passage);
    })
    .filter((said) => said !== '');
}

const BRIEF = 8;

/** "So do I need more of them?": too short to be about anything but what was asked before. */
function goesOn({ text, inherited }: Frame): boolean {
  return wordsIn(text).length <= BRIEF && (inherited === true || contentWords(text).size < LEAST_WORDS);
}

/** A clause that goes on from another is about what that was about. */
function sought({ text, subjects, inherited }: Frame): string {
  return inherited ? `${subjects.map((each) => each.text).join(', ')}: ${text}` : text;
}

function isSaid(passage: Ranked['passage'], composed: string): boolean {
  return composed.includes(passage.text);
}
