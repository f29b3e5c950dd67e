/** The desk on invented papers, in a minute: a question, a report, something new weeks later, and what is said of it. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Search } from '../search/index.ts';
import type { Desk } from './desk.ts';
import type { FeedRow } from './records.ts';

const PAPERS = resolve(import.meta.dirname, '../../demo/research');
export const EXAMPLE_SCOPE = 'research-example';
export const EXAMPLE_REQUEST = `Research treatments for Halden myopathy, in scope ${EXAMPLE_SCOPE}. Look again weekly until the Phase 3 readout.`;

export interface ExampleSteps {
  /** Puts the request to the interaction agent and gives its answer. */
  ask(message: string): Promise<string>;
  tell(title: string, text: string): void;
}

export async function playExample(desk: Desk, search: Search, steps: ExampleSteps): Promise<FeedRow[]> {
  const dir = mkdtempSync(join(tmpdir(), 'consilium-example-'));
  const papers = join(dir, 'papers');
  try {
    cpSync(join(PAPERS, 'first'), papers, { recursive: true });
    await search.index({ paths: [papers], scope: EXAMPLE_SCOPE, embeddings: false });
    steps.tell('Asked', EXAMPLE_REQUEST);
    steps.tell('Answered', await steps.ask(EXAMPLE_REQUEST));
    const agent = desk.findFitting('Halden myopathy', 'local')!;
    steps.tell('Scheduled', (await desk.watching(agent)).join('\n') || 'Nothing: what was waited for has come.');
    cpSync(join(PAPERS, 'later'), papers, { recursive: true });
    await search.index({ paths: [papers], scope: EXAMPLE_SCOPE, embeddings: false });
    const [trigger] = await desk.triggers.list({ room: 'research', agent: agent.id, status: 'pending' });
    if (trigger !== undefined) {
      const { report } = await desk.triggers.runNow(trigger.id);
      steps.tell('Weeks later, the trigger fired', (report as { text?: string } | null)?.text ?? '');
    }
    return desk.feed.list('local').filter((row) => row.agent === agent.id);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
