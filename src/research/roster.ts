/** Who the research agents are: found by id, name or subject, made once for each subject, ended with all that is theirs. */
import { type Clock, ConsiliumError, type Json, newId } from '../kernel/index.ts';
import { slugOf, type Workspace, type Workspaces } from '../memory/index.ts';
import type { Triggers } from '../triggers/index.ts';
import type { EvidenceRow } from './evidence/table.ts';
import { FITS, fitOf } from './fit.ts';
import type { AgentRow, Records } from './records.ts';
import type { Requirements } from './request.ts';
import { readTable } from './shelf.ts';
import { trialNamesIn } from './short-forms.ts';
import { medicinesAsked } from './standing.ts';
import { RESEARCH_FOLDERS } from './study.ts';
import { type Topic, topicOf } from './topic.ts';
import { readTopic } from './topic-aside.ts';

export interface NewAgent {
  readonly name: string;
  readonly description: string;
  /** What it is to do; its requirements are read from it. */
  readonly message?: string | undefined;
}

export interface RosterOptions {
  readonly records: Records;
  readonly clock: Clock;
  readonly triggers: Triggers;
  readonly workspaces: Workspaces;
  /** Without who the patient is. */
  bare(text: string): Promise<string>;
  readRequirements(text: string): Promise<Requirements>;
}

const LONGEST_NAME = 120;
const MOST_AGENTS = 200;
const MOST_ORDERS = 100_000;
const MOST_READ = 20;
const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} '’.,:;&()+/–-]*$/u;

export class Roster {
  readonly #options: RosterOptions;
  readonly #records: Records;

  constructor(options: RosterOptions) {
    this.#options = options;
    this.#records = options.records;
  }

  list(owner: string): AgentRow[] {
    return this.#records.agents(owner);
  }

  /** By id, or by name or folder. Throws AGENT_UNKNOWN, also for what belongs to somebody else. */
  find(id: string, owner: string): AgentRow {
    const found = this.#records.agent(id) ?? this.#records.agentBySlug(owner, slugOf(id)) ?? this.#byName(id, owner);
    if (found === undefined || found.owner !== owner)
      throw new ConsiliumError('AGENT_UNKNOWN', `There is no research agent ${id.slice(0, 60)}.`, {
        hint: 'consilium agents lists them.',
      });
    return found;
  }

  /** What all of them are about, read where it keeps nobody waiting: descriptions may be long, and many. */
  async readTopics(owner: string): Promise<void> {
    for (const agent of this.list(owner)) await readTopic(aboutOf(agent));
  }

  /** The agent that already works on this, under whatever name. */
  findFitting(text: string, owner: string): AgentRow | undefined {
    return this.#fitting(topicOf(text), owner)[0];
  }

  /** Everybody who works on one of the subjects that are named. */
  findAll(text: string, owner: string): AgentRow[] {
    const topic = topicOf(text);
    const each = topic.subjects.map((subject) => ({ ...topic, subjects: [subject], aims: [], words: [] }));
    const found = [...this.#fitting(topic, owner), ...each.flatMap((one) => this.#fitting(one, owner))];
    return [...new Map(found.map((agent) => [agent.id, agent])).values()];
  }

  /** Who has what is asked about in the evidence: a medicine that no catalogue knows belongs to who found it. */
  async findKnowing(text: string, owner: string): Promise<AgentRow | undefined> {
    const topic = topicOf(text);
    if (topic.subjects.some(({ kind }) => kind === 'problem')) return undefined;
    const names = medicinesAsked(text);
    const trials = trialNamesIn(text);
    const isNamed = (name: string) => names.includes(name);
    const isTold = ({ title, excerpt, methods = [] }: EvidenceRow) =>
      trials.some((trial) => [title, excerpt, ...methods].some((told) => told.includes(trial)));
    const recent = this.list(owner)
      .filter((agent) => isForTopic(topicOfAgent(agent), topic))
      .toSorted((a, b) => b.lastActive - a.lastActive);
    for (const agent of names.length + trials.length === 0 ? [] : recent.slice(0, MOST_READ)) {
      const rows = await readTable({ workspace: await this.workspace(agent), actor: agent.slug });
      const isOn = (row: EvidenceRow) => [...row.therapies, ...(row.called ?? [])].some(isNamed) || isTold(row);
      if (rows.some((row) => row.level > 0 && isOn(row))) return agent;
    }
    return undefined;
  }

  /** The best first. */
  #fitting(topic: Topic, owner: string): AgentRow[] {
    return this.list(owner)
      .filter((agent) => isForTopic(topicOfAgent(agent), topic))
      .map((agent) => ({ agent, fit: fitOf(topic, topicOfAgent(agent)) }))
      .filter(({ fit }) => fit >= FITS)
      .toSorted((a, b) => b.fit - a.fit)
      .map(({ agent }) => agent);
  }

