/**
 * The desk: which research agents there are, how they are put to work, and what becomes of what they report. Agents
 * speak to it only; the interaction agent alone speaks to people.
 */
import {
  type Agent,
  type Clock,
  ConsiliumError,
  fromShape,
  type Json,
  type Log,
  newId,
  type PendingView,
  type Principal,
  type Runner,
  toConsiliumError,
} from '../kernel/index.ts';
import type { Letter, Mail } from '../mail/index.ts';
import { slugOf, type Workspace, type Workspaces } from '../memory/index.ts';
import type { Search } from '../search/index.ts';
import type { Env } from '../sources/index.ts';
import { describeTrigger, type Occasion, type Trigger, type Triggers } from '../triggers/index.ts';
import { Feed } from './feed.ts';
import { FITS, fitOf } from './fit.ts';
import type { AgentRow, FeedRow, Records } from './records.ts';
import { purposeOf, type Requirements, readRequirements, requirementsSchema } from './request.ts';
import { RESEARCH_FOLDERS, type Study } from './study.ts';
import { topicOf } from './topic.ts';

declare module '../kernel/context.ts' {
  interface Services {
    readonly research?: Desk;
  }
}

export interface DeskOptions {
  readonly records: Records;
  readonly clock: Clock;
  readonly env: Env;
  readonly log: Log;
  readonly search: Search;
  readonly triggers: Triggers;
  readonly mail: Mail;
  readonly workspaces: Workspaces;
  /** What a research agent is made of. */
  makeAgent(agent: AgentRow): Agent;
  /** A runner for an agent that was made here. */
  runner(app: string, root: Agent): Promise<Runner>;
  /** Puts what was surfaced into a conversation that it concerns, as an event there. */
  announce(session: string, row: FeedRow): Promise<void>;
  /** The interaction agent, for what comes in while nobody talks to it. */
  interaction(): Promise<Runner>;
}

export interface NewAgent {
  readonly name: string;
  readonly description: string;
  /** What it is to do; its requirements are read from it. */
  readonly message?: string | undefined;
}

export interface DeskReply {
  readonly response: string;
  readonly citations: readonly Json[];
  /** What the agent waits for, if it does. */
  readonly pending?: PendingView | undefined;
}

const APP = 'research:';
const LONGEST_NAME = 120;
const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} '’.,:;&()+/–-]*$/u;

export class Desk {
  readonly triggers: Triggers;
  readonly mail: Mail;
  readonly feed: Feed;
  readonly #options: DeskOptions;
  readonly #records: Records;
  readonly #runners = new Map<string, Promise<Runner>>();

