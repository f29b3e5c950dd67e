/**
 * The tools of MCP servers in a team. A server is somebody else's program: it may be away, hang or offer nonsense, and then
 * the team is without those tools, says so, and does everything else.
 */
import type { AfterTool, BeforeAgent } from '../kernel/context.ts';
import { ConsiliumError, fromShape } from '../kernel/errors.ts';
import type { Json } from '../kernel/event.ts';
import type { FunctionTool, Tool } from '../kernel/tool.ts';
import { TRANSFER_TOOL } from '../kernel/tree.ts';
import type { McpConfig, ToolConfig } from './config.ts';
import { suggest } from './nearest.ts';
import type { Path } from './source.ts';

/** What a server offers now. */
export interface McpOffer {
  /** As a person calls it, without what is nobody's business in its address. */
  readonly server: string;
  readonly tools: readonly Tool[];
  /** Why it could not be asked. */
  readonly problem?: ConsiliumError | undefined;
  /** Of its tools, those that cannot be used, each in a sentence. */
  readonly leftOut: readonly string[];
  /** A tool of this name, as far as the server is there and has it when it is called. */
  standIn(name: string): Tool;
}

/** By the place in the YAML that names the server. */
export type McpOffers = ReadonlyMap<McpConfig, McpOffer>;

/** A server whose tools an agent is without. */
export interface Lack {
  readonly agent: string;
  readonly server: string;
  readonly config: McpConfig;
  readonly problem: ConsiliumError;
}

export type Warn = (path: Path, rule: string, message: string) => void;

/** The server's tools that the YAML asks for. Of one that is away, those that are asked for by name stand in. */
export function resolveMcp(
  offer: McpOffer,
  { only }: Extract<ToolConfig, { mcp: McpConfig }>,
  path: Path,
  warn: Warn,
): Tool[] {
  for (const sentence of offer.leftOut) warn([...path, 'mcp'], 'mcp', sentence);
  if (offer.problem !== undefined) {
    warn([...path, 'mcp'], 'mcp', offer.problem.message);
    return (only ?? []).map((name) => standingIn(offer, name));
  }
  const known = offer.tools.map(({ name }) => name);
  for (const [index, name] of (only ?? []).entries())
    if (!known.includes(name))
      warn(
        [...path, 'only', index],
        'unknown_tool',
        `The server has no tool "${name}".${suggest(name, known, 'It has')}`,
      );
  return offer.tools.filter(({ name }) => only?.includes(name) ?? true);
}

/** A tool of a server that was away: once it has answered, nobody is told that its tools cannot be had. */
export function standingIn(offer: McpOffer, name: string): Tool {
  const tool = offer.standIn(name);
  if (tool.kind !== 'function') return tool;
  const execute: FunctionTool['execute'] = async (input, context) => {
    const output = await tool.execute(input, context);
    const told = context.state.get(MISSING);
    if (Array.isArray(told))
      context.state.set(
        MISSING,
        told.filter((each) => each !== withoutIt(offer.server)),
      );
    return output;
  };
  return { ...tool, execute };
}

/** A name is whose it was first; the team's own go before those of servers. */
export function withoutDoubles(tools: readonly Tool[], own: Iterable<string>, warn: (message: string) => void): Tool[] {
  const taken = new Set([...own, TRANSFER_TOOL]);
  return tools.filter(({ name }) => {
    if (taken.has(name)) warn(`A second tool "${name}" is left out: it comes from an MCP server.`);
    return !taken.has(name) && taken.add(name);
  });
}

const UNAVAILABLE = 'MCP_UNAVAILABLE';
const MISSING = 'temp:missing';

/** Said with the answer, and to the model, where an agent acts without some of its tools. */
export function tellLack(servers: readonly string[]): BeforeAgent {
  return ({ state }) => addMissing(state, servers.map(withoutIt));
}

export function lackInWords(servers: readonly string[]): string {
  const names = servers.join(', ').replace(/[{}]/g, '');
  return `\n\nThe tools of ${names} cannot be had at the moment. Where one of them would be needed, say so; do not act as if it had been used.`;
}

/** Who asks for an action gets it whole or not at all; who asks in words is told what was missing. */
export const heedOutage: AfterTool = ({ state }, { tool }, output) => {
  if (output.kind !== 'error' || output.error.code !== UNAVAILABLE) return undefined;
  const action = state.get('temp:action');
  if (typeof action === 'string' && action !== 'ask') {
    const { message, hint } = fromShape(output.error);
    throw new ConsiliumError(UNAVAILABLE, `"${action}" needs ${tool}. ${message}`, {
      retryable: true,
      ...(hint && { hint }),
    });
  }
  addMissing(state, [`${tool} could not be used (${UNAVAILABLE}); what is said is without it.`]);
  return undefined;
};

function withoutIt(server: string): string {
  return `The tools of ${server} cannot be had at the moment; what is said is without them.`;
}

interface Notes {
  get(key: string): Json | undefined;
  set(key: string, value: Json): void;
}

function addMissing(state: Notes, sentences: readonly string[]): void {
  const known = state.get(MISSING);
  const told = Array.isArray(known) ? known : [];
  state.set(MISSING, [...new Set([...told, ...sentences])]);
}
