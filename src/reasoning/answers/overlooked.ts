/** "Was there something that should have been looked at again?": what papers asked for, by when, and that nobody did it. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Block, block, type Desk, nameOf } from '../desk.ts';
import { stemsOf, withSynonyms } from '../evidence/passages.ts';
import { isLate, type Plan, plansOf } from '../evidence/plans.ts';
import { contentWords } from '../evidence/words.ts';
import { pattern } from '../patterns.ts';
import type { Frame } from '../types.ts';
import { capital, list } from '../wording.ts';
import { answerDue } from './due.ts';
import { sayPlan } from './plans.ts';

const ASKS_OVERLOOKED = pattern('asks_overlooked');
const MOST = 4;

export function answerOverlooked(desk: Desk, frame: Frame): Block | undefined {
  if (!ASKS_OVERLOOKED.test(frame.text)) return undefined;
  const late = plansOf(desk.chart).filter((plan) => isLate(plan, desk.now) && isAbout(plan, frame));
  const unlike = late.filter(({ passage }, at) => late.findIndex((each) => each.passage === passage) === at);
  if (unlike.length === 0) return undefined;
  const names = list([...new Set(unlike.flatMap(({ concepts }) => concepts.slice(0, 1)).map(nameOf))].slice(0, MOST));
  return block(`**Yes: ${names === '' ? 'something' : names} was asked for, and I find none in your record since.**`, [
    ...unlike.slice(0, MOST).map((plan) => capital(sayPlan(desk, plan))),
    ...dueBeside(desk, frame),
  ]);
}

/** Asked for all of it, what schedules name was missed as well. */
function dueBeside(desk: Desk, frame: Frame): string[] {
  if (frame.subjects.some(({ kind }) => kind !== 'thing')) return [];
  const { lead, body, found } = answerDue(desk, { ...frame, aspect: 'due' });
  return found === 'answered' ? [lead.replaceAll('**', ''), ...body] : [];
}

/** Of the part of the body or the thing that is named, where one is. */
function isAbout({ passage, concepts }: Plan, { subjects }: Frame): boolean {
  const named = subjects.filter(({ kind }) => kind !== 'thing');
  if (named.length === 0) return true;
  const catalogue = openCatalogue();
  const paper = passage.paper.map(({ text }) => text).join(' ') || passage.text;
  const held = catalogue.find(`${passage.title} ${paper}`).map(({ concept }) => concept);
  return named.some(({ id, kind, text }) => {
    const words = [...withSynonyms(contentWords(text)).keys()];
    const stems = stemsOf(`${passage.title} ${paper}`);
    if (words.some((word) => stems.has(word))) return true;
    if (kind === 'system') return held.some(({ system }) => `system:${system}` === id);
    return [...concepts, ...held.map((each) => each.id)].some(
      (each) => catalogue.isA(each, id) || catalogue.isA(id, each),
    );
  });
}