  constructor(options: DeskOptions) {
    this.#options = options;
    this.#records = options.records;
    this.triggers = options.triggers;
    this.mail = options.mail;
    this.feed = new Feed({ ...options, records: this.#records });
    options.triggers.handle('research', (occasion) => this.#fire(occasion));
    options.mail.onReply((letter) => this.#takeReply(letter));
  }

  get zone(): string {
    return this.#options.env['TZ'] ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  }

  agents(owner: string): AgentRow[] {
    return this.#records.agents(owner);
  }

  /** By id, or by name or folder. Throws AGENT_UNKNOWN, also for what belongs to somebody else. */
  agent(id: string, owner: string): AgentRow {
    const found = this.#records.agent(id) ?? this.#records.agentBySlug(owner, slugOf(id)) ?? this.#byName(id, owner);
    if (found === undefined || found.owner !== owner)
      throw new ConsiliumError('AGENT_UNKNOWN', `There is no research agent ${id.slice(0, 60)}.`, {
        hint: 'consilium agents lists them.',
      });
    return found;
  }

  /** The agent that already works on this, under whatever name. */
  findFitting(text: string, owner: string): AgentRow | undefined {
    const topic = topicOf(text);
    const scored = this.agents(owner).map((agent) => ({ agent, fit: fitOf(topic, topicOfAgent(agent)) }));
    const [best] = scored.toSorted((a, b) => b.fit - a.fit);
    return best !== undefined && best.fit >= FITS ? best.agent : undefined;
  }

  /** Throws AGENT_EXISTS (with its id) if one has this name or works on the same thing. */
  async createAgent(given: NewAgent, owner: string): Promise<AgentRow> {
    const name = given.name.replace(/\s+/g, ' ').trim();
    if (name.length > LONGEST_NAME || !NAME.test(name))
      throw new ConsiliumError(
        'AGENT_NAME',
        `An agent has a name of 1 to ${LONGEST_NAME} characters: words and numbers.`,
        {
          hint: 'Like "Duchenne MD Research".',
        },
      );
    const slug = slugOf(name);
    const fitting = this.#records.agentBySlug(owner, slug) ?? this.findFitting(name, owner);
    if (fitting !== undefined) throw exists(fitting);
    const folder = owner === 'local' ? slug : `${slugOf(owner)}__${slug}`;
    const now = this.#options.clock.now();
    const agent: AgentRow = {
      ...{ id: newId(), owner, name, slug, description: given.description.trim().slice(0, 2000) },
      workspacePath: `/memory/research_agents/${folder}`,
      requirements: (await this.#readRequirements(given.message ?? given.description)) as unknown as Json,
      ...{ status: 'idle', created: now, lastActive: now },
    };
    if (!this.#records.addAgent(agent)) throw exists(this.#records.agentBySlug(owner, slug) ?? agent);
    await this.workspace(agent);
    return agent;
  }

  /**
   * Ends an agent: its triggers, its memory and its files with every version. What it surfaced stays in the feed, and
   * what was said in the conversation. Throws AGENT_BUSY while it works.
   */
  async removeAgent(id: string, owner: string): Promise<{ agent: AgentRow; triggers: number }> {
    const agent = this.agent(id, owner);
    const running = await this.triggers.list({ room: 'research', agent: agent.id, status: 'pending' });
    if (agent.status === 'working' || agent.status === 'waiting')
      throw new ConsiliumError('AGENT_BUSY', `${agent.name} is ${agent.status}: it cannot be deleted now.`, {
        hint: 'Wait until it is done, or answer what it waits for.',
      });
    for (const trigger of running) await this.triggers.cancel(trigger.id, 'its agent was deleted');
    await this.#options.workspaces.remove(folderOf(agent), owner);
    this.#records.removeAgent(agent.id);
    this.#runners.delete(agent.id);
    return { agent, triggers: running.length };
  }

  workspace(agent: AgentRow): Promise<Workspace> {
    return this.#options.workspaces.open(folderOf(agent), RESEARCH_FOLDERS);
  }

  /** The agent's present work, as its tools need it. */
  async study(agent: AgentRow, signal?: AbortSignal): Promise<Study> {
    const { search, env, clock } = this.#options;
    return {
      ...{ workspace: await this.workspace(agent), name: agent.name, description: agent.description },
      requirements: this.requirements(agent),
      libraries: { search, env, clock, cache: this.#records.cache },
      actor: agent.slug,
      signal,
    };
  }

  /** What the agent is to find now: what it was made for, with what the last question asked. */
  requirements(agent: AgentRow): Requirements {
    const { once, ...standing } = requirementsSchema.parse(agent.requirements);
    if (once === undefined) return standing;
    const { population = standing.population, threshold } = once;
    return { ...standing, ...(population && { population }), threshold: { ...standing.threshold, ...threshold } };
  }

  memory(agent: AgentRow) {
    return this.#records.agentMemory(agent.id);
  }

  conversation(owner: string) {
    return this.#records.conversation(owner);
  }

  rememberTalk(owner: string, entries: readonly Json[]): void {
    this.#records.rememberTalk(owner, entries);
  }

  /** Who was asked last in a conversation. */
  lastAsked(session: string, owner: string): AgentRow | undefined {
    const asked = this.#records
      .asks(owner)
      .filter((ask) => ask.session === session)
      .toSorted((a, b) => b.at - a.at);
    return asked.map(({ agent }) => this.#records.agent(agent)).find((agent) => agent?.owner === owner);
  }

  noteAsk(owner: string, ask: { session: string; question: string; agent: string }): void {
    this.#records.addAsk(owner, { ...ask, question: ask.question.slice(0, 1000), at: this.#options.clock.now() });
  }

  /** Puts a message to an agent and waits for its answer, however long it works. */
  async message(id: string, text: string, given: MessageOptions): Promise<DeskReply> {
    const agent = this.agent(id, given.principal.user);
    await this.#takeRequirements(agent, text, given.principal.how === 'trigger');
    const runner = await this.#runnerFor(agent.id);
    const { clock } = this.#options;
    this.#records.setStatus(agent.id, 'working', clock.now());
    try {
      const { principal, key, signal } = given;
      const result = await runner.ask({ message: text, principal, session: sessionOf(agent.id), key, signal });
      this.#records.setStatus(agent.id, result.outcome === 'waiting' ? 'waiting' : 'idle', clock.now());
      if (result.outcome === 'failed' || result.outcome === 'cancelled')
        throw fromShape(result.error ?? new ConsiliumError('AGENT_STOPPED', `${agent.name} was stopped.`).toJSON());
      const citations = Array.isArray(result.notes['citations']) ? result.notes['citations'] : [];
      this.#remember(agent, text, result.text, result.notes['files']);
      return { response: result.text, citations, pending: result.pending };
    } catch (thrown) {
      this.#records.setStatus(agent.id, 'failed', clock.now());
      throw thrown;
    }
  }

  /** The agent found something worth its roster line. */
  noteFinding(agent: AgentRow, headline: string): void {
    this.#records.setFinding(agent.id, headline.replace(/\*\*|\[\^\d+\]/g, '').slice(0, 400));
  }

  /** Makes a trigger of an agent, unless it has the same one already. */
  async schedule(agent: AgentRow, schedule: string, instruction: string, zone?: string): Promise<Trigger> {
    const pending = await this.triggers.list({ room: 'research', agent: agent.id, status: 'pending' });
    const same = pending.find(
      (trigger) => trigger.schedule === schedule.trim() && trigger.instruction === instruction.trim(),
    );
    if (same !== undefined) return same;
    const wish = { room: 'research', owner: agent.owner, agent: agent.id, schedule, instruction };
    return this.triggers.create({ ...wish, zone: zone ?? this.zone });
  }

  async watching(agent: AgentRow): Promise<string[]> {
    const pending = await this.triggers.list({ room: 'research', agent: agent.id, status: 'pending' });
    return pending.map(
      (trigger) => `${trigger.instruction.replace(/\s+/g, ' ').slice(0, 160)} (${describeTrigger(trigger)})`,
    );
  }

  /** The runner of a research agent, by the name under which its sessions are kept. */
  async runnerOf(app: string): Promise<Runner | undefined> {
    const id = app.startsWith(APP) ? app.slice(APP.length) : undefined;
    return id === undefined || this.#records.agent(id) === undefined ? undefined : this.#runnerFor(id);
  }

  /** The agent whose turn this is, for its tools. */
  acting(app: string): AgentRow {
    const agent = app.startsWith(APP) ? this.#records.agent(app.slice(APP.length)) : undefined;
    if (agent === undefined) throw new ConsiliumError('AGENT_UNKNOWN', 'This is no turn of a research agent.');
    return agent;
  }

  async #runnerFor(id: string): Promise<Runner> {
    let runner = this.#runners.get(id);
    if (runner === undefined) {
      const agent = this.#records.agent(id)!;
      runner = this.#options.runner(`${APP}${id}`, this.#options.makeAgent(agent));
      if (this.#runners.size > 500) this.#runners.clear();
      this.#runners.set(id, runner);
      runner.catch(() => this.#runners.delete(id));
    }
    return runner;
  }

  async #fire({ trigger, key, signal, firing }: Occasion): Promise<Json> {
    const principal: Principal = { user: trigger.owner, how: 'trigger', via: trigger.id, scopes: null, patients: [] };
    const late = firing.missed > 0 ? ` (${firing.missed} earlier occasions were missed.)` : '';
    const { response, pending } = await this.message(trigger.agent, `${trigger.instruction}${late}`, {
      principal,
      key,
      signal,
    });
    return { text: response, ...(pending && { waiting: pending.id }) };
  }

  async #takeReply(letter: Letter): Promise<void> {
    const agent = this.#records.agent(letter.agent);
    if (agent === undefined) return;
    const workspace = await this.workspace(agent);
    await writeCorrespondence(workspace, letter, agent.slug);
    const principal: Principal = { user: letter.owner, how: 'trigger', via: letter.id, scopes: null, patients: [] };
    const text = `A reply came from ${letter.correspondent}; it is in correspondence/. Read it with read_mail and report what it says.`;
    this.message(agent.id, text, { principal, key: `mail:${letter.id}` }).catch((thrown) =>
      this.#options.log.warn(
        { agent: agent.id, code: toConsiliumError(thrown).code },
        'a reply could not be worked on',
      ),
    );
  }

  #byName(name: string, owner: string): AgentRow | undefined {
    const wanted = name.trim().toLowerCase();
    return this.agents(owner).find((agent) => agent.name.toLowerCase() === wanted);
  }

  async #readRequirements(text: string): Promise<Requirements> {
    const scopes = (await this.#options.search.scopes()).map(({ scope }) => scope);
    return readRequirements(text, { now: this.#options.clock.now(), zone: this.zone, scopes });
  }

  /** What comes with a rhythm is asked for from now on; anything else for this once. */
  async #takeRequirements(agent: AgentRow, text: string, isTrigger: boolean): Promise<void> {
    const { once: _before, ...standing } = requirementsSchema.parse(this.#records.agent(agent.id)!.requirements);
    const keep = (next: Requirements): void => void this.#records.setRequirements(agent.id, next as unknown as Json);
    if (isTrigger) return keep(standing);
    const purpose = purposeOf(text);
    if (purpose === 'stop') {
      const { cadence: _ended, ...rest } = standing;
      return keep(rest);
    }
    if (purpose !== 'look') return keep(standing);
    const now = await this.#readRequirements(text);
    const { grade, count, designs, stage, size } = now.threshold;
    const threshold = {
      ...{ ...(grade !== 3 && { grade }), ...(count !== 2 && { count }), ...(size && { size }) },
      ...{ ...(designs && { designs }), ...(stage && { stage }) },
    };
    const asked = { ...(now.population && { population: now.population }), threshold };
    const { unread: _, ...known } = standing;
    const next: Requirements = {
      ...known,
      ...(now.cadence && { cadence: now.cadence }),
      ...(now.unread && { unread: now.unread }),
      ...(now.notify && { notify: now.notify }),
      watches: [...new Set([...standing.watches, ...now.watches])],
      addresses: [...new Set([...standing.addresses, ...now.addresses])],
      scopes: [...new Set([...standing.scopes, ...now.scopes])],
    };
    keep(
      now.cadence === undefined
        ? { ...next, once: asked }
        : { ...next, ...asked, threshold: { ...next.threshold, ...threshold } },
    );
  }

  #remember(agent: AgentRow, asked: string, answered: string, files: Json | undefined): void {
    const at = new Date(this.#options.clock.now()).toISOString();
    const short = (text: string) => text.replace(/\s+/g, ' ').slice(0, 400);
    this.#records.rememberAgent(agent.id, [
      { at, role: 'request', text: short(asked) },
      { at, role: 'answer', text: short(answered), ...(Array.isArray(files) && { files }) },
    ]);
  }
}

export interface MessageOptions {
  readonly principal: Principal;
  /** The same message with the same key is worked on once. */
  readonly key?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export function sessionOf(agentId: string): string {
  return `research-${agentId}`;
}

export async function writeCorrespondence(workspace: Workspace, letter: Letter, actor: string): Promise<string> {
  const path = `correspondence/${slugOf(letter.correspondent)}-${letter.thread.slice(0, 8)}.md`;
  const who = letter.direction === 'out' ? `To ${letter.correspondent}` : `From ${letter.correspondent}`;
  const quoted = letter.body
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
  const when = new Date(letter.at).toISOString();
  await workspace.append(path, `## ${who}, ${when}\n\n**${letter.subject}**\n\n${quoted}\n\n`, actor);
  return path;
}

function folderOf({ workspacePath }: AgentRow): string {
  return workspacePath.replace('/memory/', '');
}

function topicOfAgent(agent: AgentRow) {
  return topicOf(`${agent.name.replace(/\bresearch\b/gi, '')}. ${agent.description}`);
}

function exists({ id, name }: AgentRow): ConsiliumError {
  return new ConsiliumError('AGENT_EXISTS', `${name} already works on this.`, {
    hint: 'Send it a message instead.',
    details: { agent_id: id, name },
  });
}
