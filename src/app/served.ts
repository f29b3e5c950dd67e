/**
 * The agents of the house as other machines see them: every team by its name and by that of its root, and every agent
 * whose YAML offers actions. What is asked becomes a turn; action, parameters and context are the turn's `temp:` state,
 * and what the agent leaves in `temp:output` is the answer's data.
 */
import { readSchema } from '../a2a/schema.ts';
import { type Action, askAction, type Call, type ServedAgent } from '../a2a/served.ts';
import { ConsiliumError, mayUse, type Principal, type Turn } from '../kernel/index.ts';
import type { Offer } from '../teams/index.ts';
import { principalOf, type Running, runTurn, sessionOf } from './agent-turn.ts';
import type { App } from './index.ts';
import { askedAgain, readReply } from './replies.ts';

export interface ServedAgents {
  find(name: string): Promise<ServedAgent | undefined>;
  list(): Promise<ServedAgent[]>;
  /** Who answers where nobody is named. */
  usual(): Promise<string>;
}

export interface ServedOptions {
  /** Only this agent, whether it offers anything or not. */
  readonly only?: string | undefined;
  /** Of this team or folder of a team; without it, of the first that has it. */
  readonly team?: string | undefined;
  /** Is shown every turn that runs for another machine. */
  readonly onTurn?: ((team: string, turn: Turn, call: Call) => void) | undefined;
}

export const DEFAULT_VERSION = '1.0.0';

export function serveAgents(app: App, { only, team: folder, onTurn = () => {} }: ServedOptions = {}): ServedAgents {
  const known = new Map<string, Promise<ServedAgent | undefined>>();

  /** Only what was asked in this conversation with this agent: a token for one agent answers for no other. */
  const answer: Running['answer'] = async (agent, call, pending) => {
    const [asked] = await app.home.store.pending({ id: pending });
    if (asked !== undefined && asked.session !== sessionOf(agent, call))
      throw new ConsiliumError('PENDING_UNKNOWN', 'Nothing of that id was asked in this conversation.', {
        hint: 'Answer with the conversation_id, and to the agent, that the question came with.',
      });
    const reply = readReply(asked ?? {}, call.message);
    if (asked?.status === 'open' && reply === undefined) return { unclear: askedAgain(asked) };
    return { turn: (await app.answer(pending, reply ?? { kind: 'text', text: call.message }, principalOf(call))).turn };
  };

  const note: Running['note'] = (agent, caller, { deed, object, patient: patientId, refusal }) => {
    const row = {
      actor: 'a2a',
      principal: caller.principal as Principal,
      patientId: short(patientId),
      object: short(object),
    };
    if (refusal === undefined) app.home.audit.write({ ...row, action: deed, why: `agent ${agent}` });
    else app.home.audit.deny({ ...row, action: `${deed}:${agent}` }, refusal);
  };

  const build = async (name: string): Promise<ServedAgent | undefined> => {
    if (only !== undefined) return name === only ? serveOne(folder ?? (await findOwner(app, name)), name) : undefined;
    const teams = await app.listTeams();
    if (teams.some((team) => team.name === name)) return serveTeam(name, name);
    // Side by side: whoever takes long to load keeps nobody else from being found.
    const loaded = await Promise.allSettled(teams.map((team) => app.team(team.name)));
    for (const [at, each] of loaded.entries()) {
      if (each.status === 'rejected') continue;
      const { root, offers } = each.value.team;
      if (root.name === name) return serveTeam(teams[at]!.name, name);
      if (offers.has(name)) return serveOne(teams[at]!.name, name);
    }
    return undefined;
  };
  const serveTeam = async (team: string, name: string) => {
    const { team: loaded } = await app.team(team);
    const offer = loaded.offers.get(loaded.root.name);
    return describe(name, loaded.description, loaded.examples, offer, {
      ...{ open: () => app.team(team), onTurn, answer, note, scopes: Object.keys(loaded.scopes) },
    });
  };
  const serveOne = async (team: string, name: string) => {
    // Looking for a team reads the disk: done once, not with every call.
    const opened = folder === undefined ? app.root(team, name) : app.rootOrFolder(folder, name);
    const open = () => opened;
    const { team: loaded } = await opened;
    return describe(name, loaded.description, [], loaded.offers.get(name), {
      ...{ open, onTurn, answer, note, scopes: Object.keys(loaded.scopes) },
    });
  };
  const find = (name: string) => {
    let there = known.get(name);
    if (there === undefined) {
      there = build(name);
      known.set(name, there);
      there.then(
        (found) => found === undefined && known.delete(name),
        () => known.delete(name),
      );
    }
    return there;
  };

  return {
    find,
    usual: async () => only ?? (await app.team()).team.name,
    list: async () => {
      const names = only === undefined ? await offeredNames(app) : [only];
      const found = await Promise.all(names.map((name) => find(name).catch(() => undefined)));
      return found.filter((agent) => agent !== undefined);
    },
  };
}

async function offeredNames(app: App): Promise<string[]> {
  const teams = (await app.listTeams()).map(({ name }) => name);
  const loaded = await Promise.allSettled(teams.map((name) => app.team(name)));
  const offers = loaded.flatMap((each) => (each.status === 'fulfilled' ? [...each.value.team.offers.keys()] : []));
  return [...new Set([...teams, ...offers])];
}

/** The team that an agent belongs to. */
async function findOwner(app: App, agent: string): Promise<string> {
  const names = (await app.listTeams()).map(({ name }) => name);
  for (const name of names) {
    const { team } = await app.team(name).catch(() => ({ team: undefined }));
    if (team?.agents.includes(agent)) return name;
  }
  throw new ConsiliumError('AGENT_UNKNOWN', `No team has an agent ${agent}.`, {
    hint: `Teams: ${names.join(', ')}; consilium team list shows them.`,
  });
}

function describe(
  name: string,
  description: string,
  examples: readonly string[],
  offer: Offer | undefined,
  running: Running,
): ServedAgent {
  const actions = Object.entries(offer?.actions ?? {}).map(([key, given]): Action => {
    const jsonSchema = { type: 'object', ...given.parameters };
    const parameters = readSchema(given.parameters ?? {});
    return {
      name: key,
      description: given.description ?? key,
      parameters,
      jsonSchema,
      idempotent: given.idempotent ?? false,
    };
  });
  return {
    name,
    description,
    examples,
    version: offer?.version ?? DEFAULT_VERSION,
    actions: new Map([askAction, ...actions].map((action) => [action.name, action])),
    isFor: ({ principal }) => running.scopes.every((scope) => mayUse(principal as Principal, scope)),
    note: (caller, noted) => running.note(name, caller, noted),
    run(call) {
      const repeatable = this.actions.get(call.action)?.idempotent ?? false;
      return runTurn(this, call, repeatable, running);
    },
  };
}

/** A text from outside, no longer than ids are. */
function short(text: string | undefined): string | undefined {
  return text?.slice(0, 200);
}
