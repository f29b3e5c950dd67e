/** Which plan of the papers was made for what is told: by its words and meaning, and by the case that it begins with. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import type { Chart } from '../chart.ts';
import { casesFor } from '../evidence/contingencies.ts';
import { type Found, findPassages, type Passage, passagesOf } from '../evidence/passages.ts';
import { contentWords } from '../evidence/words.ts';
import { pattern } from '../patterns.ts';

const INSTRUCTS = pattern('instructs');
const CONDITIONAL =
  /\b(?:if|when|after|above|below|over|under|more|less|then|anymore|with|before|during|for|in case|without|avoid|no|never|not|any|must|cannot)\b|:/i;
/** A plan that says whom to call is worth more than one that only forbids. */
const CALLS = /\b(?:call|ring|phone|contact|line|emergency|hospital|same day|at once)\b/i;
const CALL_WORTH = 1.5;
const PLAN_SCORE = 2.4;
/** So near in meaning that it is meant without sharing a word. */
const PLAN_NEAR = 0.42;

/** What a paper tells to do where somebody tells what happened: the plan that was made for just this, with how it goes on. */
export function plansFor(chart: Chart, text: string, concepts: readonly string[]): Found[] {
  const words = contentWords(text);
  const brief = words.size <= 6;
  const fits = ({ score, named, shared, near, fit, passage }: Found) =>
    Math.max(near, fit ?? 0) >= PLAN_NEAR ||
    (score >= PLAN_SCORE &&
      (named || shared.length > 1 || (shared.length === 1 && brief && passage.text.length < 200)));
  const told = [...concepts, ...feltAs(concepts, text)];
  const plans = withCases(findPassages(chart, { concepts: told, words, text }), chart, text)
    .map((found) => ({
      ...found,
      score: found.score + (CALLS.test(found.passage.text) ? CALL_WORTH : 0) + caseWorth(found.passage.text, told),
    }))
    .toSorted((a, b) => b.score - a.score)
    .filter((found) => fits(found) && isPlan(found.passage))
    .slice(0, 2);
  return plans.flatMap((found) => [found, ...goesOn(found, plans)]);
}

/** What is remarked on a vaccine that was not given is no plan. */
function isPlan({ text, label, remark }: Passage): boolean {
  return !(remark && label === 'Immunization') && INSTRUCTS.test(text) && CONDITIONAL.test(text);
}

const FEVERISH = /\b(?:38|39|40|41)(?:[.,]\d)?\b/;

/** What was measured is what a plan calls by its name: 38.6 is a fever. */
function feltAs(concepts: readonly string[], text: string): string[] {
  return concepts.includes('observation:body_temperature') && FEVERISH.test(text) ? ['symptom:fever'] : [];
}

const CASE = /^[^:,;]+[:,;]/;
const CASE_WORTH = 3;

/** A plan begins with its case: one that names what is told is meant, one for another complaint is not. */
function caseWorth(text: string, told: readonly string[]): number {
  const catalogue = openCatalogue();
  const named = catalogue.find(CASE.exec(text)?.[0] ?? '', { kinds: ['symptom'] });
  if (named.length === 0 || told.length === 0) return 0;
  const isTold = named.some(({ concept }) =>
    told.some((id) => catalogue.isA(id, concept.id) || catalogue.isA(concept.id, id)),
  );
  return isTold ? CASE_WORTH : -CASE_WORTH;
}

/** So well does what is told fit the case of a plan that it is meant. */
export const CASE_FITS = 0.48;
const FIT_WORTH = 14;
const FIT_FROM = 0.3;

/** Passages whose case fits what is told count as near as the case is, whatever else they say. */
function withCases(found: readonly Found[], chart: Chart, text: string): Found[] {
  const papers = passagesOf(chart).filter(({ remark, printed }) => !remark && !printed);
  const known = new Map(found.map((each) => [each.passage, each] as const));
  for (const { passage, fit } of casesFor(text, papers)) {
    const other = known.get(passage) ?? { passage, score: 0, shared: [], named: false, near: 0 };
    if (fit >= CASE_FITS && (other.fit ?? 0) < fit)
      known.set(passage, { ...other, fit, score: other.score + (fit - FIT_FROM) * FIT_WORTH });
  }
  return [...known.values()];
}

const GOES_ON = pattern('case_goes_on');

/** "Still none: ring us": the next step of the same plan. */
function goesOn(found: Found, plans: readonly Found[]): Found[] {
  const { passage } = found;
  const next = passage.paper[passage.paper.indexOf(passage) + 1];
  return next === undefined || !GOES_ON.test(next.text) || plans.some((each) => each.passage === next)
    ? []
    : [{ ...found, passage: next }];
}
