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
  type Runner,
} from '../kernel/index.ts';
import type { Mail } from '../mail/index.ts';
import type { Workspace, Workspaces } from '../memory/index.ts';
import type { Search } from '../search/index.ts';
import type { Env } from '../sources/index.ts';
import type { Trigger, Triggers } from '../triggers/index.ts';
import { diseaseOf, isSpokenOf, meaningOf } from './belonging.ts';
import { talkFolder } from './clearing.ts';
import { withoutDenied } from './denied.ts';
import { Feed } from './feed.ts';
import { LOOK_AGAIN, Looks } from './looks.ts';
import { askAgent, type DeskReply, exchangeOf, type MessageOptions, sessionOf } from './messages.ts';
import type { AgentRow, FeedRow, Records } from './records.ts';
import { type Requirements, readRequirements, requirementsSchema } from './request.ts';
import { readCadence, readRhythms } from './rhythm.ts';
import { type NewAgent, Roster, topicOfAgent } from './roster.ts';
import { Runners } from './runners.ts';
import type { OpenForm } from './short-forms.ts';
import type { Study } from './study.ts';
import { Talk } from './talk.ts';
import { wakeAgents } from './waking.ts';
import { takeWishes, wishesNow, withoutRhythm } from './wishes.ts';
import { shortened } from './wording.ts';

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
  /** Whether a turn of this session runs, waits for a person, or neither. */
  standing(session: string): Promise<'working' | 'waiting' | 'idle'>;
  /** Deletes the log of a session of an agent that is no more. */
  dropSession(session: string): Promise<void>;
  /** Without who a patient is. */
  bare(text: string): Promise<string>;
  /** The interaction agent, for what comes in while nobody talks to it. */
  interaction(): Promise<Runner>;
}

/** Files that name every agent of somebody. */
const INDEXES = ['research_index/agents.md', 'user_profile/areas.md'];

export class Desk {
  readonly triggers: Triggers;
  readonly mail: Mail;
  readonly feed: Feed;
  readonly looks: Looks;
  readonly talk: Talk;
  readonly #options: DeskOptions;
  readonly #records: Records;
  readonly #roster: Roster;
  /** Who works on a message that somebody here waits for. */
  readonly #asked = new Set<string>();
  readonly #runners: Runners;

