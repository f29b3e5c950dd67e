/** Server-sent events as they come in, whatever pieces they come in. */
import { tooLarge } from './http.ts';
import type { RemoteSettings } from './settings.ts';

const BLANK_LINE = /\r?\n\r?\n/;

export async function* readEvents(
  chunks: AsyncIterable<Buffer>,
  { name, maxAnswerBytes }: Pick<RemoteSettings, 'name' | 'maxAnswerBytes'>,
) {
  const decoder = new TextDecoder();
  let pieces: string[] = [];
  let edge = '';
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxAnswerBytes) throw tooLarge(name, maxAnswerBytes);
    const text = decoder.decode(chunk, { stream: true });
    pieces.push(text);
    // Only where an event ends is anything put together: who drips does not have it all read again with every drop.
    edge += text;
    const isWhole = BLANK_LINE.test(edge);
    edge = edge.slice(-3);
    if (!isWhole) continue;
    const blocks = pieces.join('').split(BLANK_LINE);
    pieces = [blocks.pop()!];
    edge = pieces[0]!.slice(-3);
    for (const block of blocks) {
      const lines = block.split(/\r?\n/);
      const data = lines.flatMap((line) => (line.startsWith('data:') ? line.slice(5).trim() : [])).join('\n');
      const id = lines
        .find((line) => line.startsWith('id:'))
        ?.slice(3)
        .trim();
      if (data !== '') yield { id, data };
    }
  }
}
