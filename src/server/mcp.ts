/**
 * The house as an MCP server (`/mcp`): the agent functions, search and queries of one patient's record as tools. Who
 * may come in is the gateway's business; what a tool does is what the HTTP route of the same name does.
 */
import type { McpHttpHandler, ServerContext, Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { App, Workshop } from '../app/index.ts';
import type { FunctionInfo, Functions } from '../functions/index.ts';
import { ConsiliumError } from '../kernel/index.ts';
import { shapeOf, toAnswer } from './functions.ts';
import { askGraph, graphQuery } from './record.ts';

const searchInput = z.strictObject({
  query: z.string().min(1).max(2000),
  scopes: z.array(z.string()).max(50).optional().describe('which scopes to look in; all without it'),
  match: z.enum(['keyword', 'semantic', 'hybrid']).optional(),
  top: z.number().int().min(1).max(100).optional(),
});

interface HouseTool {
  readonly tool: Tool;
  call(input: unknown, signal: AbortSignal): Promise<Record<string, unknown>>;
}

/** Serves MCP requests. The protocol's code is loaded with the first of them. */
export function serveMcp(app: Pick<App, 'home' | 'workshop'>): (request: Request) => Promise<Response> {
  let handler: Promise<McpHttpHandler> | undefined;
  return async (request) => {
    handler ??= app.workshop().then((workshop) => createHandler(toolsOf(app, workshop)));
    handler.catch(() => {
      handler = undefined;
    });
    return (await handler).fetch(request);
  };
}

async function createHandler(tools: readonly HouseTool[]): Promise<McpHttpHandler> {
  const { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } = await import('@modelcontextprotocol/server');
  const listed = tools.map(({ tool }) => tool);
  return createMcpHandler(() => {
    const server = new Server({ name: 'consilium', version: '1' }, { capabilities: { tools: {} } });
    server.setRequestHandler('tools/list', () => ({ tools: listed }));
    server.setRequestHandler('tools/call', async ({ params }, context: ServerContext) => {
      const found = tools.find(({ tool }) => tool.name === params.name);
      if (found === undefined)
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name.slice(0, 60)}.`);
      return callTool(found, params.arguments ?? {}, context.mcpReq.signal);
    });
    return server;
  });
}

/** What goes wrong in a tool is an answer that the model reads, not a fault of the protocol. */
async function callTool({ call }: HouseTool, input: unknown, signal: AbortSignal) {
  try {
    const answer = await call(input, signal);
    return { content: [{ type: 'text' as const, text: JSON.stringify(answer) }], structuredContent: answer };
  } catch (thrown) {
    const text = JSON.stringify({ error: shapeOf(thrown) });
    return { content: [{ type: 'text' as const, text }], isError: true };
  }
}

function toolsOf({ home }: Pick<App, 'home'>, { functions, search }: Workshop): HouseTool[] {
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
      call: async (input, signal) => ({ ...(await search.search({ ...parse(searchInput, input), signal })) }),
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
      call: async (input) => ({ ...askGraph(home, parse(graphQuery, input), 'mcp') }),
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
    call: async (given, signal) => toAnswer(await functions.run(name, given, { signal })),
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
