/** The house on the wire: REST and WebSocket, when it is well, when it is down and when it lies. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Home, openHomeAssistant } from './home.ts';
import { type House, openHouse, TOKEN } from './home-fixture.ts';
import { type HomeLink, linkHome } from './home-link.ts';
import { orderFor } from './home-order.ts';
import { type HomeSocket, openHomeSocket } from './home-socket.ts';

let house: House;
let link: HomeLink | undefined;
const opened: HomeSocket[] = [];
beforeEach(async () => {
  house = await openHouse();
});
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.close();
  link?.close();
  await house.close();
});

const socketOf = async (token = TOKEN, timeoutMs = 2_000) => {
  const socket = await openHomeSocket({ url: house.url, token, timeoutMs });
  opened.push(socket);
  return socket;
};
const restOf = (token = TOKEN, timeoutMs = 2_000): Home => openHomeAssistant({ url: house.url, token, timeoutMs });

describe.each<[string, () => Promise<Home>]>([
  ['REST', async () => restOf()],
  ['WebSocket', () => socketOf()],
])('over %s', (_name, open) => {
  test('devices are listed, what is no device left out, and one is switched', async () => {
    const home = await open();
    expect((await home.devices()).map(({ id }) => id)).toEqual([...house.entities.keys()]);
    const light = await home.device('light.kitchen');
    expect(light).toMatchObject({ domain: 'light', name: 'Kitchen light', state: 'off' });
    const order = orderFor(light, 'turn_on', undefined)!;
    await home.call('light', order.service, order.data);
    expect(house.calls).toEqual([{ domain: 'light', service: 'turn_on', data: { entity_id: 'light.kitchen' } }]);
    expect((await home.device('light.kitchen')).state).toBe('on');
  });

  test('a device that is not there is said so', async () => {
    const home = await open();
    await expect(home.device('light.nowhere')).rejects.toMatchObject({ code: 'HOME_UNKNOWN' });
    house.fault = 'refuses';
    await expect(home.call('light', 'explode', { entity_id: 'light.kitchen' })).rejects.toMatchObject({
      code: 'HOME_UNKNOWN',
    });
  });

  test('a house that goes away is said so', async () => {
    const home = await open();
    await house.close();
    await expect(home.call('light', 'turn_on', { entity_id: 'light.kitchen' })).rejects.toMatchObject({
      code: 'HOME_UNREACHABLE',
      retryable: true,
    });
    house = await openHouse();
  });
});

describe('over REST, a house that', () => {
  test.each([
    ['does not know the token', 'HOME_FORBIDDEN', undefined],
    ['answers with a web page', 'HOME_NONSENSE', 'garbage'],
    ['says nothing', 'HOME_UNREACHABLE', 'silent'],
  ] as const)('%s', async (_name, code, fault) => {
    house.fault = fault;
    const home = restOf(fault === undefined ? 'wrong' : TOKEN, 300);
    await expect(home.devices()).rejects.toMatchObject({ code });
  });

  test('answers for another device than was asked', async () => {
    house.fault = 'other-device';
    await expect(restOf().device('lock.front_door')).rejects.toMatchObject({ code: 'HOME_NONSENSE' });
  });
});

describe('over WebSocket, a house that', () => {
  test.each([
    ['does not know the token', 'HOME_FORBIDDEN', undefined],
    ['answers with a web page', 'HOME_NONSENSE', 'garbage'],
    ['answers in bytes', 'HOME_NONSENSE', 'binary'],
    ['says nothing', 'HOME_SILENT', 'silent'],
    ['floods', 'HOME_NONSENSE', 'huge'],
    ['takes no sockets', 'HOME_UNREACHABLE', 'no-sockets'],
  ] as const)('%s', async (_name, code, fault) => {
    house.fault = fault;
    await expect(
      socketOf(fault === undefined ? 'wrong' : TOKEN, fault === 'silent' ? 300 : 2_000),
    ).rejects.toMatchObject({ code });
  });

  test('tells of changes is heard; what it says under another name is not believed', async () => {
    const home = await socketOf();
    const heard = async (id: string, state: string) => {
      while (home.known.find((one) => one.id === id)?.state !== state) await new Promise((done) => setTimeout(done, 5));
    };
    const lie = { ...house.entities.get('light.kitchen')!, state: 'unlocked' };
    house.say({ id: 2, type: 'event', event: { data: { entity_id: 'lock.front_door', new_state: lie } } });
    house.say({ id: 2, type: 'event', event: { data: 'nonsense' } });
    house.say({ type: 'unheard_of', more: true });
    house.say({
      id: 2,
      type: 'event',
      event: { data: { entity_id: 'light.kitchen', new_state: { ...lie, state: 'on' } } },
    });
    await heard('light.kitchen', 'on');
    expect(home.known.find(({ id }) => id === 'lock.front_door')?.state).toBe('locked');
    // What is told is asked for, whatever was heard.
    expect((await home.device('light.kitchen')).state).toBe('off');
  });

  test('drops the line is not asked again on it', async () => {
    const home = await socketOf();
    house.drop();
    while (home.isOpen) await new Promise((done) => setTimeout(done, 5));
    await expect(home.devices()).rejects.toMatchObject({ code: 'HOME_UNREACHABLE' });
  });
});

describe('the house of the environment', () => {
  const linked = () => {
    link = linkHome({ HOME_ASSISTANT_URL: house.url, HOME_ASSISTANT_TOKEN: TOKEN });
    return link;
  };

  test('is one connection, whose devices are known by name', async () => {
    const home = linked();
    expect(home.known()).toEqual([]);
    expect(await home.open()).toBe(await home.open());
    expect(home.known().map(({ name }) => name)).toContain('Kitchen light');
    house.drop();
    while (home.known().length > 0) await new Promise((done) => setTimeout(done, 5));
    expect(await (await home.open()).device('lock.front_door')).toMatchObject({ state: 'locked' });
  });

  test('is reached over REST where no sockets are let through', async () => {
    house.fault = 'no-sockets';
    const home = await linked().open();
    expect((await home.devices()).length).toBe(house.entities.size);
  });

  test('that is closed while it is being reached leaves no line open', async () => {
    const home = linked();
    const opening = home.open();
    home.close();
    await opening;
    expect(home.known()).toEqual([]);
  });

  test('that is not named is said so', async () => {
    await expect(linkHome({}).open()).rejects.toMatchObject({ code: 'HOME_NOT_SET_UP' });
  });
});
