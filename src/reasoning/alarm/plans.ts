/** What papers say to do about what a message tells: for who must answer before all else. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { plansFor } from '../answers/plan-cases.ts';
import { type Found, inContext, type Passage } from '../evidence/passages.ts';
import { readMessage } from '../frames/index.ts';
import { factsIn, toldIn } from '../frames/told.ts';
import { NO_FOCUS } from '../types.ts';
import type { Heard } from './dangers.ts';

/** What papers tell to do about what a message tells, nearest in meaning first: for who must answer before all else. */
export function plansIn({ chart, message, now }: Heard): {
  passage: Passage;
  text: string;
  near: number;
  fit: number;
  acts: boolean;
  isNow: boolean;
  named: boolean;
}[] {
  const { frames, text } = readMessage(message, chart, NO_FOCUS, now);
  const told = toldIn(frames, factsIn(text, now)).map(({ concept }) => concept);
  const signs = told.filter((id) => /^(?:symptom|condition):/.test(id));
  const rank = (found: Found) =>
    Math.max(found.near, found.fit ?? 0) +
    PER_SIGN * namedIn(found.passage, signs) +
    (ACTS_NOW.test(found.passage.text) ? PER_SIGN : 0);
  return (
    plansFor(chart, text, told)
      .filter(({ near, score, fit }) => fit !== undefined || near >= LEAST_NEAR || score >= LEAST_SCORE)
      .filter(({ near, passage, fit }) => fit !== undefined || near >= SURE_NEAR || namedIn(passage, told) > 0)
      // A list of tablets that was near in its words is no plan for a sign.
      .filter(({ passage, fit }) => fit !== undefined || isPlan(passage) || namedIn(passage, signs) > 0)
      .toSorted((a, b) => rank(b) - rank(a))
      .map(({ passage, near, fit = 0 }) => {
        const whole = inContext(passage)
          .map(({ text: said }) => said)
          .join(' ');
        // A case often stands in one sentence, and what is done then in the next.
        const isNow = ACTS_NOW.test(whole) || ACTS_SOON.test(whole);
        // A sure alarm yields to a plan only where the plan is for a sign that is told.
        const named = signs.length === 0 || namedIn({ ...passage, text: whole }, signs) > 0;
        return { acts: isPlan(passage), isNow, named, passage, text: whole, near, fit };
      })
  );
}

function isPlan({ text }: Passage): boolean {
  return DOES.test(text) || ACTS_NOW.test(text);
}

/** How many of the signs a sentence names: a plan for just these stands before one that only sounds alike. */
function namedIn({ text }: Passage, signs: readonly string[]): number {
  const catalogue = openCatalogue();
  const named = catalogue
    .find(text, { kinds: ['symptom', 'condition', 'drug', 'drug_class', 'food'] })
    .map(({ concept }) => concept.id);
  return signs.filter((sign) => named.some((id) => catalogue.isA(id, sign) || catalogue.isA(sign, id))).length;
}

const PER_SIGN = 0.15;
/** A paper that says what to do in the worst case, not what is never to be given. */
const ACTS_NOW =
  /\b(?:ambulance|999|112|911|emergency department|a&e|hospital|inject|injection|spray|glucagon|rescue|straight away|at once)\b/i;
/** Somebody is called or a dose is taken: what one does at once, unlike readings that are taken for a week. */
const ACTS_SOON = /\b(?:call|ring|phone|go to|come in|be seen|double|press)\b|\btake \d/i;
/** A sentence that tells what to do, not only what holds: of a warning nobody can be told to "do that now". */
const DOES = /\b(?:call|ring|phone|take|give|use|go to|double|press|drink|lie|stop taking|come in|be seen)\b/i;
/** A paper that names nothing of what is told must come so near in its sense. */
const SURE_NEAR = 0.4;
const LEAST_NEAR = 0.36;
const LEAST_SCORE = 5;
