/** What people ask the kitchen for: orders.yml, read once. */
import { readFileSync } from 'node:fs';
import { FUNCTION_NAMES } from 'consilium/functions';
import { ConsiliumError } from 'consilium/kernel';
import { parse } from 'yaml';
import { z } from 'zod';

const says = z.array(z.string().min(1)).min(1);

const ordersSchema = z.strictObject({
  orders: z.array(
    z.strictObject({
      dish: z.string().min(1),
      function: z.enum(FUNCTION_NAMES),
      /** Fields of the function's input that the words decide. */
      input: z.record(z.string(), z.string()).default({}),
      over: z.array(z.string()).default([]),
      says,
    }),
  ),
  beyond: z.array(z.strictObject({ what: z.string().min(1), says })),
});

export interface Dish {
  readonly dish: string;
  readonly function: (typeof FUNCTION_NAMES)[number];
  readonly input: Readonly<Record<string, string>>;
}

const { orders: known, beyond } = readOrders();

/** The dishes that these words ask for, in their order. */
export function dishesIn(words: string): Dish[] {
  const said = known.flatMap((order) => {
    const at = order.says.exec(words)?.index;
    return at === undefined ? [] : [{ order, at }];
  });
  const covered = new Set(said.flatMap(({ order }) => order.over));
  const meant = said.filter(({ order }) => !covered.has(order.dish)).sort((a, b) => a.at - b.at);
  return meant.map(({ order: { dish, function: fn, input } }) => ({ dish, function: fn, input }));
}

/** What these words ask for that no function does: "Translating". */
export function beyondIn(words: string): string | undefined {
  return beyond.find((one) => one.says.test(words))?.what;
}

/** The words that ask, so that what is left says what about. */
export function withoutOrders(words: string): string {
  return known.reduce((rest, order) => rest.replace(new RegExp(order.says.source, 'gi'), ' '), words);
}

function readOrders() {
  const file = new URL('../_data/orders.yml', import.meta.url);
  const parsed = ordersSchema.safeParse(parse(readFileSync(file, 'utf8')));
  if (!parsed.success)
    throw new ConsiliumError('ORDERS_INVALID', `_data/orders.yml has mistakes. ${z.prettifyError(parsed.error)}`);
  const { orders, beyond: others } = parsed.data;
  return {
    orders: orders.map((order) => ({ ...order, says: wholeWords(order.says) })),
    beyond: others.map((one) => ({ ...one, says: wholeWords(one.says) })),
  };
}

function wholeWords(patterns: readonly string[]): RegExp {
  return new RegExp(`(?<!\\w)(?:${patterns.join('|')})(?!\\w)`, 'i');
}
