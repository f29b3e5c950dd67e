/** An MCP server from the calling side: its tools as tools of ours. A line that broke is opened anew with the next call. */
import type { Client } from '@modelcontextprotocol/client';
import { ConsiliumError, type FunctionTool, type Schema, type Tool, tool } from '../kernel/index.ts';
import type { McpConfig } from '../teams/index.ts';
import { readSchema } from './schema.ts';

export interface McpServer {
  /** What it offers now. */
  tools(): Promise<readonly Tool[]>;
  close(): Promise<void>;
}

type Env = Readonly<Record<string, string | undefined>>;

const TIMEOUT_MS = 30_000;

export function openMcpServer(config: McpConfig, env: Env): McpServer {
  let opening: Promise<Client> | undefined;
  const connect = (): Promise<Client> => {
    opening ??= open(config, env, () => {
      opening = undefined;
    });
    opening.catch(() => {
      opening = undefined;
    });
    return opening;
  };
  const call = async (name: string, input: unknown, signal: AbortSignal): Promise<unknown> => {
    const client = await connect();
    const options = { signal, timeout: TIMEOUT_MS };
    const answer = await client.callTool({ name, arguments: input as Record<string, unknown> }, options);
    const text = textOf(answer.content);
    if (answer.isError) throw new ConsiliumError('TOOL_FAILED', text.slice(0, 2000) || `${name} failed.`);
    return answer.structuredContent ?? text;
  };
  return {
    tools: async () => {
      const { tools } = await (await connect()).listTools();
      return tools.map(({ name, description = '', inputSchema, annotations }): FunctionTool => {
        const isSafe = annotations?.readOnlyHint === true || annotations?.idempotentHint === true;
        return tool({
          ...{ name, description, input: showing(inputSchema), idempotent: isSafe, timeoutMs: TIMEOUT_MS },
          execute: (input, { signal }) => call(name, input, signal),
        });
      });
    },
    close: async () => (await opening?.catch(() => undefined))?.close(),
  };
}

async function open(config: McpConfig, env: Env, onClose: () => void): Promise<Client> {
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const client = new Client({ name: 'consilium', version: '1' });
  client.onclose = onClose;
  try {
    if ('command' in config) {
      const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
      const { command, args = [], env: own = {} } = config;
      const known = Object.fromEntries(Object.entries(own).map(([key, value]) => [key, expand(value, env)]));
      await client.connect(
        new StdioClientTransport({ command, args, env: { PATH: env['PATH'] ?? '', ...known }, stderr: 'ignore' }),
      );
      return client;
    }
    const token = config.auth_token === undefined ? undefined : expand(config.auth_token, env);
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const url = new URL(expand(config.url, env));
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    return client;
  } catch (thrown) {
    if (thrown instanceof ConsiliumError) throw thrown;
    const where = 'command' in config ? config.command : config.url;
    throw new ConsiliumError(
      'MCP_UNAVAILABLE',
      `The MCP server ${where} cannot be asked: ${(thrown as Error).message}`,
      {
        retryable: true,
        hint: 'Check that it runs, and its address or command in the YAML.',
      },
    );
  }
}

function expand(text: string, env: Env): string {
  return text.replace(/\$\{([A-Za-z_]\w*)\}/g, (_, key: string) => {
    const value = env[key];
    if (value) return value;
    throw new ConsiliumError('MCP_CONFIG', `${key} is not set.`, { hint: `Set ${key} in the environment.` });
  });
}

/** Values are held against it; the model is shown it as the server wrote it. */
function showing(json: Record<string, unknown>): Schema {
  const { version, vendor, validate } = readSchema(json)['~standard'];
  return { '~standard': { version, vendor, validate, jsonSchema: { input: () => json } } };
}

function textOf(content: unknown): string {
  const parts = Array.isArray(content) ? (content as { type?: string; text?: string }[]) : [];
  return parts.flatMap(({ type, text }) => (type === 'text' && text !== undefined ? text : [])).join('\n');
}
