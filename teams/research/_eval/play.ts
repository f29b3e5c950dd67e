/** Asks the desk the questions of a set, each on a copy of a home into which its papers were indexed. No model, no web. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApp, toAnswer } from '../../../src/app/index.ts';
import type { PaperSet } from './sets.ts';

export interface Stage {
  ask(question: string): Promise<string>;
  close(): void;
}

/** The day on which every question is asked. */
export const TODAY = '2026-11-18T09:00:00Z';

const ENV = { AI_PROVIDER: 'offline', TZ: 'UTC', CONSILIUM_EMBEDDINGS: 'off', CONSILIUM_CLOCK: TODAY };

export async function openStage({ papers }: Pick<PaperSet, 'papers'>): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'research-'));
  const home = join(folder, 'home');
  const corpus = join(folder, 'corpus');
  mkdirSync(corpus);
  for (const [name, text] of papers) writeFileSync(join(corpus, name), text);
  const prepared = openApp({ home, env: ENV });
  await (await prepared.service('search')).index({ paths: [corpus], scope: 'research', embeddings: false });
  await prepared.close(0);
  let asked = 0;
  return {
    ask: async (question) => {
      const copy = join(folder, `asked-${++asked}`);
      cpSync(home, copy, { recursive: true });
      const app = openApp({ home: copy, env: ENV });
      try {
        const team = await app.team('research');
        return toAnswer('research', await team.send({ message: question, session: 'chat', stream: false }).result).text;
      } finally {
        await app.close(0);
        rmSync(copy, { recursive: true, force: true });
      }
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
