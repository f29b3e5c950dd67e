/** "The letter says I am allergic to penicillin?": what stands in a paper of somebody else is said to be theirs. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Block, block, type Desk, sayPassage } from '../desk.ts';
import { findPassages } from '../evidence/passages.ts';
import { contentWords } from '../evidence/words.ts';
import { pattern } from '../patterns.ts';
import type { Frame, Subject } from '../types.ts';
import { lower, sayDate } from '../wording.ts';

const OF_PAPERS = pattern('of_papers');
const NAMED = new Set<Subject['kind']>(['drug', 'drug_class', 'allergen', 'condition', 'procedure', 'observation']);
const MOST = 2;

/** Where the question is about what a paper says, and a paper of another names the thing. */
export function answerMisfiled(desk: Desk, frame: Frame): Block | undefined {
  const { misfiled } = desk.chart.view;
  if (misfiled.length === 0) return undefined;
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
  if (!OF_PAPERS.test(desk.message) && !isOnlyThere(desk, asked, paper.text)) return undefined;
  const own = findPassages(desk.chart, { concepts: asked, words: contentWords(desk.message), named: true })
    .slice(0, MOST)
    .map(({ passage }) => sayPassage(desk, passage));
  return block(
    `**No, if you mean the ${lower(paper.name)}${paper.time === null ? '' : ` of ${sayDate(paper.time)}`}: it is about somebody else and lies in this record by mistake.** It is headed "${paper.who}". I use nothing of it.`,
    [...own, 'Tell the practice that it is misfiled, so that nobody acts on it.'],
  );
}

/** "What is my INR supposed to be?", "my PSA was 9.8": what was asked about stands in the paper of the other and nowhere else here. */
function isOnlyThere({ chart, told }: Desk, asked: readonly string[], text: string): boolean {
  const catalogue = openCatalogue();
  const { view } = chart;
  const held = [...view.conditions, ...view.medicines, ...view.allergies, ...view.procedures].flatMap(
    ({ concepts }) => concepts,
  );
  const isHeld = (id: string) =>
    (view.series.get(id)?.length ?? 0) > 0 ||
    held.some((each) => catalogue.isA(each, id) || catalogue.isA(id, each)) ||
    findPassages(chart, { concepts: [id], words: new Map(), named: true }).length > 0;
  const values = told.flatMap(({ act, value }) => (act === 'measured' && value !== undefined ? [value] : []));
  return (
    asked.length > 0 &&
    asked.every((id) => !isHeld(id)) &&
    asked.some((id) => MEASURED.test(id)) &&
    values.every((value) => text.includes(String(value)))
  );
}

const MEASURED = /^(?:observation|drug):/;
