/** One turn over two processes is one trace at the collector, and nothing that was said is in it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { tempDir } from '../house.ts';
import { serve } from './process.ts';
import { analyticsTeam, REMOTE, writeTeam } from './teams.ts';

interface Span {
  readonly trace: string;
  readonly id: string;
  readonly parent: string;
  readonly name: string;
  readonly kind: number;
}

/** Fields of a protobuf message: numbers and bytes by field number. */
function fieldsOf(bytes: Buffer): { field: number; value: number | Buffer }[] {
  const found: { field: number; value: number | Buffer }[] = [];
  let at = 0;
  const varint = () => {
    let [value, shift] = [0, 0];
    for (;;) {
      const byte = bytes[at++]!;
      value += (byte & 127) * 2 ** shift;
      shift += 7;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const tag = varint();
    const [field, type] = [tag >>> 3, tag & 7];
    if (type === 0) found.push({ field, value: varint() });
    else if (type === 2) {
      const length = varint();
      found.push({ field, value: bytes.subarray(at, at + length) });
      at += length;
    } else at += type === 1 ? 8 : 4;
  }
  return found;
}

const inside = (bytes: Buffer, field: number) =>
  fieldsOf(bytes).flatMap(({ field: number, value }) => (number === field && Buffer.isBuffer(value) ? [value] : []));

/** ExportTraceServiceRequest → ResourceSpans → ScopeSpans → Span. */
function spansIn(body: Buffer): Span[] {
  const spans = inside(body, 1).flatMap((resource) => inside(resource, 2).flatMap((scope) => inside(scope, 2)));
  return spans.map((span) => {
    const hex = (field: number) => inside(span, field)[0]?.toString('hex') ?? '';
    const kind = fieldsOf(span).find(({ field }) => field === 6)?.value as number;
    return { trace: hex(1), id: hex(2), parent: hex(4), name: inside(span, 5)[0]!.toString(), kind };
  });
}

/** ResourceSpans → Resource → the attribute service.name. */
function serviceOf(resource: Buffer): string[] {
  const attributes = inside(resource, 1).flatMap((each) => inside(each, 1));
  const named = attributes.filter((each) => inside(each, 1)[0]?.toString() === 'service.name');
  return named.flatMap((each) => inside(each, 2).flatMap((value) => inside(value, 1).map(String)));
}

async function collector(): Promise<{ url: string; bodies: Buffer[] }> {
  const bodies: Buffer[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    bodies.push(Buffer.concat(chunks));
    response.setHeader('content-type', 'application/x-protobuf').end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies };
}

test('agents, their remote calls and the far side of them are spans of one trace', { timeout: 120_000 }, async () => {
  const { url, bodies } = await collector();
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: url, CONSILIUM_AUTH: 'off' };
  // None is asked for, and one that is shown has to be good.
  const token = 'a-token-of-thirty-two-characters-or-more';
  const far = await serve(['--agent', 'AnalyticsAgent', '--team', analyticsTeam(), '--home', tempDir('far')], {
    ...env,
    A2A_TOKEN: token,
  });
  onTestFinished(() => far.stop());
  const team = writeTeam({
    'team.yml': 'name: mentor\nroot: Supervisor\n',
    'Supervisor/config.yml': `instruction: Transfer questions on progress.\nsub_agents:${REMOTE}`,
    'Supervisor/offline.ts': `export default () => ({ transfer: 'AnalyticsAgent' });`,
  });
  const near = await serve(['--agent', 'Supervisor', '--team', team, '--home', tempDir('near')], {
    ...env,
    OTEL_SERVICE_NAME: 'the-ward',
    ...{ ANALYTICS_URL: `${far.url}/a2a`, A2A_AUTH_TOKEN: token },
  });
  onTestFinished(() => near.stop());
  const answer = await fetch(`${near.url}/a2a`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ agent_name: 'Supervisor', conversation_id: 'c1' },
      input: { action: 'ask', user_id: 'ada', parameters: { message: 'How do I do with my secret haemorrhoids?' } },
    }),
  });
  const told = (await answer.json()) as { status: string };
  expect(told.status, JSON.stringify(told)).toBe('success');
  await near.stop();
  await far.stop();

  const spans = bodies.flatMap(spansIn);
  const named = (name: string) => spans.filter((span) => span.name === name);
  const [call] = named('remote AnalyticsAgent');
  expect(call).toMatchObject({ kind: 3 });
  expect(named('agent Supervisor')).toHaveLength(1);
  const [there] = named('agent AnalyticsAgent');
  expect(new Set([call, there, ...named('agent Supervisor')].map((span) => span?.trace)).size).toBe(1);
  const turns = named('turn');
  expect(turns.map(({ parent }) => parent)).toContain(call!.id);
  // Each house goes by its name, and by no path of its machine.
  const services = new Set(bodies.flatMap((body) => inside(body, 1).flatMap(serviceOf)));
  expect(services).toEqual(new Set(['the-ward', 'consilium']));
  expect(Buffer.concat(bodies).toString('latin1')).not.toMatch(/haemorrhoids|ada|answered 0/);
});
