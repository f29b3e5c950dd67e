/**
 * An agent as it is offered to others: a name, a version, actions with parameters, and a way to run it. What it is made
 * of is the business of whoever offers it.
 */
import { ConsiliumError, checkValue, type Json, type Schema } from '../kernel/index.ts';
import type { Noted } from './noting.ts';
import type { Message, Part } from './protocol.ts';

export interface ServedAgent {
  /** By which it is kept, logged and counted: no other of the house has it. */
  readonly id: string;
  /** What it is called by others: the shortest that means it and nobody else. */
  readonly name: string;
  /** All that mean it and nobody else; absent: its id and its name. */
  readonly names?: readonly string[];
  readonly version: string;
  readonly description: string;
  readonly actions: ReadonlyMap<string, Action>;
  /** Messages to try it with. */
  readonly examples: readonly string[];
  /** Its parts come as they happen; failing is throwing. */
  run(call: Call): AsyncIterable<ServedPart>;
  /** It may answer a message with a message and no task: seen only when it has begun. */
  readonly answersDirectly?: boolean;
  /** The session that a conversation with it has in the house: what is kept of its tasks goes with that. */
  sessionOf?(talk: Omit<Asked, 'pending'>): string;
  /**
   * Takes back a question that it asked, for good: nobody's yes counts any more. `also`: written in the same transaction.
   * Throws ANSWERED_ALREADY. Absent: its questions end with their tasks.
   */
  withdraw?(asked: Asked, also: () => void): Promise<void>;
  /** How a question of its own stands, which others can settle too. Absent: only whoever called can. */
  lookAt?(asked: Asked): Promise<AskedState>;
  /** Whether this caller has what it asks of everybody; absent: it asks for nothing. */
  isFor?(caller: Caller): boolean;
  /** Is told who was refused at its door, and who looks at its tasks. */
  note?(caller: Caller, noted: Noted): void;
  /** Media types beside text and JSON that it reads. */
  readonly inputModes?: readonly string[];
}

/** A question, and the conversation that it was asked in. */
export interface Asked extends Pick<Call, 'caller' | 'user' | 'conversation'> {
  readonly pending: string;
}

/** `unknown`: it went away, with its conversation say. */
export type AskedState = 'open' | 'answered' | 'expired' | 'cancelled' | 'unknown';

export interface Action {
  readonly name: string;
  readonly description: string;
  readonly parameters: Schema<unknown>;
  /** As a caller may read it. */
  readonly jsonSchema: Record<string, unknown>;
  /** Whether doing it twice is doing it once. */
  readonly idempotent: boolean;
}

/** Who calls, as far as this room needs to know. */
export interface Caller {
  /** Tasks and conversations belong to it; the same when its token is renewed. */
  readonly owner: string;
  /** For logs and the audit trail. */
  readonly name: string;
  /** The user it acts for, proven; absent: it may name one. */
  readonly user?: string | undefined;
  /** `Agent` or `Agent:action`, each agent by a name or its id; null: all. */
  readonly agents: readonly string[] | null;
  /** What the door knows of them, carried through unseen. */
  readonly principal: unknown;
}

export interface Call {
  readonly caller: Caller;
  readonly action: string;
  readonly parameters: Record<string, Json>;
  /** What the agent is told in words. */
  readonly message: string;
  /** As it came, in A2A. */
  readonly source?: Message | undefined;
  readonly context: Record<string, Json>;
  readonly user?: string | undefined;
  readonly conversation: string;
  /** The same when the same request is sent again. */
  readonly key: string;
  /** Answers a question that the agent had asked. */
  readonly answers?: { readonly pending: string } | undefined;
  /** Wants what came of such a question, whoever settled it: nothing is said to the agent. */
  readonly follows?: { readonly pending: string } | undefined;
  /** A dead process may have begun it. */
  readonly isAgain?: boolean | undefined;
  /** When nobody waits any more, in ms since the epoch of this machine. */
  readonly deadline?: number | undefined;
  readonly trace?: string | undefined;
  readonly signal: AbortSignal;
  /** Whether words are wanted as they come. */
  readonly stream: boolean;
}

export type ServedPart =
  /** Words of its answer, in order. */
  | { readonly type: 'text'; readonly text: string }
  /** What was said so far does not stand: its words begin anew. */
  | { readonly type: 'retract' }
  /** How the answer came about. */
  | { readonly type: 'details'; readonly data: Record<string, Json> }
  /** Its answer as data: the envelope's output. */
  | { readonly type: 'data'; readonly data: Json }
  | {
      readonly type: 'artifact';
      readonly name: string;
      readonly part: Part;
      readonly append?: boolean;
      readonly last?: boolean;
    }
  | { readonly type: 'progress'; readonly message?: string | undefined }
  | { readonly type: 'input_required'; readonly pending: Pending }
  /** What it says at the end, beside what it made. */
  | { readonly type: 'closing'; readonly text: string }
  /** A reply instead of a task; the first and only part. */
  | { readonly type: 'message'; readonly text: string }
  | { readonly type: 'usage'; readonly modelCalls: number; readonly tokens: number };

export interface Pending {
  readonly id: string;
  readonly what: string;
  readonly why?: string | undefined;
  readonly effect?: string | undefined;
  readonly until?: number | undefined;
  readonly choices?: readonly string[] | undefined;
}

export const ASK = 'ask';

