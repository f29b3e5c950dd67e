import { graphFunctions } from './graph.ts';
import { listFunctions } from './lists.ts';
import { numberFunctions } from './numbers.ts';
import type { CypherFunction } from './registry.ts';
import { textFunctions } from './text.ts';
import { timeFunctions } from './times.ts';

/** Every function that is not an aggregation, by its name in lower case. */
export const functions: ReadonlyMap<string, CypherFunction> = new Map(
  Object.entries({ ...graphFunctions, ...listFunctions, ...numberFunctions, ...textFunctions, ...timeFunctions }).map(
    ([name, definition]) => [name.toLowerCase(), { name, ...definition }],
  ),
);

export { type Aggregation, type Aggregator, aggregations, distinctly } from './aggregates.ts';
export type { CypherFunction } from './registry.ts';
