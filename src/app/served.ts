/**
 * The agents of the house as other machines see them: every team, its root, and every agent whose YAML offers actions, by the
 * names of `roll.ts`. What is asked becomes a turn; action, parameters and context are the turn's `temp:` state,
 * and what the agent leaves in `temp:output` is the answer's data.
 */
import { readSchema } from '../a2a/schema.ts';
import { type Action, type Asked, askAction, type Call, namesOf, type ServedAgent } from '../a2a/served.ts';
import { ConsiliumError, mayUse, type Pending, type Principal, type Turn, toConsiliumError } from '../kernel/index.ts';
import type { Offer } from '../teams/index.ts';
import { principalOf, type Running, runTurn, sessionOf } from './agent-turn.ts';
import type { App } from './index.ts';
import { askedAgain, readReply } from './replies.ts';
import { callRoll, type Entry, entryOf, findOwner, makeRoll, type Roll } from './roll.ts';
import type { OpenTeam } from './team.ts';

export interface ServedAgents {
  /** By its id, or by a name that only one has; throws AGENT_AMBIGUOUS. */
  find(reference: string): Promise<ServedAgent | undefined>;
  list(): Promise<ServedAgent[]>;
  /** Who answers where nobody is named. */
  usual(): Promise<string>;
}

export interface ServedOptions {
  /** Only this agent (`Agent`, or `team/Agent`), whether it offers anything or not. */
  readonly only?: string | undefined;
  /** Of this team or folder of a team; without it, of the one that has it. */
  readonly team?: string | undefined;
  /** Is shown every turn that runs for another machine. */
  readonly onTurn?: ((agent: ServedAgent, turn: Turn, call: Call) => void) | undefined;
}

export const DEFAULT_VERSION = '1.0.0';

