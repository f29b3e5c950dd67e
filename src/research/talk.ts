/** What is said between a clinician and the desk: what is kept of it, what goes when it is forgotten, and who was asked last in it. */
import type { Json } from '../kernel/index.ts';
import type { Workspaces } from '../memory/index.ts';
import type { Search } from '../search/index.ts';
import { mayGoOn } from './belonging.ts';
import { talkFolder } from './clearing.ts';
import type { AgentRow, Records, Remembered } from './records.ts';
import { topicOfAgent } from './roster.ts';

interface TalkOptions {
  readonly records: Records;
  readonly workspaces: Workspaces;
  readonly search: Search;
}

export class Talk {
  readonly #options: TalkOptions;

  constructor(options: TalkOptions) {
    this.#options = options;
  }

  of(owner: string): Remembered {
    return this.#options.records.conversation(owner);
  }

  remember(owner: string, entries: readonly Json[]): void {
    this.#options.records.rememberTalk(owner, entries);
  }

  /** What was said in one conversation, out of all that is kept beside its log. What was surfaced stays. */
  async forget(owner: string, session: string): Promise<void> {
    this.#options.records.forgetTalk(owner, session);
    const files = await this.#options.workspaces.open(talkFolder(owner));
    for (const folder of ['sessions', 'conversation_history']) await files.erase(`${folder}/${session}.md`, owner);
  }

  /** Who was asked last in a conversation, where this goes on with that. */
  async goingOn(session: string, owner: string, request: string): Promise<AgentRow | undefined> {
    const last = this.#lastAsked(session, owner);
    if (last === undefined) return undefined;
    return (await mayGoOn(request, topicOfAgent(last), this.#options.search)) ? last : undefined;
  }

  #lastAsked(session: string, owner: string): AgentRow | undefined {
    const { records } = this.#options;
    const asked = records
      .asks(owner)
      .filter((ask) => ask.session === session)
      .toSorted((a, b) => b.at - a.at);
    return asked.map(({ agent }) => records.agent(agent)).find((agent) => agent?.owner === owner);
  }
}
