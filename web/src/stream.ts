/** Server-sent events over fetch: unlike EventSource it can POST and knows why it ended. */
import { request } from './api.ts';

export interface Message {
  event: string;
  data: string;
}

export async function* readStream(path: string, init: RequestInit): AsyncGenerator<Message> {
  const response = await request(path, { ...init, headers: { ...init.headers, accept: 'text/event-stream' } });
  yield* readMessages(response.body!);
}

export async function* readMessages(body: ReadableStream<Uint8Array>): AsyncGenerator<Message> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      const blocks = rest.split('\n\n');
      rest = blocks.pop()!;
      for (const block of blocks) yield readMessage(block);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

function readMessage(block: string): Message {
  const message: Message = { event: 'message', data: '' };
  const data: string[] = [];
  for (const line of block.split('\n')) {
    if (line.startsWith('event: ')) message.event = line.slice(7);
    else if (line.startsWith('data: ')) data.push(line.slice(6));
  }
  return { ...message, data: data.join('\n') };
}
