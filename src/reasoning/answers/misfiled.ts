/** "The letter says I am allergic to penicillin?": what stands in a paper of somebody else is said to be theirs. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Block, block, type Desk, sayPassage } from '../desk.ts';
import { findPassages } from '../evidence/passages.ts';
import { contentWords } from '../evidence/words.ts';
import { pattern } from '../patterns.ts';
import type { Frame, Subject } from '../types.ts';
import { lower, sayDate } from '../wording.ts';

const OF_PAPERS = pattern('of_papers');
const NAMED = new Set<Subject['kind']>(['drug', 'drug_class', 'allergen', 'condition', 'procedure']);
const MOST = 2;

/** Where the question is about what a paper says, and a paper of another names the thing. */
export function answerMisfiled(desk: Desk, frame: Frame): Block | undefined {
  const { misfiled } = desk.chart.view;
  if (misfiled.length === 0 || !OF_PAPERS.test(desk.message)) return undefined;
  const asked = desk.frames
    .flatMap(({ subjects }) => subjects)
    .filter(({ kind }) => NAMED.has(kind))
    .flatMap(({ id, alike = [] }) => [id, ...alike]);
  const catalogue = openCatalogue();
  const paper = misfiled.find(({ text }) =>
    catalogue
      .find(text)
      .some(({ concept }) => asked.some((id) => catalogue.isA(concept.id, id) || catalogue.isA(id, concept.id))),
  );
  if (paper === undefined || frame !== desk.frames.find(({ act }) => act === 'ask')) return undefined;
  const own = findPassages(desk.chart, { concepts: asked, words: contentWords(desk.message), named: true })
    .slice(0, MOST)
    .map(({ passage }) => sayPassage(desk, passage));
  return block(
    `**No, if you mean the ${lower(paper.name)}${paper.time === null ? '' : ` of ${sayDate(paper.time)}`}: it is about somebody else and lies in this record by mistake.** It is headed "${paper.who}". I use nothing of it.`,
    [...own, 'Tell the practice that it is misfiled, so that nobody acts on it.'],
  );
}
