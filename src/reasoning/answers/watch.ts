/** What to watch at home and when to call: the instructions and thresholds that papers give, newest first; else the reference. */
import { searchKnowledge } from '../../knowledge/index.ts';
import { sentencesOf } from '../../text/index.ts';
import { type Block, block, type Desk, nameOf, quotePassage, sayPassage } from '../desk.ts';
import { type Found, findPassages, passagesOf } from '../evidence/passages.ts';
import { contentWords } from '../evidence/words.ts';
import type { Frame } from '../types.ts';
import { lower } from '../wording.ts';

const DAILY =
  /\b(?:every (?:day|morning|evening|night)|each (?:day|morning|evening)|daily|weigh|diary|write (?:it )?(?:down|in)|look at|measure|dip|feel the)\b/i;
const CALLS =
  /\b(?:call|ring|phone|contact|emergency|hospital|straight to|come (?:in|at once)|same day|at once|go to|112|911|999|111|000)\b/i;
const BOUND = /\b(?:if|when|above|below|over|under|more than|less than|or more|or less|any|with)\b|\d/i;
const MOST = 4;

export function answerWatch(desk: Desk, frame: Frame): Block | undefined {
  const concepts = frame.subjects.filter(({ kind }) => kind !== 'thing' && kind !== 'system').map(({ id }) => id);
  const found = findPassages(desk.chart, { concepts, words: contentWords(frame.text), text: frame.text, wide: true });
  const known = new Map(found.map((each) => [each.passage, each] as const));
  const every = passagesOf(desk.chart).map(
    (passage): Found => known.get(passage) ?? { passage, score: 0, shared: [], named: false, near: 0 },
  );
  const all = every.filter(
    ({ passage: { text, remark } }) => !remark && (DAILY.test(text) || (CALLS.test(text) && BOUND.test(text))),
  );
  const about = all.filter(({ named, near }) => named || near >= 0.4);
  const chosen = [...(concepts.length > 0 && about.length > 0 ? about : all)].toSorted(byWeight).slice(0, MOST);
  const [first, ...others] = chosen;
  if (first === undefined) return fromReference(desk, frame);
  return block(`**${quotePassage(desk, first.passage)}**`, [
    ...others.map(({ passage }) => sayPassage(desk, passage)),
    'What frightens you, or comes on fast, needs no list: call.',
  ]);
}

function byWeight(a: Found, b: Found): number {
  const weight = ({ passage, score }: Found) =>
    (DAILY.test(passage.text) ? 2 : 0) + (CALLS.test(passage.text) ? 1 : 0) + Math.min(score, 4) / 2;
  return weight(b) - weight(a) || (b.passage.time ?? '').localeCompare(a.passage.time ?? '');
}

/** Papers say nothing: when to be seen with what the record lists. */
function fromReference(desk: Desk, { subjects }: Frame): Block | undefined {
  const named = subjects.filter(({ kind }) => kind === 'condition').map(({ id }) => id);
  const own = desk.chart.view.conditions
    .filter(({ status }) => status === 'active')
    .flatMap(({ concepts }) => concepts);
  const lines = (named.length > 0 ? named : own).slice(0, 4).flatMap((id) => {
    const [entry] = searchKnowledge(nameOf(id), { limit: 1 });
    const care = entry?.whole ? entry.sections.find(({ name }) => name === 'when to seek care') : undefined;
    return entry === undefined || care === undefined
      ? []
      : [`With ${nameOf(id)}: ${lower(sentencesOf(care.text).slice(0, 2).join(' '))}${desk.notes.knowledge(entry)}`];
  });
  return lines.length === 0
    ? undefined
    : block('**Your papers give no instructions for home; in general this is when to be seen.**', lines);
}
