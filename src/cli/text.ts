/** `consilium extract` and `consilium triage`: the clinical text engine on stdin, one text or a batch of lines. */
import { text as readAll } from 'node:stream/consumers';
import { runBatch } from '../clinical/facts/batch.ts';
import { extractFacts } from '../clinical/facts/extract.ts';
import { printJson, terminal } from './terminal.ts';
import { unguarded } from './words.ts';

export async function extract(options: { batch?: boolean; now?: string }): Promise<void> {
  const answer = (row: { text: string; now?: string }) => ({
    facts: extractFacts(row.text, { now: row.now ?? options.now }),
  });
  await reply(options, answer);
}

export async function triageText(options: { batch?: boolean; model?: string }): Promise<void> {
  const { triage } =
    options.model === undefined
      ? await import('../clinical/triage/triage.ts')
      : { triage: await (await import('./triage.ts')).openTriage(options.model) };
  await reply(options, (row) => triage(row.text));
}

async function reply(
  options: { batch?: boolean },
  answer: (row: { text: string; now?: string }) => object | Promise<object>,
): Promise<void> {
  if (options.batch) return runBatch(terminal().stdin, unguarded(terminal().stdout), answer);
  printJson(await answer({ text: await readAll(terminal().stdin) }));
}