/** What every served agent can do: be asked. */
export const askAction: Action = {
  name: ASK,
  description: 'Answers a message in words.',
  parameters: messageSchema(),
  jsonSchema: {
    type: 'object',
    properties: { message: { type: 'string' } },
    required: ['message'],
  },
  idempotent: false,
};

function messageSchema(): Schema<unknown> {
  return {
    '~standard': {
      version: 1,
      vendor: 'consilium',
      validate: (value) => {
        const said = (value as { message?: unknown } | null)?.message;
        const fits = typeof said === 'string' && said.trim() !== '';
        return fits ? { value } : { issues: [{ message: 'must be a text that is not empty', path: ['message'] }] };
      },
    },
  };
}

/** The action by this name, if the agent has it, this caller may use it, and the parameters fit. */
export async function admitAction(
  agent: ServedAgent,
  name: string,
  parameters: Record<string, Json>,
  caller: Caller,
): Promise<Action> {
  requireAgent(caller, agent, name);
  const action = agent.actions.get(name);
  if (action === undefined)
    throw new ConsiliumError('ACTION_UNKNOWN', `${agent.name} has no action ${JSON.stringify(name.slice(0, 60))}.`, {
      hint: `It has ${[...agent.actions.keys()].join(', ')}.`,
      details: { actions: [...agent.actions.keys()] },
    });
  requireDeclared(agent, action, parameters);
  const checked = await checkValue(action.parameters, parameters);
  if (!checked.ok)
    throw new ConsiliumError('PARAMETERS_INVALID', `The parameters of ${name} do not fit: ${checked.problem}`, {
      hint: `The agent card of ${agent.name} says what ${name} takes.`,
    });
  return action;
}

/** What every action may be given beside its own: words, and whose record it is about. */
const EVERYWHERE = new Set(['message', 'patient_id']);

/**
 * Who sends what an action does not take has meant something by it, and would not be told that it was passed over. An action
 * that declares no parameters, or `additionalProperties`, says itself what it makes of others; `ask` hands them on.
 */
function requireDeclared(agent: ServedAgent, { name, jsonSchema }: Action, given: Record<string, Json>): void {
  const { properties, additionalProperties, patternProperties } = jsonSchema;
  const isOpen = additionalProperties !== undefined || patternProperties !== undefined;
  if (name === ASK || typeof properties !== 'object' || properties === null || isOpen) return;
  const foreign = Object.keys(given).filter((key) => !Object.hasOwn(properties, key) && !EVERYWHERE.has(key));
  if (foreign.length === 0) return;
  const names = foreign.slice(0, 5).map((key) => JSON.stringify(key.slice(0, 60)));
  throw new ConsiliumError('PARAMETERS_INVALID', `${name} of ${agent.name} does not take ${names.join(', ')}.`, {
    hint: `It takes ${Object.keys(properties).join(', ') || 'none'}.`,
  });
}

export function namesOf({ id, name, names = [name, id] }: ServedAgent): readonly string[] {
  return names;
}

export function mayCall({ agents }: Caller, agent: ServedAgent, action: string): boolean {
  return (
    agents === null || namesOf(agent).some((name) => agents.includes(name) || agents.includes(`${name}:${action}`))
  );
}

export function requireAgent(caller: Caller, agent: ServedAgent, action: string): void {
  if (mayCall(caller, agent, action)) return;
  const { name, id } = agent;
  const agents = (caller.agents ?? []).map((allowed) => allowed.split(':')[0]!);
  const reached = namesOf(agent).some((each) => agents.includes(each));
  // A name that others have too allows none of them: which one was meant, nobody can say.
  const alone = id.split('/').at(-1)!;
  const shared =
    alone !== name && agents.includes(alone) ? ` It is for ${alone}, and several agents have that name.` : '';
  const hint = `Ask for a token with --agent ${name}${reached ? `:${action}` : ''}.${shared}`;
  if (reached)
    throw new ConsiliumError('ACTION_FORBIDDEN', `This token does not allow ${action} of ${name}.`, { hint });
  throw new ConsiliumError('AGENT_FORBIDDEN', `This token does not allow the agent ${name}.`, { hint });
}

/** Whoever may ask an agent for anything may answer what it asks. */
export function requireReach(caller: Caller, agent: ServedAgent): void {
  if (![...agent.actions.keys()].some((action) => mayCall(caller, agent, action))) requireAgent(caller, agent, ASK);
}

/** An agent speaks the versions of its own major number up to its own. */
export function requireVersion(agent: ServedAgent, asked: string | undefined): void {
  if (asked === undefined) return;
  const [wanted, served] = [numbersOf(asked), numbersOf(agent.version)];
  const fits = wanted !== undefined && served !== undefined && wanted[0] === served[0] && !isAbove(wanted, served);
  if (fits) return;
  throw new ConsiliumError(
    'VERSION_UNSUPPORTED',
    asked.trim() === ''
      ? `agent_version is empty: that is no version. ${agent.name} is served in ${agent.version}.`
      : `${agent.name} is served in version ${agent.version}, not in ${asked.slice(0, 40)}.`,
    { hint: `Ask for ${agent.version}, or leave agent_version out.`, details: { version: agent.version } },
  );
}

function numbersOf(version: string): number[] | undefined {
  return /^\d{1,6}(\.\d{1,6}){0,2}$/.test(version) ? version.split('.').map(Number) : undefined;
}

function isAbove(a: readonly number[], b: readonly number[]): boolean {
  for (let at = 0; at < 3; at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
