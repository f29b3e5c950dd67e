/**
 * The Expeditor without a model: one dish goes to its station, several are planned, made in order and brought together;
 * what is no order for this kitchen is said so.
 */
import {
  modelRequired,
  type OfflinePolicy,
  type OfflineResult,
  type OfflineStep,
  type OfflineTurn,
} from 'consilium/models';
import { isHealth } from '../_shared/health.ts';
import { AGENTS, inputFor, missingFor } from '../_shared/inputs.ts';
import type { Piece } from '../_shared/material.ts';
import { type Order, readOrder } from '../_shared/order.ts';
import { beyondIn, type Dish } from '../_shared/orders.ts';
import { readPlan } from '../_shared/plan.ts';
import { plate, type Serving } from '../_shared/plate.ts';
import { cooked, tellError } from '../_shared/station.ts';
import { essenceOf, tellResult } from '../_shared/tell.ts';
import { count, list } from '../_shared/wording.ts';

const policy: OfflinePolicy = (turn) => {
  const order = readOrder(turn.message, turn.context.state);
  const done = cooked(turn);
  const courses = coursesOf(order);
  if (courses.length === 1)
    return done.length === 0 ? serveOne(turn, order, courses[0]!) : serve(turn, order, done[0]!);
  if (done.length > 0) return serveMenu(turn, order, courses, done);
  const beyond = courses.length === 0 ? beyondIn(order.words) : undefined;
  if (beyond !== undefined) throw modelRequired(beyond);
  if (courses.length === 0 && (order.pieces.length === 0 || isHealth(order.words))) return withoutOrder(turn, order);
  return {
    call: 'decompose_task',
    input: { task: order.words, constraints: [], available_agents: AGENTS, context: '' },
  };
};

export default policy;

const STATIONS: Partial<Record<Dish['function'], string>> = {
  extract_structure: 'SousChef',
  analyze_artifact: 'SousChef',
  summarize_content: 'LineCook',
  generate_code: 'LineCook',
  cross_reference: 'Cookbook',
  validate_against_spec: 'Auditor',
};

const FROM_TEXT: readonly string[] = ['extract_structure', 'summarize_content'];
const SOURCES: Dish = { dish: 'sources', function: 'cross_reference', input: {} };

/** "The key concepts of asthma care", without a text: what there is on it has to be found first. */
function coursesOf(order: Order): readonly Dish[] {
  const [first, ...others] = order.dishes;
  const lacksText = first !== undefined && FROM_TEXT.includes(first.function) && order.pieces.length === 0;
  return lacksText && order.topic !== '' ? [SOURCES, first, ...others] : order.dishes;
}

function serveOne(turn: OfflineTurn, order: Order, dish: Dish): OfflineStep {
  const station = STATIONS[dish.function];
  if (station !== undefined) return { transfer: station };
  const input = inputFor(dish, order);
  return input === undefined ? ask(turn, dish) : { call: dish.function, input };
}

function ask({ context }: OfflineTurn, dish: Dish): OfflineStep {
  context.state.set('temp:outcome', 'fallback');
  return { say: missingFor(dish) };
}

function serve(turn: OfflineTurn, order: Order, result: OfflineResult): OfflineStep {
  if (result.error !== undefined) return { say: tellError(turn, result.error) };
  return { say: plate(turn.context.state, [tellResult(result, order)]) };
}

/** Asked again after each step: what is done is known from the results, what is next from the menu. */
function serveMenu(
  turn: OfflineTurn,
  order: Order,
  courses: readonly Dish[],
  done: readonly OfflineResult[],
): OfflineStep {
  const [planned, ...results] = done;
  const meal: Meal = { made: [], used: new Set(), served: [], missed: [] };
  for (const dish of menuOf(courses, planned!)) {
    const input = dish.function === 'generate_code' ? undefined : inputFor(dish, order, meal.made);
    if (input === undefined) {
      meal.missed.push(dish.function === 'generate_code' ? modelRequired('Writing code').message : missingFor(dish));
      continue;
    }
    const result = results.shift();
    if (result === undefined) return { call: dish.function, input };
    for (const { ref } of meal.made) if (input['content'] === ref || input['artifact'] === ref) meal.used.add(ref);
    take(meal, result);
  }
  const together = bringTogether(meal, order);
  if (together === undefined) return finish(turn, order, meal);
  const result = results.shift();
  if (result === undefined) return together;
  return finish(turn, order, meal, result);
}

interface Meal {
  /** What the next step may work on. */
  readonly made: Piece[];
  /** References of what a later step was made from. */
  readonly used: Set<string>;
  readonly served: OfflineResult[];
  readonly missed: string[];
}

