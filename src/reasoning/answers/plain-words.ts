/** "Put it in normal talk": each short word of a letter that was typed off, in the order it stands there. */
import { type Block, block, type Desk } from '../desk.ts';
import { asksPlainWords } from '../frames/plain-words.ts';
import { gradeIn, numberIn, stepOf, type Term, termsIn } from '../glossary/index.ts';
import type { Frame } from '../types.ts';
import { nearestBeside } from './papers.ts';

const MOST = 12;

export function answerPlainWords(desk: Desk, frame: Frame): Block | undefined {
  if (!asksPlainWords(frame.text)) return undefined;
  const terms = termsIn(frame.text)
    .toSorted((a, b) => a.start - b.start)
    .slice(0, MOST);
  const said = block('**In plain words, one by one:**', [
    terms
      .map(
        (term) =>
          `- “${frame.text.slice(term.start, term.end)}”: ${meaningIn(term, frame.text)}${desk.notes.source(term.source)}`,
      )
      .join('\n'),
    'Ask who wrote it what it means for you; I can only tell the words.',
  ]);
  return { ...said, body: [...said.body, ...nearestBeside(desk, frame, said)] };
}

function meaningIn(term: Term, text: string): string {
  const grade = gradeIn(term, text);
  if (grade !== undefined) return `${term.means} Here ${grade.said}: ${grade.says}.`;
  const value = term.steps.length === 0 ? undefined : numberIn(term, text);
  const step = value === undefined ? undefined : stepOf(term, value);
  return step === undefined ? term.means : `${term.means} Here ${value}: ${step}.`;
}
