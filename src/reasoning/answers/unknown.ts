/** A test or a marker by its code that nothing in the record names: what is not there is denied, not answered by something near. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Block, block, type Desk } from '../desk.ts';
import { passagesOf } from '../evidence/passages.ts';
import type { Frame } from '../types.ts';

const CODE = /\b(?=[A-Za-z\d*:-]*[A-Z]{2})[A-Z][A-Za-z\d*:-]{2,14}\b/g;
const OF_RESULTS = new Set<Frame['aspect']>(['value', 'result', 'when', 'trend', 'judge', 'about', 'have']);
const TESTED = /\b(?:results?|tests?|tested|levels?|values?|positive|negative|show\w*|count|scan|typing)\b/i;

export function denyCode(desk: Desk, { aspect, text, subjects }: Frame): Block | undefined {
  if (!OF_RESULTS.has(aspect) || !TESTED.test(text) || subjects.some(({ kind }) => kind !== 'thing')) return undefined;
  const { view } = desk.chart;
  const held = [
    ...passagesOf(desk.chart).map((passage) => `${passage.title} ${passage.text}`),
    ...[...view.conditions, ...view.procedures, ...view.findings, ...view.medicines].map(({ name }) => name),
    ...view.series.keys(),
  ]
    .join('\n')
    .toLowerCase();
  const missing = [...text.matchAll(CODE)]
    .map(([code]) => code.replace(/[-:*]+$/, ''))
    .find((code) => openCatalogue().find(code).length === 0 && !held.includes(code.toLowerCase()));
  return missing === undefined
    ? undefined
    : block(
        `**There is no ${missing} result in your record.** I looked through results, findings, conditions and your papers. If you have it on paper, type it here and I will keep it.`,
        [],
        'absent',
      );
}
