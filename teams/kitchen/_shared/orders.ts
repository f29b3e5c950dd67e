/** What people ask the kitchen for: orders.yml, read once. */
import { readFileSync } from 'node:fs';
import { FUNCTION_NAMES } from 'consilium/functions';
import { ConsiliumError } from 'consilium/kernel';
import { parse } from 'yaml';
import { z } from 'zod';

const ordersSchema = z.array(
  z.strictObject({
    dish: z.string().min(1),
    function: z.enum(FUNCTION_NAMES),
    /** Fields of the function's input that the words decide. */
    input: z.record(z.string(), z.string()).default({}),
    over: z.array(z.string()).default([]),
    says: z.array(z.string().min(1)).min(1),
  }),
);

export interface Dish {
  readonly dish: string;
  readonly function: (typeof FUNCTION_NAMES)[number];
  readonly input: Readonly<Record<string, string>>;
}

interface Known extends Dish {
  readonly over: readonly string[];
  readonly says: RegExp;
}

const known = readOrders();

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

/** The words that ask, so that what is left says what about. */
export function withoutOrders(words: string): string {
  return known.reduce((rest, { says }) => rest.replace(new RegExp(says.source, 'gi'), ' '), words);
}

function readOrders(): Known[] {
  const file = new URL('../_data/orders.yml', import.meta.url);
  const parsed = ordersSchema.safeParse(parse(readFileSync(file, 'utf8')));
  if (!parsed.success)
    throw new ConsiliumError('ORDERS_INVALID', `_data/orders.yml has mistakes. ${z.prettifyError(parsed.error)}`);
  return parsed.data.map((order) => ({
    ...order,
    says: new RegExp(`(?<!\\w)(?:${order.says.join('|')})(?!\\w)`, 'i'),
  }));
}
