/** A station without a model: it makes the one dish that it was sent, and says what came of it. */
import { type ErrorShape, TRANSFER_TOOL } from 'consilium/kernel';
import { modelRequired, type OfflinePolicy, type OfflineResult, type OfflineTurn } from 'consilium/models';
import { inputFor, missingFor } from './inputs.ts';
import { type Order, readOrder } from './order.ts';
import type { Dish } from './orders.ts';
import { plate } from './plate.ts';
import { tellResult } from './tell.ts';

export function station(...functions: Dish['function'][]): OfflinePolicy {
  return (turn) => {
    const order = readOrder(turn.message, turn.context.state);
    const done = cooked(turn);
    if (done.length === 0) return begin(turn, order, functions);
    const result = done.at(-1)!;
    if (result.error !== undefined) return { say: tellError(turn, result.error) };
    return { say: plate(turn.context.state, [tellResult(result, order)]) };
  };
}

/** What functions returned in this turn; transfers are none. */
export function cooked({ results }: OfflineTurn): OfflineResult[] {
  return results.filter(({ tool }) => tool !== TRANSFER_TOOL);
}

function begin({ context }: OfflineTurn, order: Order, functions: readonly Dish['function'][]) {
  const dish = order.dishes.find((one) => functions.includes(one.function));
  if (dish === undefined) return { say: missingFor({ dish: '', function: functions[0]!, input: {} }) };
  if (dish.function === 'generate_code') throw modelRequired('Writing code');
  const input = inputFor(dish, order);
  if (input !== undefined) return { call: dish.function, input };
  context.state.set('temp:outcome', 'fallback');
  return { say: missingFor(dish) };
}

/** What went wrong, in the function's own words, and what to do about it. */
export function tellError({ context }: OfflineTurn, { message, hint }: ErrorShape): string {
  context.state.set('temp:outcome', 'fallback');
  return hint === undefined ? message : `${message} ${hint}`;
}
