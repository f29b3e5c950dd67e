/** The agent that the A2A conformance kit asks for: what it does is told by how a message's id begins. */
import { setTimeout as sleep } from 'node:timers/promises';
import { askAction, type Call, type ServedAgent, type ServedPart } from '../../../src/a2a/index.ts';
import { ConsiliumError } from '../../../src/kernel/index.ts';

const text = (name: string, said: string, more: { append?: boolean; last?: boolean } = { last: true }): ServedPart => ({
  type: 'artifact',
  name,
  part: { text: said },
  ...more,
});
const file: ServedPart = {
  type: 'artifact',
  name: 'output.txt',
  part: { raw: 'dGNr', mediaType: 'text/plain', filename: 'output.txt' },
  last: true,
};
const working: ServedPart = { type: 'progress' };

/** The longest beginning that fits decides. */
const SCRIPTS: Readonly<Record<string, readonly (ServedPart | number | ConsiliumError)[]>> = {
  'tck-complete-task': [{ type: 'closing', text: 'Hello from TCK' }],
  'tck-artifact-text': [text('text', 'Generated text content')],
  'tck-artifact-file': [file],
  'tck-artifact-file-url': [
    {
      type: 'artifact',
      name: 'output.txt',
      part: { url: 'https://example.com/output.txt', mediaType: 'text/plain', filename: 'output.txt' },
      last: true,
    },
  ],
  'tck-artifact-data': [{ type: 'data', data: { key: 'value', count: 42 } }],
  'tck-message-response': [{ type: 'message', text: 'Direct message response' }],
  'tck-input-required': [{ type: 'input_required', pending: { id: 'tck', what: 'More is needed.' } }],
  'tck-reject-task': [new ConsiliumError('REJECTED', 'rejected')],
  'tck-stream-001': [working, text('text', 'Stream hello from TCK')],
  'tck-stream-002': [{ type: 'message', text: 'Hello from TCK' }],
  'tck-stream-003': [working, text('text', 'Stream task lifecycle')],
  'tck-stream-ordering-001': [working, text('text', 'Ordered output')],
  'tck-stream-artifact-text': [working, text('text', 'Streamed text content')],
  'tck-stream-artifact-file': [working, file],
  'tck-stream-artifact-chunked': [
    working,
    text('text', 'chunk-1 ', {}),
    text('text', 'chunk-2', { append: true, last: true }),
  ],
  'test-resubscribe-message-id': [working, 4000],
};

export const kitAgent: ServedAgent = {
  id: 'kit',
  name: 'Consilium conformance',
  version: '1.0.0',
  description: 'Does what the A2A conformance kit asks for.',
  actions: new Map([['ask', askAction]]),
  examples: [],
  answersDirectly: true,
  inputModes: ['text', 'text/plain', 'application/json'],
  run: play,
};

async function* play({ source, signal }: Call): AsyncGenerator<ServedPart> {
  const id = source?.messageId ?? '';
  const fits = Object.keys(SCRIPTS).filter((beginning) => id.startsWith(beginning));
  const script = SCRIPTS[fits.toSorted((a, b) => b.length - a.length)[0] ?? ''];
  for (const step of script ?? [{ type: 'closing' as const, text: `Nothing is written for ${id}` }])
    if (step instanceof ConsiliumError) throw step;
    else if (typeof step === 'number') await sleep(step, undefined, { signal });
    else yield step;
}
