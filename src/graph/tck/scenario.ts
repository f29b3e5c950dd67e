import { z } from 'zod';
import { ConsiliumError } from '../../kernel/errors.ts';
import { canonicalLiteral, canonicalValue, parseLiteral } from './literal.ts';
import { openScratch } from './scratch.ts';

/** One line of a scenario file: a graph to set up, a query, what it must give. */
export const scenarioSchema = z.object({
  id: z.string(),
  scenario: z.string().optional(),
  given: z.array(z.string()),
  params: z.record(z.string(), z.string()).optional(),
  query: z.string(),
  readonly: z.boolean(),
  expect: z.union([
    z.object({
      kind: z.literal('error'),
      error: z.object({ type: z.string(), phase: z.string(), detail: z.string() }),
    }),
    z.object({
      kind: z.enum(['rows', 'rows-ordered', 'empty']),
      columns: z.array(z.string()).optional(),
      rows: z.array(z.array(z.string())).optional(),
      ignore_list_order: z.boolean().optional(),
    }),
  ]),
});

export type Scenario = z.infer<typeof scenarioSchema>;
export type Verdict = { outcome: 'passed' | 'skipped' } | { outcome: 'failed'; why: string };

/** Runs one scenario on a graph of its own. */
export function runScenario(scenario: Scenario): Verdict {
  if (!scenario.readonly) return { outcome: 'skipped' };
  const scratch = openScratch();
  try {
    for (const query of scenario.given) if (!/^(empty|any) graph$/.test(query)) scratch.run(query, new Map());
    const parameters = new Map(Object.entries(scenario.params ?? {}).map(([name, text]) => [name, parseLiteral(text)]));
    return judge(scenario, () => scratch.run(scenario.query, parameters));
  } catch (error) {
    return { outcome: 'failed', why: `set-up: ${String(error)}` };
  } finally {
    scratch.db.close();
  }
}

function judge(scenario: Scenario, run: () => ReturnType<ReturnType<typeof openScratch>['run']>): Verdict {
  const { expect } = scenario;
  let result: ReturnType<typeof run>;
  try {
    result = run();
  } catch (error) {
    const own = error instanceof ConsiliumError;
    if (expect.kind === 'error' && own) return { outcome: 'passed' };
    return { outcome: 'failed', why: own ? error.message : String((error as Error).stack ?? error) };
  }
  if (expect.kind === 'error')
    return { outcome: 'failed', why: `no error (${expect.error.detail}), ${result.rows.length} rows` };
  const sortLists = expect.ignore_list_order ?? false;
  const actual = result.rows.map((row) => row.map((value) => canonicalValue(value, sortLists)).join(' | '));
  const expected = (expect.rows ?? []).map((row) => row.map((cell) => canonicalLiteral(cell, sortLists)).join(' | '));
  if (expect.kind !== 'rows-ordered') {
    actual.sort();
    expected.sort();
  }
  const columns = expect.columns ?? [];
  if (expect.kind !== 'empty' && columns.join('|') !== result.columns.join('|'))
    return { outcome: 'failed', why: `columns ${result.columns.join(' | ')}, not ${columns.join(' | ')}` };
  if (actual.join('\n') === expected.join('\n')) return { outcome: 'passed' };
  return { outcome: 'failed', why: `got ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}` };
}
