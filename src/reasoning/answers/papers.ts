/** What the papers say to a question that no entry settles; and what they tell to do in a case. */
import { type Block, block, type Desk, sayPassage } from '../desk.ts';
import { type Found, findPassages } from '../evidence/passages.ts';
import { contentWords, withWords } from '../evidence/words.ts';
import type { Frame } from '../types.ts';

const INSTRUCTS =
  /\b(?:call|ring|phone|contact|come|go to|tell us|write|stop|pause|leave out|never|not|no|use|take|avoid|must|should|needs?|if)\b/i;

/** Enough shared meaning that quoting it answers: a named concept, or two rare words. */
const ENOUGH = 4;
const COVERED = 0.6;

export function findPapers(desk: Desk, frame: Frame, cues: readonly string[] = []): Found[] {
  const concepts = frame.subjects.filter(({ kind }) => kind !== 'thing' && kind !== 'system').map(({ id }) => id);
  const isDirection = (label: string) =>
    label === 'IntakeRegimen' && !['dose', 'purpose', 'why-stopped', 'about'].includes(frame.aspect);
  return findPassages(desk.chart, { concepts, words: withWords(contentWords(frame.text), cues, 0.6) }).filter(
    ({ passage }) => !isDirection(passage.label),
  );
}

const CUES: Partial<Record<Frame['aspect'], readonly string[]>> = {
  said: ['advised', 'told', 'plan', 'call', 'once', 'changed', 'must'],
  result: ['showed', 'found', 'result', 'normal'],
  who: ['call', 'line', 'nurse', 'at'],
  goal: ['goal', 'aim', 'target'],
  due: ['next', 'due', 'again', 'repeat', 'years', 'months'],
  todo: ['must', 'should', 'before', 'needs'],
};

export function answerFromPapers(desk: Desk, frame: Frame): Block | undefined {
  const asked = [...contentWords(frame.text).keys()];
  const covers = (shared: readonly string[]) =>
    asked.length > 0 && asked.filter((word) => shared.includes(word)).length / asked.length >= COVERED;
  const found = findPapers(desk, frame, CUES[frame.aspect] ?? []).filter(
    ({ score, shared, named }) =>
      (score >= ENOUGH && (named || shared.length > 1 || score >= ENOUGH * 1.3)) || (score >= 1.8 && covers(shared)),
  );
  const [best] = found;
  if (best === undefined) return undefined;
  const others = found
    .slice(1)
    .filter(({ score }) => score >= best.score * 0.7)
    .slice(0, 2);
  return block(
    `**${sayPassage(desk, best.passage)}**`,
    others.map(({ passage }) => sayPassage(desk, passage)),
  );
}

/** What a paper tells to do where somebody tells what happened: the plan that was made for just this. */
export function plansFor(desk: Desk, text: string, concepts: readonly string[]): Found[] {
  const words = contentWords(text);
  const brief = words.size <= 6;
  return findPassages(desk.chart, { concepts, words })
    .filter(
      ({ passage, score, named, shared }) =>
        INSTRUCTS.test(passage.text) && score >= 2.4 && (named || shared.length > 1 || (shared.length === 1 && brief)),
    )
    .filter(
      ({ passage, named, shared }) =>
        /\b(?:if|when|after|above|more than|less than|then|anymore|with a|before|during|for (?:weakness|fever)|in case|without|avoid|no |never|not )\b/i.test(
          passage.text,
        ) &&
        (named || shared.length > 1 || passage.text.length < 200),
    )
    .slice(0, 2);
}