  constructor(options: DeskOptions) {
    this.#options = options;
    this.#records = options.records;
    this.triggers = options.triggers;
    this.mail = options.mail;
    this.#roster = new Roster({
      ...options,
      readRequirements: (text) => this.#readRequirements(text),
    });
    this.#runners = new Runners(options);
    this.looks = new Looks(options.triggers, options.bare);
    this.talk = new Talk(options);
    this.feed = new Feed({ ...options, records: this.#records });
    wakeAgents(this, { ...options, agent: (id) => this.#records.agent(id) });
  }

  get zone(): string {
    return this.#options.env['TZ'] ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  }

  agents(owner: string): AgentRow[] {
    return this.#roster.list(owner);
  }

  agent(id: string, owner: string): AgentRow {
    return this.#roster.find(id, owner);
  }

  /** Before it is looked for somebody who fits. */
  readTopics(owner: string): Promise<void> {
    return this.#roster.readTopics(owner);
  }

  findFitting(text: string, owner: string): AgentRow | undefined {
    return this.#roster.findFitting(text, owner);
  }

  findAll(text: string, owner: string): AgentRow[] {
    return this.#roster.findAll(text, owner);
  }

  /** Everybody with an order on what is named. */
  findFollowing(text: string, owner: string): Promise<AgentRow[]> {
    return this.looks.following(this.agents(owner), text);
  }

  findKnowing(text: string, owner: string): Promise<AgentRow | undefined> {
    return this.#roster.findKnowing(text, owner);
  }

  /** The disease area of a medicine or a trial, by what is indexed on it. */
  diseaseOf(request: string): Promise<string | undefined> {
    return diseaseOf(request, this.#options.search);
  }

  /** Whether what is indexed speaks of it, where nobody knows it for a subject. */
  isSpokenOf(request: string): Promise<boolean> {
    return isSpokenOf(request, this.#options.search);
  }

  /** Which meaning of a short form what is indexed speaks of. */
  meaningOf(request: string, open: OpenForm): Promise<string | undefined> {
    return meaningOf(request, open, this.#options.search);
  }

  createAgent(given: NewAgent, owner: string): Promise<AgentRow> {
    return this.#roster.create(given, owner);
  }

  /** A turn that was answered, stopped or killed ended without us: what it left as the agent's state is set right. */
  async settle(owner: string): Promise<void> {
    for (const { id, status, lastActive } of this.agents(owner)) {
      if ((status !== 'working' && status !== 'waiting') || this.#asked.has(id)) continue;
      if ((await this.#options.standing(sessionOf(id))) === 'idle') this.#records.setStatus(id, 'idle', lastActive);
    }
  }

  async removeAgent(id: string, owner: string): Promise<{ agent: AgentRow; triggers: number }> {
    await this.settle(owner);
    const removed = await this.#roster.remove(id, owner);
    this.#runners.forget(removed.agent.id);
    await this.#options.dropSession(sessionOf(removed.agent.id));
    // It names every agent: the next turn writes it anew.
    const files = await this.#options.workspaces.open(talkFolder(owner));
    for (const path of INDEXES) await files.erase(path, owner);
    return removed;
  }

  workspace(agent: AgentRow): Promise<Workspace> {
    return this.#roster.workspace(agent);
  }

  async study(agent: AgentRow, signal?: AbortSignal, message?: string): Promise<Study> {
    const { search, env, clock } = this.#options;
    const requirements = this.requirements(agent, message);
    return {
      ...{ workspace: await this.workspace(agent), name: agent.name, description: agent.description },
      ...{ requirements, order: requirements.order },
      libraries: { search, env, clock, cache: this.#records.cache },
      actor: agent.slug,
      signal,
    };
  }

  /** What the agent is to find now; woken by an instruction, what that standing order is for. */
  requirements(agent: AgentRow, message = ''): Requirements {
    return wishesNow(agent.requirements, message.startsWith(LOOK_AGAIN) ? message : undefined);
  }

  memory(agent: AgentRow) {
    return this.#records.agentMemory(agent.id);
  }

  /** What somebody wrote, without who the patient is: nothing else is stored, searched for or sent. */
  bare(text: string): Promise<string> {
    return this.#options.bare(text);
  }

  /** Puts a message to an agent and waits, however long it works. */
  async message(id: string, said: string, given: MessageOptions): Promise<DeskReply> {
    const agent = this.agent(id, given.principal.user);
    const text = given.principal.how === 'trigger' ? said : withoutDenied(await this.bare(said));
    await this.#takeWishes(agent, text, given.principal.how === 'trigger');
    const runner = await this.#runners.of(agent.id);
    const { clock } = this.#options;
    const session = sessionOf(agent.id);
    this.#records.setStatus(agent.id, 'working', clock.now());
    this.#asked.add(agent.id);
    try {
      const result = await askAgent(runner, text, { ...given, session });
      this.#records.setStatus(agent.id, await this.#options.standing(session), clock.now());
      if (result.outcome === 'failed' || result.outcome === 'cancelled')
        throw fromShape(result.error ?? new ConsiliumError('AGENT_STOPPED', `${agent.name} was stopped.`).toJSON());
      const citations = Array.isArray(result.notes['citations']) ? result.notes['citations'] : [];
      this.#remember(agent, text, result.text, result.notes['files']);
      return { response: result.text, citations, pending: result.pending };
    } catch (thrown) {
      this.#records.setStatus(agent.id, 'failed', clock.now());
      throw thrown;
    } finally {
      this.#asked.delete(agent.id);
    }
  }

  /** What was asked for, and came only after a person had answered: it is told where it was asked. */
  async handInLate(agent: AgentRow, turn: string, text: string): Promise<void> {
    if (this.#asked.has(agent.id) || agent.status !== 'waiting') return;
    this.#remember(agent, 'what had waited for an answer', text, undefined);
    await this.feed.relay({ key: `late:${turn}`, owner: agent.owner, agent: agent.id, message: text, facts: {} });
  }

  noteFinding(agent: AgentRow, headline: string): void {
    this.#records.setFinding(agent.id, shortened(headline.replace(/\*\*|\[\^\d+\]/g, '')));
  }

  schedule(agent: AgentRow, schedule: string, instruction: string, zone = this.zone): Promise<Trigger> {
    return this.looks.schedule(agent, { schedule, instruction, zone });
  }

  watching(agent: AgentRow): Promise<string[]> {
    return this.looks.describe(agent);
  }

  /** What it waited for has come: nobody who asks later begins it anew. */
  endRhythm({ id }: AgentRow, instruction: string): void {
    const next = withoutRhythm(this.#records.agent(id)!.requirements, instruction);
    this.#records.setRequirements(id, next as unknown as Json);
  }

  rhythmIn(message: string): string | undefined {
    return readCadence(message, { now: this.#options.clock.now(), zone: this.zone }).cadence;
  }

  async runnerOf(app: string): Promise<Runner | undefined> {
    return this.#runners.find(app);
  }

  acting(app: string): AgentRow {
    return this.#runners.acting(app);
  }

  async #readRequirements(said: string): Promise<Requirements> {
    const text = withoutDenied(said);
    await readRhythms(text);
    const scopes = (await this.#options.search.scopes()).map(({ scope }) => scope);
    return readRequirements(text, { now: this.#options.clock.now(), zone: this.zone, scopes });
  }

  async #takeWishes({ id }: AgentRow, text: string, isTrigger: boolean): Promise<void> {
    const read = (said: string) => this.#readRequirements(said);
    const agent = this.#records.agent(id)!;
    const next = await takeWishes(agent.requirements, text, { isTrigger, area: topicOfAgent(agent), read });
    this.#records.setRequirements(id, next as unknown as Json);
    if (!isTrigger) await this.looks.rewrite(agent, requirementsSchema.parse(agent.requirements), next);
  }

  #remember(agent: AgentRow, asked: string, answered: string, files: Json | undefined): void {
    this.#records.rememberAgent(agent.id, exchangeOf(asked, answered, files, this.#options.clock.now()));
  }
}