  /** Throws AGENT_EXISTS (with its id) if one has this name or works on the same thing. */
  async create(given: NewAgent, owner: string): Promise<AgentRow> {
    const name = checkName(await this.#options.bare(given.name));
    const slug = slugOf(name);
    await this.readTopics(owner);
    const fitting = this.#records.agentBySlug(owner, slug) ?? this.findFitting(name, owner);
    if (fitting !== undefined) throw exists(fitting);
    const folder = owner === 'local' ? slug : `${slugOf(owner)}__${slug}`;
    const description = (await this.#options.bare(given.description)).trim().slice(0, 2000);
    const requirements = await this.#options.readRequirements(
      await this.#options.bare(given.message ?? given.description),
    );
    // Each is weighed for every request of theirs.
    if (this.list(owner).length >= MOST_AGENTS)
      throw new ConsiliumError('AGENT_TOO_MANY', `One person has at most ${MOST_AGENTS} research agents.`, {
        hint: 'Delete one that nobody needs any more.',
      });
    const now = this.#options.clock.now();
    const agent: AgentRow = {
      ...{ id: newId(), owner, name, slug, description },
      workspacePath: `/memory/research_agents/${folder}`,
      requirements: requirements as unknown as Json,
      ...{ status: 'idle', created: now, lastActive: now },
    };
    // A name that can be no folder's makes no agent.
    await this.workspace(agent);
    if (!this.#records.addAgent(agent)) throw exists(this.#records.agentBySlug(owner, slug) ?? agent);
    return agent;
  }

  /**
   * Ends an agent: its triggers, its memory and its files with every version. What it surfaced stays in the feed, and
   * what was said in the conversation. Throws AGENT_BUSY while it works.
   */
  async remove(id: string, owner: string): Promise<{ agent: AgentRow; triggers: number }> {
    const agent = this.find(id, owner);
    const { triggers, workspaces } = this.#options;
    if (agent.status === 'working' || agent.status === 'waiting')
      throw new ConsiliumError('AGENT_BUSY', `${agent.name} is ${agent.status}: it cannot be deleted now.`, {
        hint: 'Wait until it is done, or answer what it waits for.',
      });
    const orders = await triggers.list({ room: 'research', agent: agent.id, limit: MOST_ORDERS });
    const pending = orders.filter(({ status }) => status === 'pending');
    for (const trigger of pending) await triggers.cancel(trigger.id, 'its agent was deleted');
    // What it was told to look for goes with it, and what came of it.
    for (const { id: order } of orders) await triggers.forget(order);
    await workspaces.remove(folderOf(agent), owner);
    this.#records.removeAgent(agent);
    return { agent, triggers: pending.length };
  }

  workspace(agent: AgentRow): Promise<Workspace> {
    return this.#options.workspaces.open(folderOf(agent), RESEARCH_FOLDERS);
  }

  #byName(name: string, owner: string): AgentRow | undefined {
    const wanted = name.trim().toLowerCase();
    return this.list(owner).find((agent) => agent.name.toLowerCase() === wanted);
  }
}

/** Who watches one trial by its number is asked about that trial only. */
function isForTopic({ subjects, words, trials }: Topic, asked: Topic): boolean {
  if (subjects.length + words.length > 0 || trials.length === 0) return true;
  return asked.trials.some((id) => trials.includes(id));
}

function checkName(given: string): string {
  const name = given.replace(/\s+/g, ' ').trim();
  if (name.length <= LONGEST_NAME && NAME.test(name)) return name;
  throw new ConsiliumError('AGENT_NAME', `An agent has a name of 1 to ${LONGEST_NAME} characters: words and numbers.`, {
    hint: 'Like "Duchenne MD Research".',
  });
}

function folderOf({ workspacePath }: AgentRow): string {
  return workspacePath.replace('/memory/', '');
}

export function topicOfAgent(agent: AgentRow): Topic {
  return topicOf(aboutOf(agent));
}

const aboutOf = ({ name, description }: AgentRow) => `${name.replace(/\bresearch\b/gi, '')}. ${description}`;

function exists({ id, name }: AgentRow): ConsiliumError {
  return new ConsiliumError('AGENT_EXISTS', `${name} already works on this.`, {
    hint: 'Send it a message instead.',
    details: { agent_id: id, name },
  });
}