export function serveAgents(app: App, { only, team: folder, onTurn = () => {} }: ServedOptions = {}): ServedAgents {
  const served = new Map<string, Promise<ServedAgent>>();
  let roll: Promise<Roll> | undefined;
  /** As it was last called. */
  let called: Roll | undefined;

  /** Only what was asked in this conversation with this agent: a token for one agent answers for no other. */
  const findAsked = async (agent: ServedAgent, asked: Asked): Promise<Pending | undefined> => {
    const [found] = await app.home.store.pending({ id: asked.pending });
    if (found === undefined || namesOf(agent).some((name) => sessionOf(name, asked) === found.session)) return found;
    throw new ConsiliumError('PENDING_UNKNOWN', 'Nothing of that id was asked in this conversation.', {
      hint: 'Answer with the conversation_id, and to the agent, that the question came with.',
    });
  };

  const answer: Running['answer'] = async (agent, call, pending) => {
    const asked = await findAsked(agent, { ...call, pending });
    // Whatever a dead process said is on the log, or somebody else's word is.
    if (call.isAgain && asked?.status !== 'open') return { turn: await follow(agent, { ...call, pending }) };
    const reply = readReply(asked ?? {}, call.message);
    if (asked?.status === 'open' && reply === undefined) return { unclear: askedAgain(asked) };
    return { turn: (await app.answer(pending, reply ?? { kind: 'text', text: call.message }, principalOf(call))).turn };
  };

  const follow: Running['follow'] = async (agent, asked) => {
    if ((await findAsked(agent, asked)) === undefined)
      throw new ConsiliumError('CANCELLED', 'What was asked went away with its conversation.');
    return app.follow(asked.pending);
  };

  const withdraw: Running['withdraw'] = async (agent, asked, also) => {
    if ((await findAsked(agent, asked)) === undefined) return also();
    await app.cancel(asked.pending, principalOf(asked), also).catch((thrown: unknown) => {
      // Nobody can say yes to it any more, for whatever reason: nothing is left to take back.
      if (!ASKED_NO_MORE.has(toConsiliumError(thrown).code)) throw thrown;
      also();
    });
  };

  const lookAt: Running['lookAt'] = async (agent, asked) => (await findAsked(agent, asked))?.status ?? 'unknown';

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

  /** One as a service of its own. Looking for its team reads the disk: done once, not with every call. */
  let alone: Promise<OpenTeam> | undefined;
  const openAlone = () => {
    const [agent, owner] = only!.split('/').toReversed() as [string, string?];
    alone ??=
      folder !== undefined
        ? app.rootOrFolder(folder, agent)
        : (async () => app.root(owner ?? (await findOwner(app, agent)), agent))();
    alone.catch(() => {
      alone = undefined;
    });
    return alone;
  };
  const entries = async (): Promise<Entry[]> => {
    if (only === undefined) return callRoll(app);
    const [team, agent] = (await openAlone()).team.name.split('/') as [string, string];
    return [entryOf(team, agent)];
  };
  const renew = (): Promise<Roll> => {
    const next = entries().then((all) => {
      called = makeRoll(all);
      return called;
    });
    roll = next;
    next.catch(() => {
      if (roll === next) roll = undefined;
    });
    return next;
  };

  const build = async (entry: Entry): Promise<ServedAgent> => {
    const { team, agent } = entry;
    const whole = only === undefined ? await app.team(team) : undefined;
    const isTeam = whole !== undefined && (agent === undefined || agent === whole.team.root.name);
    const opened = isTeam ? whole : only === undefined ? await app.root(team, agent!) : await openAlone();
    const { team: loaded } = opened;
    const about = {
      description: loaded.description,
      examples: isTeam ? loaded.examples : [],
      offer: loaded.offers.get(isTeam ? loaded.root.name : agent!),
    };
    const open = async () => (isTeam ? app.team(team) : opened);
    const names = () => called?.namesOf(entry) ?? [entry.id];
    return describe(entry.id, names, about, {
      open,
      onTurn,
      answer,
      follow,
      withdraw,
      lookAt,
      note,
      scopes: Object.keys(loaded.scopes),
    });
  };
  const serve = (entry: Entry): Promise<ServedAgent> => {
    let there = served.get(entry.id);
    if (there === undefined) {
      there = build(entry);
      served.set(entry.id, there);
      there.catch(() => served.delete(entry.id));
    }
    return there;
  };
  const find: ServedAgents['find'] = async (reference) => {
    const known = called?.find(reference);
    if (known !== undefined) return serve(known);
    // A team goes by its name, whatever others are called: nobody has to be loaded to know that.
    const isTeam = only === undefined && (await app.listTeams()).some(({ name }) => name === reference);
    if (isTeam) return serve({ id: reference, team: reference, isListed: true });
    const calling = called === undefined ? roll : undefined;
    const entry = (await (calling ?? renew())).find(reference);
    return entry && serve(entry);
  };

  return {
    find: async (reference) => served.get(reference) ?? find(reference),
    usual: async () => only?.split('/').at(-1) ?? (await app.team()).team.name,
    list: async () => {
      const shown = (await renew()).entries.filter(({ isListed }) => isListed);
      const found = await Promise.all(shown.map((entry) => serve(entry).catch(() => undefined)));
      return found.filter((agent) => agent !== undefined);
    },
  };
}

interface About {
  readonly description: string;
  readonly examples: readonly string[];
  readonly offer: Offer | undefined;
}

/** `names`: by which it is meant now; who has the name alone can change as teams come. */
function describe(
  id: string,
  names: () => readonly string[],
  { description, examples, offer }: About,
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
    id,
    get name() {
      return names()[0]!;
    },
    get names() {
      return names();
    },
    description,
    examples,
    version: offer?.version ?? DEFAULT_VERSION,
    actions: new Map([askAction, ...actions].map((action) => [action.name, action])),
    isFor: ({ principal }) => running.scopes.every((scope) => mayUse(principal as Principal, scope)),
    note: (caller, noted) => running.note(id, caller, noted),
    sessionOf: (talk) => sessionOf(id, talk),
    withdraw(asked, also) {
      return running.withdraw(this, asked, also);
    },
    lookAt(asked) {
      return running.lookAt(this, asked);
    },
    run(call) {
      const repeatable = this.actions.get(call.action)?.idempotent ?? false;
      return runTurn(this, call, repeatable, running);
    },
  };
}

const ASKED_NO_MORE = new Set(['PENDING_UNKNOWN', 'PENDING_CANCELLED', 'ANSWER_TOO_LATE']);

/** A text from outside, no longer than ids are. */
function short(text: string | undefined): string | undefined {
  return text?.slice(0, 200);
}
