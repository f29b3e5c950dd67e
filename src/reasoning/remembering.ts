/** What a message speaks of as over: it is not weighed as if it were there now. */
import { openCatalogue } from '../clinical/catalogue/index.ts';
import type { Chart } from './chart.ts';
import { findPassages } from './evidence/passages.ts';
import { isLongAgo } from './frames/manner.ts';
import { pattern } from './patterns.ts';
import type { Frame } from './types.ts';

const OF_PAST = new Set<Frame['aspect']>([
  'cause',
  'about',
  'have',
  'why-stopped',
  'explain',
  'worked',
  'culprit',
  'happened',
]);
/** Asked what the list says of it, not for leave to take it. */
const LISTED = pattern('asks_if_listed');
const DONE = /\b(?:did|was|were|had)\b/i;

/**
 * What is told as of long ago is not weighed as if it were there now; nor is what is asked about as over: a procedure, or a
 * medicine that the record knows to have ended. One that it does not know may be taken today.
 */
export function rememberedIn(frames: readonly Frame[], chart: Chart): ReadonlySet<string> {
  const { view } = chart;
  const conceptsOf = (isTaken: boolean) =>
    new Set(
      view.medicines.filter(({ status }) => (status === 'taken') === isTaken).flatMap(({ concepts }) => concepts),
    );
  const [taken, ended] = [conceptsOf(true), conceptsOf(false)];
  const past = frames.filter(({ act, text, subjects }) => act === 'tell' && isLongAgo(text, subjects));
  const asked = frames.flatMap(({ act, aspect, text, subjects }) =>
    act === 'ask' && ((OF_PAST.has(aspect) && (aspect === 'culprit' || DONE.test(text))) || LISTED.test(text))
      ? subjects.filter(
          ({ kind, id }) =>
            kind === 'procedure' ||
            (kind === 'drug' && ended.has(id) && !taken.has(id)) ||
            (aspect === 'culprit' && (kind !== 'symptom' || isOnPaper(id, chart))),
        )
      : [],
  );
  return new Set([...past.flatMap(({ subjects }) => subjects), ...asked].map(({ id }) => id));
}

/** A sign of which reactions or papers tell: what nobody wrote down may be there now, and is weighed. */
function isOnPaper(id: string, chart: Chart): boolean {
  const catalogue = openCatalogue();
  return (
    chart.view.allergies.some(({ reactions }) =>
      reactions.some((each) => catalogue.find(each).some(({ concept }) => catalogue.isA(concept.id, id))),
    ) || findPassages(chart, { concepts: [id], words: new Map(), named: true }).length > 0
  );
}
