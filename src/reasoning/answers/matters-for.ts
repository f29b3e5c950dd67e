/** "My blood count was 113, does that matter for the knee op?": what papers on the one say of the other. */
import { stem, wordsIn } from '../../text/index.ts';
import { type Block, block, type Desk, quotePassage, sayPassage } from '../desk.ts';
import { findPassages, stemsOf } from '../evidence/passages.ts';
import { readingsOf } from '../evidence/series.ts';
import { isCue } from '../frames/cues.ts';
import { pattern } from '../patterns.ts';
import type { Frame, Subject } from '../types.ts';
import { sayLimit } from './limits.ts';

const MATTERS_FOR = pattern('matters_for');
const BESIDE = new Set<Subject['kind']>(['observation', 'condition', 'drug', 'symptom']);
const MOST = 2;

export function answerMattersFor(desk: Desk, frame: Frame): Block | undefined {
  const planned = frame.subjects.filter(({ kind }) => kind === 'procedure').map(({ id }) => id);
  if (planned.length === 0 || !MATTERS_FOR.test(frame.text)) return undefined;
  const things = desk.frames
    .filter(({ start }) => start <= frame.start)
    .flatMap(({ subjects }) => subjects)
    .filter(({ kind }) => BESIDE.has(kind));
  /** "The knee op" has its own paper, whatever that calls the operation. */
  const parts = frame.subjects.flatMap(({ text }) =>
    wordsIn(text)
      .filter(({ lower }) => isCue('parts', lower))
      .map(({ lower }) => stem(lower)),
  );
  const onIt = new Set(
    findPassages(desk.chart, { concepts: planned, words: new Map(), named: true, wide: true }).map(
      ({ passage }) => passage.uuid,
    ),
  );
  const found = findPassages(desk.chart, { concepts: things.map(({ id }) => id), words: new Map(), named: true })
    .map(({ passage }) => passage)
    .filter(({ uuid, remark, title }) => !remark && (onIt.has(uuid) || parts.some((part) => stemsOf(title).has(part))));
  const [first, ...others] = found.slice(0, MOST);
  if (first === undefined) return undefined;
  const limits = things
    .filter(({ kind }) => kind === 'observation')
    .flatMap(({ id }) => {
      const last = readingsOf(desk.chart, id).at(-1);
      return last === undefined ? [] : (sayLimit(desk, id, last) ?? []);
    });
  return block(`**Yes, by your papers.** ${quotePassage(desk, first)}`, [
    ...limits,
    ...others.map((passage) => sayPassage(desk, passage)),
    'Tell those who do it before the day, so that nothing is put off at the last minute.',
  ]);
}
