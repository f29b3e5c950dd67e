/**
 * An MCP server from the calling side: its tools as tools of ours. It is somebody else's program: it has so long to answer,
 * what it calls its tools is looked at before a model is shown it, and a line that broke is opened anew with the next call.
 */
import type { Client } from '@modelcontextprotocol/client';
import { systemClock } from '../kernel/clock.ts';
import { ConsiliumError, type FunctionTool, type Schema, type Tool, toConsiliumError, tool } from '../kernel/index.ts';
import type { McpConfig, McpOffer } from '../teams/index.ts';
import { showable, showableValue } from '../text/index.ts';
import { type McpConnection, nameOfServer, openConnection, unavailable } from './mcp-line.ts';
import { readSchema } from './schema.ts';

export interface McpServer {
  /** What it offers now. Never throws, and is there in `patienceMs`; a server that takes longer goes on getting ready. */
  offer(patienceMs: number): Promise<McpOffer>;
  close(): Promise<void>;
}

type Env = Readonly<Record<string, string | undefined>>;

export interface McpOptions {
  readonly env: Env;
  /** How long it has to get ready, from its start to its list of tools. */
  readonly readyMs?: number | undefined;
}

const CALL_MS = 60_000;
const READY_MS = 30_000;
/** Whoever calls a tool waits no longer than that for a server that is not there yet. */
const RETURN_MS = 5_000;

/** What a model can be shown, and so many that it still reads them. */
const CALLABLE = /^[A-Za-z_][\w-]{0,63}$/;
const MOST_TOOLS = 200;
const LONGEST_DESCRIPTION = 4_000;
const LARGEST_SCHEMA = 64 * 1024;

interface Listed {
  readonly tools: readonly FunctionTool[];
  readonly leftOut: readonly string[];
}

export function openMcpServer(config: McpConfig, { env, readyMs = READY_MS }: McpOptions): McpServer {
  const server = nameOfServer(config, env);
  let line: McpConnection | undefined;
  let listing: Promise<Listed> | undefined;

  const connect = (): Promise<Client> => {
    line ??= openConnection({ config, env, server, readyMs }, () => {
      line = undefined;
      listing = undefined;
    });
    return line.client;
  };
  const list = (): Promise<Listed> => {
    listing ??= within(readyMs, server, async () => {
      const { tools } = await (await connect()).listTools(undefined, { timeout: readyMs });
      return readTools(server, tools as readonly Offered[], call);
    });
    const asked = listing;
    asked.catch(() => {
      if (listing !== asked) return;
      listing = undefined;
      // What hangs is ended: a process that nobody talks to, a line that nobody answers.
      void line?.close();
      line = undefined;
    });
    return asked;
  };
  const ask = async (name: string, input: unknown, signal: AbortSignal, isSafe: boolean) => {
    const client = await within(RETURN_MS, server, connect);
    const used = line;
    const asked = { name, arguments: input as Record<string, unknown> };
    return client.callTool(asked, { signal, timeout: CALL_MS }).catch((thrown: unknown) => {
      throw signal.aborted ? signal.reason : (used?.flaw() ?? lineFailed(server, thrown, isSafe ? undefined : name));
    });
  };
  const call: CallTool = async (name, input, signal, isSafe) => {
    // A kept line that was closed there is heard of only when it is used: what does no harm is asked once more.
    const answer = await ask(name, input, signal, isSafe).catch((thrown: unknown) => {
      if (!isSafe || signal.aborted || toConsiliumError(thrown).code !== 'MCP_UNAVAILABLE') throw thrown;
      return ask(name, input, signal, isSafe);
    });
    const text = showable(textOf(answer.content));
    if (answer.isError) throw new ConsiliumError('TOOL_FAILED', text.slice(0, 2000) || `${name} failed.`);
    return showableValue(answer.structuredContent) ?? text;
  };
  /** Nobody knows what it takes: the server itself says whether that fits. */
  const standIn = (name: string): Tool =>
    tool({
      ...{ name, description: `Of ${server}, which cannot be reached at the moment.`, input: ANYTHING },
      timeoutMs: CALL_MS + RETURN_MS,
      execute: async (input, context) => {
        const { tools } = await within(RETURN_MS, server, list);
        const there = tools.find((each) => each.name === name);
        if (there !== undefined) return there.execute(input, context);
        const known = tools.map((each) => each.name).join(', ');
        throw new ConsiliumError('TOOL_UNKNOWN', `${server} has no tool ${name}. Its tools: ${known || 'none'}.`);
      },
    });

  return {
    offer: async (patienceMs) => {
      try {
        return { server, standIn, ...(await within(patienceMs, server, list)) };
      } catch (thrown) {
        return { server, standIn, tools: [], leftOut: [], problem: toConsiliumError(thrown) };
      }
    },
    close: async () => line?.close(),
  };
}

