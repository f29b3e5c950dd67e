/** The runners of research agents, each a root of its own: made when they are first needed. */
import { type Agent, ConsiliumError, type Runner } from '../kernel/index.ts';
import type { AgentRow, Records } from './records.ts';

export interface RunnersOptions {
  readonly records: Records;
  /** What a research agent is made of. */
  makeAgent(agent: AgentRow): Agent;
  /** A runner for an agent that was made here. */
  runner(app: string, root: Agent): Promise<Runner>;
}

const APP = 'research:';
const MOST = 500;

export class Runners {
  readonly #options: RunnersOptions;
  readonly #kept = new Map<string, Promise<Runner>>();

  constructor(options: RunnersOptions) {
    this.#options = options;
  }

  of(id: string): Promise<Runner> {
    let runner = this.#kept.get(id);
    if (runner === undefined) {
      const { records, makeAgent } = this.#options;
      runner = this.#options.runner(`${APP}${id}`, makeAgent(records.agent(id)!));
      if (this.#kept.size > MOST) this.#kept.clear();
      this.#kept.set(id, runner);
      runner.catch(() => this.#kept.delete(id));
    }
    return runner;
  }

  /** By the name under which its sessions are kept. */
  async find(app: string): Promise<Runner | undefined> {
    const agent = this.#agentOf(app);
    return agent === undefined ? undefined : this.of(agent.id);
  }

  /** The agent whose turn this is. Throws AGENT_UNKNOWN. */
  acting(app: string): AgentRow {
    const agent = this.#agentOf(app);
    if (agent === undefined) throw new ConsiliumError('AGENT_UNKNOWN', 'This is no turn of a research agent.');
    return agent;
  }

  forget(id: string): void {
    this.#kept.delete(id);
  }

  #agentOf(app: string): AgentRow | undefined {
    return app.startsWith(APP) ? this.#options.records.agent(app.slice(APP.length)) : undefined;
  }
}
