/**
 * What MCP clients may call: the agent functions, search and queries of one patient's record. Each does what the HTTP
 * route of the same name does.
 */
import type { Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { App, Workshop } from '../app/index.ts';
import type { FunctionInfo, Functions } from '../functions/index.ts';
import { ConsiliumError, type Principal } from '../kernel/index.ts';
import type { Scope } from '../storage/index.ts';
import { requirePatientOf } from './caller.ts';
import { toAnswer } from './functions.ts';
import { askGraph, graphQuery } from './record.ts';

export interface HouseTool {
  readonly tool: Tool;
  /** What a token needs to call it. */
  readonly scope: Scope;
  call(input: unknown, caller: Principal, signal: AbortSignal): Promise<Record<string, unknown>>;
}

const searchInput = z.strictObject({
  query: z.string().min(1).max(2000),
  scopes: z.array(z.string()).max(50).optional().describe('which scopes to look in; all without it'),
  match: z.enum(['keyword', 'semantic', 'hybrid']).optional(),
  top: z.number().int().min(1).max(100).optional(),
});

export function toolsOf({ records }: Pick<App, 'records'>, { functions, search }: Workshop): HouseTool[] {
  return [
    ...functions.list().map((info) => functionTool(info, functions)),
    {
      tool: {
        name: 'search',
        title: 'Search',
        description: 'Finds passages in the indexed documents and the knowledge base, with their sources.',
        inputSchema: toSchema(searchInput),
        annotations: { readOnlyHint: true },
      },
      scope: 'work',
      call: async (input, _, signal) => ({ ...(await search.search({ ...parse(searchInput, input), signal })) }),
    },
    {
      tool: {
        name: 'query_graph',
        title: "Query a patient's record",
        description:
          "Asks one patient's record in Cypher, read only. Patterns start at the patient: MATCH (p:Patient)-[…]. Every query is put on the audit trail.",
        inputSchema: toSchema(graphQuery),
        annotations: { readOnlyHint: true },
      },
      scope: 'read',
      call: async (input, caller) => {
        const asked = parse(graphQuery, input);
        requirePatientOf(caller, asked.patient_id);
        return { ...(await askGraph(records, asked, { principal: caller, actor: 'mcp' })) };
      },
    },
  ];
}

function functionTool(info: FunctionInfo, functions: Functions): HouseTool {
  const { name, description, input, output } = info;
  const answer = answerSchema(output);
  return {
    tool: {
      name,
      description,
      inputSchema: input as Tool['inputSchema'],
      ...(answer && { outputSchema: answer as Tool['outputSchema'] }),
    },
    scope: 'work',
    call: async (given, principal, signal) => toAnswer(await functions.run(name, given, { principal, signal })),
  };
}

/** The output's fields and, beside them, how they came about. */
function answerSchema(output: Record<string, unknown>): Record<string, unknown> | undefined {
  if (output['type'] !== 'object') return undefined;
  return { ...output, properties: { ...(output['properties'] as object), meta: { type: 'object' } } };
}

function toSchema(schema: z.ZodType): Tool['inputSchema'] {
  return z.toJSONSchema(schema, { io: 'input' }) as Tool['inputSchema'];
}

function parse<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue?.path.join('.') ?? '';
  throw new ConsiliumError('INPUT_INVALID', `${path || 'input'}: ${issue?.message}`, { details: { path } });
}