/** Whoever waits, waits so long; what is waited for may go on. */
async function within<T>(ms: number, server: string, work: () => Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const callOff = systemClock.after(ms, () => reject(unavailable(server, 'it gave no answer in time')));
  try {
    return await Promise.race([work(), promise]);
  } finally {
    callOff();
  }
}

/**
 * An answer of the server that is a refusal is the tool's failure; everything else is the line's. `deed`: a tool that is not
 * harmless; once it was asked for, it may have been done.
 */
function lineFailed(server: string, thrown: unknown, deed: string | undefined): ConsiliumError {
  if (thrown instanceof ConsiliumError) return thrown;
  const { message, code } = thrown as { message?: string; code?: unknown };
  if (typeof code === 'number' && code <= -32_600)
    return new ConsiliumError('TOOL_FAILED', showable(String(message)).slice(0, 2000));
  const error = unavailable(server, 'the line to it broke or it gave no answer');
  const isUnheard = UNHEARD.has((thrown as { cause?: { code?: unknown } }).cause?.code);
  if (deed === undefined || isUnheard) return error;
  return new ConsiliumError(error.code, `${error.message} Whether it did "${deed}" is not known.`, {
    hint: 'Look there whether it was done before you ask again.',
  });
}

/** Nobody was there to be asked. */
const UNHEARD = new Set<unknown>(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

interface Offered {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: Record<string, unknown>;
  readonly annotations?: { readonly readOnlyHint?: boolean; readonly idempotentHint?: boolean };
}

type CallTool = (name: string, input: unknown, signal: AbortSignal, isSafe: boolean) => Promise<unknown>;

/** Those that a model can be shown, each name once; of the others, why not. */
function readTools(server: string, offered: readonly Offered[], call: CallTool): Listed {
  const tools = new Map<string, FunctionTool>();
  const leftOut: string[] = [];
  const leave = (name: string, why: string) =>
    leftOut.push(`Of ${server} the tool ${JSON.stringify(showable(name).slice(0, 40))} is left out: ${why}.`);
  for (const each of offered.slice(0, MOST_TOOLS)) {
    // Some servers sort their tools by dots and slashes, which models cannot say.
    const name = each.name.replace(/[./:]/g, '_');
    if (!CALLABLE.test(name)) leave(each.name, 'a model cannot call it by that name');
    else if (tools.has(name)) leave(each.name, 'there is another of that name');
    else if (JSON.stringify(each.inputSchema).length > LARGEST_SCHEMA)
      leave(each.name, 'what it takes is too long to read');
    else
      try {
        tools.set(name, toTool(name, each, call));
      } catch {
        leave(each.name, 'what it takes is not said in a JSON Schema that can be used');
      }
  }
  if (offered.length > MOST_TOOLS)
    leftOut.push(`${server} has ${offered.length} tools; the first ${MOST_TOOLS} are used.`);
  return { tools: [...tools.values()], leftOut: leftOut.slice(0, 50) };
}

function toTool(name: string, { name: there, description = '', inputSchema, annotations }: Offered, call: CallTool) {
  const isSafe = annotations?.readOnlyHint === true || annotations?.idempotentHint === true;
  return tool({
    ...{ name, description: showable(description).slice(0, LONGEST_DESCRIPTION), input: showing(inputSchema) },
    idempotent: isSafe,
    timeoutMs: CALL_MS + RETURN_MS,
    execute: (input: unknown, { signal }) => call(there, input, signal, isSafe),
  });
}

/** Values are held against it; the model is shown it as the server wrote it. */
function showing(json: Record<string, unknown>): Schema {
  const { version, vendor, validate } = readSchema(json)['~standard'];
  const shown = showableValue(json);
  return { '~standard': { version, vendor, validate, jsonSchema: { input: () => shown } } };
}

const ANYTHING: Schema = {
  '~standard': {
    ...{ version: 1, vendor: 'consilium', validate: (value: unknown) => ({ value }) },
    jsonSchema: { input: () => ({ type: 'object' }) },
  },
};

function textOf(content: unknown): string {
  const parts = Array.isArray(content) ? (content as { type?: string; text?: string }[]) : [];
  return parts.flatMap(({ type, text }) => (type === 'text' && text !== undefined ? text : [])).join('\n');
}
