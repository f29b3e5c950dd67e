/** "Put it in normal talk": the words of a letter that was typed off, one by one, in the order they stand there. */
import { type Concept, openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Block, block, type Desk } from '../desk.ts';
import { asksPlainWords } from '../frames/plain-words.ts';
import { quotedIn } from '../frames/quoted.ts';
import { abbreviationSource, shortsIn } from '../glossary/abbreviations.ts';
import { gradeIn, meaningOf, numberIn, sourceOf, stepOf, type Term, termsIn, toldAs } from '../glossary/index.ts';
import type { Frame } from '../types.ts';
import { capital } from '../wording.ts';
import { nearestBeside } from './papers.ts';

const MOST = 12;

interface Piece {
  start: number;
  end: number;
  means: string;
  source: string;
}

export function answerPlainWords(desk: Desk, frame: Frame): Block | undefined {
  if (!asksPlainWords(frame.text)) return undefined;
  const text = quotedIn(frame.text) ?? frame.text;
  const pieces = piecesOf(text).slice(0, MOST);
  if (pieces.length === 0) return undefined;
  const said = block('**In plain words, one by one:**', [
    pieces
      .map(({ start, end, means, source }) => `- “${text.slice(start, end)}”: ${means}${desk.notes.source(source)}`)
      .join('\n'),
    'Ask who wrote it what it means for you; I can only tell the words.',
  ]);
  return { ...said, body: [...said.body, ...nearestBeside(desk, frame, said)] };
}

/** What the glossary, the catalogue and the short forms know of it: the longest piece first, none within another. */
function piecesOf(text: string): Piece[] {
  const all: Piece[] = [
    ...termsIn(text).map((term) => ({ ...term, means: meaningIn(term, text) })),
    ...openCatalogue()
      .find(text, { kinds: ['condition', 'symptom', 'procedure', 'observation'] })
      .flatMap(({ concept, start, end }) => {
        const means = meaningOf(concept.id);
        return means === undefined
          ? []
          : [{ start, end, means: `${nameOf(concept)}: ${means}`, source: sourceOf(concept.id) }];
      }),
    ...shortsIn(text).map(({ start, end, means }) => ({
      start,
      end,
      means: `${capital(means)}.`,
      source: abbreviationSource(),
    })),
  ];
  const kept: Piece[] = [];
  for (const piece of all.toSorted((a, b) => b.end - b.start - (a.end - a.start)))
    if (!kept.some(({ start, end }) => start < piece.end && end > piece.start)) kept.push(piece);
  return kept.toSorted((a, b) => a.start - b.start);
}

/** The name under which it is told: "AECOPD" is an entry of its own, told as a flare of COPD. */
function nameOf(concept: Concept): string {
  return capital(openCatalogue().get(toldAs(concept.id))?.name ?? concept.name);
}

function meaningIn(term: Term, text: string): string {
  const grade = gradeIn(term, text);
  if (grade !== undefined) return `${term.means} Here ${grade.said}: ${grade.says}.`;
  const value = term.steps.length === 0 ? undefined : numberIn(term, text);
  const step = value === undefined ? undefined : stepOf(term, value);
  return step === undefined ? term.means : `${term.means} Here ${value}: ${step}.`;
}