/** The dishes that were asked for in the order of the plan; where nothing was recognised, what the plan says. */
function menuOf(courses: readonly Dish[], planned: OfflineResult): Dish[] {
  const steps = planned.error === undefined ? readPlan(planned.output).map((step) => step.function) : [];
  if (courses.length === 0)
    return [...new Set(steps)].flatMap((fn) => (isDish(fn) ? [{ dish: fn, function: fn, input: {} }] : []));
  if (!courses.every(({ function: fn }) => steps.includes(fn))) return [...courses];
  return [...courses].sort((a, b) => steps.indexOf(a.function) - steps.indexOf(b.function));
}

/** Planning is done by now, and bringing together comes last. */
function isDish(fn: string): fn is Dish['function'] {
  return AGENTS.includes(fn) && fn !== 'synthesize_outputs';
}

function take({ made, served, missed }: Meal, result: OfflineResult): void {
  const { tool, output, error } = result;
  if (error !== undefined) return void missed.push(error.message);
  served.push(result);
  const text = essenceOf(tool, output);
  if (text !== undefined) made.push({ ref: `@${tool}`, kind: 'text', title: tool.replaceAll('_', ' '), text });
}

const PROSE: readonly string[] = ['@summarize_content', '@cross_reference'];

/** Prose of several steps becomes one text; lists and verdicts stand for themselves. */
function bringTogether({ made, used }: Meal, order: Order): OfflineStep | undefined {
  const first = ({ ref }: Piece, i: number) => made.findIndex((other) => other.ref === ref) === i;
  const prose = made.filter((piece, i) => PROSE.includes(piece.ref) && !used.has(piece.ref) && first(piece, i));
  if (prose.length < 2) return undefined;
  const dish: Dish = { dish: 'merge', function: 'synthesize_outputs', input: {} };
  const input = inputFor(dish, { ...order, pieces: [] }, prose);
  return input && { call: dish.function, input };
}

/** What is in the text that was brought together need not be told again. */
const IN_PROSE: readonly string[] = ['summarize_content', 'cross_reference'];

/** What was asked for last stands first where it was made from the rest. */
function finish(
  turn: OfflineTurn,
  order: Order,
  { served, used, missed }: Meal,
  together?: OfflineResult,
): OfflineStep {
  const { state } = turn.context;
  if (served.length === 0) {
    state.set('temp:outcome', 'fallback');
    return { say: list([...new Set(missed)]) || 'I found no step in that which I could take.' };
  }
  const servings = served.map((result) => tellResult(result, order));
  const whole = together === undefined || together.error !== undefined ? undefined : tellResult(together, order);
  // What was made from a text with markers has them too; what they lead to is known where the text came from.
  const cited = servings.flatMap(({ citations }) => citations);
  const withSources = (one: Serving) => (one.citations.length === 0 ? { ...one, citations: cited } : one);
  const told = servings.map(withSources);
  const first = whole === undefined ? [] : [withSources(whole)];
  const isUsed = ({ tool }: OfflineResult) => used.has(`@${tool}`);
  const kept = served.flatMap((result, i) =>
    whole !== undefined && IN_PROSE.includes(result.tool) ? [] : [{ result, serving: told[i]! }],
  );
  const beside = [...kept.filter(({ result }) => !isUsed(result)), ...kept.filter(({ result }) => isUsed(result))].map(
    ({ serving }) => serving,
  );
  const steps = `Done in ${count(served.length, 'step')}: ${list(served.map(({ tool }) => tool.replaceAll('_', ' ')))}.`;
  const left = missed.length === 0 ? '' : ` Left out: ${[...new Set(missed)].join(' ')}`;
  return { say: plate(state, [...first, ...beside], `${steps}${left}`) };
}

const GREETING = /^\W*(hi|hello|hey|good (morning|afternoon|evening)|thanks?( you)?|thank you)\b.{0,30}$/i;
const ABILITIES =
  'I work on texts and code: summaries, key concepts, terms, entities and outlines, reviews, checks against a specification, comparisons, plans, and search in what is indexed here.';

function withoutOrder({ context }: OfflineTurn, order: Order): OfflineStep {
  if (GREETING.test(order.words)) return { say: `Good day. ${ABILITIES}` };
  if (isHealth(order.words)) {
    context.state.set('temp:outcome', 'redirected');
    return {
      say: 'That is a question for the health team: it knows the record and its sources. Ask it there; this kitchen works on texts and code.',
    };
  }
  context.state.set('temp:outcome', 'fallback');
  return { say: `I am not sure what you would like. ${ABILITIES} Paste the text after a colon: "Summarise this: …".` };
}
