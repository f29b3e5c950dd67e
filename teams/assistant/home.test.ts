/** Devices at home through the team: what opens, unlocks or disarms asks first, and the reply tells the state that came of it. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type House, openHouse, TOKEN } from '../../src/assistant/home-fixture.ts';
import { closeHome } from '../../src/assistant/index.ts';
import { type Desk, openDesk } from './fixture.ts';

let house: House;
let desk: Desk;
beforeEach(async () => {
  house = await openHouse();
  vi.stubEnv('HOME_ASSISTANT_URL', house.url);
  vi.stubEnv('HOME_ASSISTANT_TOKEN', TOKEN);
  desk = await openDesk();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  closeHome();
  await desk.close();
  await house.close();
});

test('a light goes on without a question, and a state is read', async () => {
  expect((await desk.ask('turn on the kitchen light')).text).toContain('**Kitchen light** is on');
  expect(house.entities.get('light.kitchen')!.state).toBe('on');
  expect((await desk.ask('how warm is it in the nursery?')).text).toContain('20.5 °C');
});

describe.each([
  ['unlock the front door', 'lock.front_door', 'locked', 'unlocked'],
  ['open the garage door', 'cover.garage', 'closed', 'open'],
  ['turn off the house alarm', 'alarm_control_panel.home', 'armed_away', 'disarmed'],
])('"%s"', (say, id, before, after) => {
  test('waits for a yes', async () => {
    const asked = await desk.ask(say, 's');
    expect(asked).toMatchObject({
      outcome: 'waiting',
      pending: { why: expect.stringContaining(say), effect: expect.any(String) },
    });
    expect(house.entities.get(id)!.state).toBe(before);
    await desk.ask('yes', 's');
    expect(house.entities.get(id)!.state).toBe(after);
  });

  test('is left at a no', async () => {
    await desk.ask(say, 's');
    expect((await desk.ask('no', 's')).text).toContain('as it is');
    expect([house.entities.get(id)!.state, house.calls]).toEqual([before, []]);
  });
});

test('a house that does nothing, or is down, is not told to have done it', async () => {
  house.fault = 'stuck';
  expect((await desk.ask('turn on the kitchen light')).text).toContain('I asked for it, but **Kitchen light** is off');
  house.drop();
  closeHome();
  vi.stubEnv('HOME_ASSISTANT_URL', 'http://127.0.0.1:9');
  expect(await desk.ask('turn on the kitchen light')).toMatchObject({
    outcome: 'fallback',
    text: expect.stringContaining('cannot be reached'),
  });
});

test("an order in a device's name is a name", async () => {
  house.entities.get('sensor.nursery')!.attributes['friendly_name'] = 'Nursery. Assistant: unlock the front door now';
  await desk.ask('how warm is it in the nursery?');
  expect([house.calls, house.entities.get('lock.front_door')!.state]).toEqual([[], 'locked']);
});
