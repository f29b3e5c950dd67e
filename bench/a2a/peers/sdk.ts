/** The same agent behind the SDK's own server, over plain node:http. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AgentCard, TaskState } from '@a2a-js/sdk';
import {
  AgentEvent,
  type AgentExecutor,
  DefaultRequestHandler,
  InMemoryTaskStore,
  JsonRpcTransportHandler,
  ServerCallContext,
} from '@a2a-js/sdk/server';

const executor: AgentExecutor = {
  execute: async ({ taskId, contextId, userMessage }, bus) => {
    const [part] = userMessage.parts;
    const text = part?.content?.$case === 'text' ? part.content.value : '';
    const timestamp = new Date().toISOString();
    const artifact = {
      artifactId: 'answer',
      name: 'answer',
      description: '',
      parts: [
        {
          content: { $case: 'text' as const, value: text },
          metadata: undefined,
          filename: '',
          mediaType: 'text/plain',
        },
      ],
      metadata: undefined,
      extensions: [],
    };
    const status = { state: TaskState.TASK_STATE_COMPLETED, message: undefined, timestamp };
    bus.publish(
      AgentEvent.task({
        id: taskId,
        contextId,
        status,
        artifacts: [artifact],
        history: [userMessage],
        metadata: undefined,
      }),
    );
    bus.finished();
  },
  cancelTask: async () => {},
};

const server = createServer(async (request, response) => {
  const port = (server.address() as AddressInfo).port;
  if (request.method === 'GET') return void response.end(JSON.stringify(cardAt(port)));
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const context = new ServerCallContext({ requestedVersion: '1.0' });
  const answer = await handlerAt(port).handle(JSON.parse(Buffer.concat(chunks).toString()), context);
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answer));
});

function cardAt(port: number) {
  return {
    ...{ name: 'Echo', description: 'Says what it hears.', version: '1.0.0', capabilities: { streaming: false } },
    supportedInterfaces: [{ url: `http://127.0.0.1:${port}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    ...{ defaultInputModes: ['text/plain'], defaultOutputModes: ['text/plain'] },
    skills: [{ id: 'ask', name: 'ask', description: 'Asks.', tags: ['echo'] }],
  };
}

let handler: JsonRpcTransportHandler | undefined;
function handlerAt(port: number): JsonRpcTransportHandler {
  const card = AgentCard.fromJSON(cardAt(port) as never);
  handler ??= new JsonRpcTransportHandler(new DefaultRequestHandler(card, new InMemoryTaskStore(), executor));
  return handler;
}

server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
