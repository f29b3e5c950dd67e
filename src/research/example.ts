/**
 * The desk on invented papers, in a minute and offline: a question with its report, a look that finds nothing and is
 * kept back, one weeks later that is surfaced, a rhythm that goes on, and something that waits for a yes.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ConsiliumError } from '../kernel/index.ts';
import type { Search } from '../search/index.ts';
import type { Desk } from './desk.ts';
import type { AgentRow, FeedRow } from './records.ts';

const PAPERS = resolve(import.meta.dirname, '../../demo/research');
const SUBJECT = 'Halden myopathy';
export const EXAMPLE_SCOPE = 'research-example';
export const EXAMPLE_REQUEST = `Research treatments for ${SUBJECT}, in scope ${EXAMPLE_SCOPE}. Look again weekly until the Phase 3 readout.`;
const NEXT_REQUEST = `Watch ${SUBJECT} every Monday at 8 until velorasen is approved.`;
const LAST_REQUEST = `Delete the agent on ${SUBJECT}.`;

export interface ExampleSteps {
  /** Whose agent it becomes. */
  readonly owner: string;
  /** Puts the request to the interaction agent, in one conversation, and gives its answer. */
  ask(message: string): Promise<string>;
  tell(title: string, text: string): void;
}

export interface PlayedExample {
  readonly agent: AgentRow;
  readonly feed: readonly FeedRow[];
}

/** Throws EXAMPLE_PLAYED while its agent is there: twice the same papers are no news. */
export async function playExample(desk: Desk, search: Search, steps: ExampleSteps): Promise<PlayedExample> {
  const there = desk.findFitting(SUBJECT, steps.owner);
  if (there !== undefined)
    throw new ConsiliumError('EXAMPLE_PLAYED', `The example was played: ${there.name} is there.`, {
      hint: 'Delete that agent to play it again.',
      details: { agent_id: there.id },
    });
  const dir = mkdtempSync(join(tmpdir(), 'consilium-example-'));
  const papers = join(dir, 'papers');
  const bring = async (folder: string) => {
    cpSync(join(PAPERS, folder), papers, { recursive: true });
    await search.index({ paths: [papers], scope: EXAMPLE_SCOPE, embeddings: false });
  };
  const put = async (title: string, request: string) => {
    steps.tell(title, request);
    steps.tell('Answered', await steps.ask(request));
  };
  try {
    const isOld = (await search.scopes()).some(({ scope }) => scope === EXAMPLE_SCOPE);
    if (isOld) await search.drop(EXAMPLE_SCOPE);
    await bring('first');
    await put('Asked', EXAMPLE_REQUEST);
    const agent = desk.findFitting(SUBJECT, steps.owner)!;
    steps.tell('Scheduled', (await desk.watching(agent)).join('\n') || 'Nothing: what was waited for has come.');
    await fire(desk, agent, (text) => steps.tell('A week later the trigger fired: nothing is new', text));
    await bring('later');
    await fire(desk, agent, (text) => steps.tell('Weeks later, the trigger fired', text));
    await put('Asked to go on', NEXT_REQUEST);
    await put('Asked to tidy up: this waits for a yes', LAST_REQUEST);
    return { agent, feed: desk.feed.list(steps.owner).filter((row) => row.agent === agent.id) };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function fire({ triggers }: Desk, { id }: AgentRow, tell: (report: string) => void): Promise<void> {
  const [trigger] = await triggers.list({ room: 'research', agent: id, status: 'pending' });
  if (trigger === undefined) return;
  const { report } = await triggers.runNow(trigger.id);
  tell((report as { text?: string } | null)?.text ?? '');
}
