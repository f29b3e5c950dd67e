/**
 * The general policy: what an agent without an `offline.ts` does when no model is there. It passes a message on or calls
 * a tool where the fit is plain, repeats what tools returned, and for the rest says that it needs a model. Pure: it
 * touches nothing but the turn it is given.
 */
import type { Json } from '../../kernel/event.ts';
import { TRANSFER_TOOL } from '../../kernel/tree.ts';
import type { OfflinePolicy, OfflineResult, OfflineStep, OfflineTool, OfflineTurn } from '../policy.ts';
import { modelRequired } from '../refusal.ts';
import { type Choice, rankByFit } from './fit.ts';
import { fillInput } from './input.ts';
import { fits, readShape } from './shape.ts';
import { tellResults, toWords } from './wording.ts';

export const generalPolicy: OfflinePolicy = (turn) => {
  const returned = turn.results.filter(({ tool }) => tool !== TRANSFER_TOOL);
  if (turn.schema !== undefined) return makeObject(turn, turn.schema, returned);
  if (returned.length > 0) return { say: tellResults(returned) };
  return passOn(turn) ?? refuse();
};

/** An object is given only where a tool returned one that fits, or the message states every field of it. */
function makeObject(turn: OfflineTurn, schema: Json, returned: readonly OfflineResult[]): OfflineStep {
  const fitting = returned.findLast(({ output, error }) => error === undefined && fits(schema, output));
  if (fitting !== undefined) return { object: fitting.output };
  const filled = fillInput(schema, { message: turn.message, taker: '', now: dateOf(turn), mode: 'evidence' });
  if ('input' in filled && Object.keys(filled.input).length > 0 && fits(schema, filled.input))
    return { object: filled.input };
  return (returned.length === 0 ? passOn(turn) : undefined) ?? refuse();
}

function dateOf({ context: { clock } }: OfflineTurn): Date {
  return new Date(clock.now());
}

function refuse(): never {
  throw modelRequired();
}

type Option = Choice & { tool?: OfflineTool; self?: true };

/** Calls the tool or transfers to the agent that fits best; asks back where a tool fits but lacks something. */
function passOn(turn: OfflineTurn): OfflineStep | undefined {
  let question: OfflineStep | undefined;
  for (const { name, description, takes, tool } of rankOptions(turn)) {
    if (tool === undefined) return question ?? { transfer: name };
    const taker = `${name} ${description} ${takes}`;
    const filled = fillInput(tool.schema, { message: turn.message, taker, now: dateOf(turn), mode: 'request' });
    if ('input' in filled) return { call: name, input: filled.input };
    question ??= { say: askFor(tool, filled.missing) };
  }
  return question;
}

/**
 * A child is chosen on its own fit. Anybody else (the parent, a peer) must fit better than the agent itself, so that
 * two agents do not hand a message back and forth.
 */
function rankOptions(turn: OfflineTurn): Option[] {
  const { agent } = turn.context;
  const options: Option[] = [
    ...turn.tools.map((tool) => ({ name: tool.name, description: tool.description, takes: wordsOfSchema(tool), tool })),
    ...turn.targets.filter(({ name }) => !wasRefused(turn, name)),
    { name: agent.name, description: agent.description, self: true },
  ];
  const ranked = rankByFit(turn.message, options);
  const own = ranked.find(({ choice }) => choice.self)?.score ?? 0;
  const children = new Set(agent.subAgents.map(({ name }) => name));
  return ranked
    .filter(
      ({ choice, score }) => !choice.self && (choice.tool !== undefined || children.has(choice.name) || score > own),
    )
    .map(({ choice }) => choice);
}

function wasRefused(turn: OfflineTurn, name: string): boolean {
  return turn.results.some(
    ({ tool, input, error }) =>
      tool === TRANSFER_TOOL && error !== undefined && (input as { agent_name?: Json } | null)?.agent_name === name,
  );
}

function wordsOfSchema({ schema }: OfflineTool): string {
  return Object.entries(readShape(schema).properties ?? {})
    .map(([name, field]) => `${name} ${field.description ?? ''}`)
    .join(' ');
}

function askFor({ schema }: OfflineTool, missing: readonly string[]): string {
  const fields = missing.map((name) => {
    const { description, enum: options } = readShape(readShape(schema).properties?.[name], schema);
    const about = options === undefined ? description : `one of ${options.join(', ')}`;
    return `the ${toWords(name)}${about ? ` (${about.replace(/\.$/, '')})` : ''}`;
  });
  return `I need one more thing for that: ${fields.join(', and ')}.`;
}
