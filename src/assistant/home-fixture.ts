/** For tests: a house on loopback that speaks Home Assistant's REST and WebSocket, and can be told to misbehave. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

export interface Entity {
  entity_id: string;
  state: string;
  attributes: Record<string, unknown>;
}

export interface House {
  readonly url: string;
  readonly entities: Map<string, Entity>;
  /** Services that were called, by REST or WebSocket. */
  readonly calls: { domain: string; service: string; data: Record<string, unknown> }[];
  /** How it misbehaves. */
  fault?: 'silent' | 'garbage' | 'other-device' | 'stuck' | 'huge' | 'binary' | 'no-sockets' | 'refuses' | undefined;
  /** Says something to everybody who is connected. */
  say(message: unknown): void;
  drop(): void;
  close(): Promise<void>;
}

export const TOKEN = 'a-long-lived-token';

const AFTER: Readonly<Record<string, string>> = {
  turn_on: 'on',
  turn_off: 'off',
  lock: 'locked',
  unlock: 'unlocked',
  open_cover: 'open',
  close_cover: 'closed',
  alarm_disarm: 'disarmed',
  alarm_arm_away: 'armed_away',
};

/** What a service sets, and the attribute that shows it. */
const KEPT = [
  ['temperature', 'temperature'],
  ['position', 'current_position'],
  ['percentage', 'percentage'],
] as const;

export async function openHouse(): Promise<House> {
  const entities = new Map<string, Entity>();
  const add = (entity_id: string, state: string, friendly_name: string, more: object = {}) =>
    entities.set(entity_id, { entity_id, state, attributes: { friendly_name, ...more } });
  add('light.kitchen', 'off', 'Kitchen light');
  add('lock.front_door', 'locked', 'Front door');
  add('cover.garage', 'closed', 'Garage door', { device_class: 'garage' });
  add('alarm_control_panel.home', 'armed_away', 'House alarm');
  add('climate.hall', 'heat', 'Hall thermostat', { temperature: 19, min_temp: 7, max_temp: 30 });
  add('cover.bedroom', 'open', 'Bedroom blind', { current_position: 60 });
  add('fan.study', 'off', 'Study fan', { percentage: 0 });
  add('sensor.nursery', '20.5', 'Nursery temperature', { unit_of_measurement: '°C' });
  const sockets = new Set<WebSocket>();
  const subscribed = new Map<WebSocket, number>();
  const house: House = {
    url: '',
    entities,
    calls: [],
    say: (message) => {
      for (const socket of sockets) socket.send(typeof message === 'string' ? message : JSON.stringify(message));
    },
    drop: () => {
      for (const socket of sockets) socket.terminate();
    },
    close: async () => {
      for (const socket of sockets) socket.terminate();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  const act = (domain: string, service: string, data: Record<string, unknown>) => {
    house.calls.push({ domain, service, data });
    const entity = entities.get(String(data['entity_id']));
    const state = AFTER[service];
    if (entity === undefined || house.fault === 'stuck') return;
    if (state !== undefined) entity.state = state;
    for (const [given, kept] of KEPT) if (data[given] !== undefined) entity.attributes[kept] = data[given];
    if (data['brightness_pct'] !== undefined) entity.attributes['brightness'] = Number(data['brightness_pct']) * 2.55;
    for (const [socket, id] of subscribed)
      socket.send(
        JSON.stringify({ id, type: 'event', event: { data: { entity_id: entity.entity_id, new_state: entity } } }),
      );
  };
  const server = serveRest(house, act);
  const upgrades = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    if (house.fault === 'no-sockets' || request.url !== '/api/websocket') return void socket.destroy();
    upgrades.handleUpgrade(request, socket, head, (peer) => {
      sockets.add(peer);
      peer.on('close', () => {
        sockets.delete(peer);
        subscribed.delete(peer);
      });
      converse(peer, house, act, subscribed);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return Object.assign(house, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

type Act = (domain: string, service: string, data: Record<string, unknown>) => void;

function converse(peer: WebSocket, house: House, act: Act, subscribed: Map<WebSocket, number>): void {
  if (house.fault === 'silent') return;
  if (house.fault === 'garbage') return void peer.send('<html>not a house</html>');
  if (house.fault === 'binary') return void peer.send(Buffer.from([0, 1, 2]));
  peer.send(JSON.stringify({ type: 'auth_required', ha_version: '2026.11.0' }));
  let isKnown = false;
  peer.on('message', (raw) => {
    const message = JSON.parse(String(raw)) as Record<string, unknown>;
    if (!isKnown) {
      isKnown = message['type'] === 'auth' && message['access_token'] === TOKEN;
      return peer.send(JSON.stringify({ type: isKnown ? 'auth_ok' : 'auth_invalid' }));
    }
    const { id, type } = message;
    const reply = (result: unknown) => peer.send(JSON.stringify({ id, type: 'result', success: true, result }));
    if (type === 'get_states') {
      const list: unknown[] = [...house.entities.values()];
      return reply(
        house.fault === 'huge'
          ? 'x'.repeat(17 * 1024 * 1024)
          : [...list, { entity_id: '../../etc', state: 1 }, null, 7],
      );
    }
    if (type === 'subscribe_events') {
      subscribed.set(peer, Number(id));
      return reply(null);
    }
    if (house.fault === 'refuses')
      return peer.send(
        JSON.stringify({ id, type: 'result', success: false, error: { code: 'not_found', message: 'no' } }),
      );
    const { domain, service, service_data, target } = message as {
      domain: string;
      service: string;
      service_data: object;
      target: object;
    };
    reply(null);
    act(domain, service, { ...service_data, ...target });
  });
}

function serveRest(house: House, act: Act): Server {
  return createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const end = (status: number, body: unknown) =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(typeof body === 'string' ? body : JSON.stringify(body));
    if (house.fault === 'silent') return;
    if (request.headers.authorization !== `Bearer ${TOKEN}`) return end(401, {});
    if (house.fault === 'garbage') return end(200, '<html>not a house</html>');
    const path = request.url ?? '';
    if (path === '/api/states') return end(200, [...house.entities.values()]);
    const [, id] = /^\/api\/states\/(.+)$/.exec(path) ?? [];
    if (id !== undefined) {
      const entity = house.entities.get(house.fault === 'other-device' ? 'light.kitchen' : decodeURIComponent(id));
      return entity === undefined ? end(404, {}) : end(200, entity);
    }
    const [, domain, service] = /^\/api\/services\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
    if (domain === undefined || house.fault === 'refuses') return end(404, {});
    act(domain, service!, JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>);
    end(200, []);
  });
}
