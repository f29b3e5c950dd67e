import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { ConsiliumError } from '../../kernel/errors.ts';
import { showableJson } from '../../text/index.ts';

/** Runs `answer` over NDJSON lines `{id, text, now?}`; each reply is a line `{id, …}`. A line that is no JSON, or that `answer` refuses, gets an error line. */
export async function runBatch(
  input: Readable,
  output: Writable,
  answer: (row: { id: unknown; text: string; now?: string }) => object | Promise<object>,
): Promise<void> {
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    if (line.trim() === '') continue;
    if (!output.write(`${showableJson(JSON.stringify(await reply(line, answer)))}\n`))
      await new Promise((resolve) => output.once('drain', resolve));
  }
}

async function reply(
  line: string,
  answer: (row: { id: unknown; text: string; now?: string }) => object | Promise<object>,
): Promise<object> {
  let row: { id?: unknown; text?: unknown; now?: unknown };
  try {
    row = JSON.parse(line);
  } catch {
    return { id: null, error: new ConsiliumError('BAD_LINE', 'This line is not JSON.').toJSON() };
  }
  const { id = null, text, now } = row ?? {};
  if (typeof text !== 'string')
    return {
      id,
      error: new ConsiliumError('BAD_LINE', 'This line has no text.', { hint: 'Each line is {id, text}.' }).toJSON(),
    };
  try {
    return { id, ...(await answer({ id, text, now: typeof now === 'string' ? now : undefined })) };
  } catch (error) {
    if (error instanceof ConsiliumError) return { id, error: error.toJSON() };
    throw error;
  }
}
