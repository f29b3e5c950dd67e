/** Which device is meant, by how much and in what: the one that was spoken of, of the kind that was named, and no other. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type House, openHouse, TOKEN } from '../../src/assistant/home-fixture.ts';
import { type Desk, openDesk } from './fixture.ts';

let house: House;
let desk: Desk;
beforeEach(async () => {
  house = await openHouse();
  const more = [
    ['light.living_room', 'on', 'Living room lamp'],
    ['light.bedroom', 'off', 'Bedroom light'],
    ['lock.back_door', 'unlocked', 'Back door'],
    ['media_player.tv', 'off', 'TV'],
  ] as const;
  for (const [entity_id, state, friendly_name] of more)
    house.entities.set(entity_id, { entity_id, state, attributes: { friendly_name } });
  desk = await openDesk({ env: { HOME_ASSISTANT_URL: house.url, HOME_ASSISTANT_TOKEN: TOKEN } });
});
afterEach(async () => {
  await desk.close();
  await house.close();
});

const say = async (message: string) => (await desk.ask(message, 's')).text;
const last = () => house.calls.at(-1);

test('a share of a hundred is of the lamp that was spoken of, and never of what heats', async () => {
  await say('turn on the kitchen light');
  await say('dim it to 30%');
  expect(last()?.data).toEqual({ entity_id: 'light.kitchen', brightness_pct: 30 });
  expect(await say('set the hall thermostat to 25%')).toContain('not set in percent');
  expect(await say('set the kitchen light to 21 degrees')).toContain('not set in degrees');
  expect(house.entities.get('climate.hall')?.attributes['temperature']).toBe(19);
});

test('the same is done to another one of its kind', async () => {
  await say('turn on the kitchen light');
  await say('and the bedroom one');
  expect(last()).toMatchObject({ service: 'turn_on', data: { entity_id: 'light.bedroom' } });
  expect(await say('turn off the living room light')).toBe('Done: **Living room lamp** is off.');
});

test('a room is asked about, and what is set next is what was told of it', async () => {
  expect(await say('how warm is it in the hall?')).toContain('Hall thermostat');
  await say('make it 20');
  expect(last()?.data).toEqual({ entity_id: 'climate.hall', temperature: 20 });
});

test('blinds go as far as was said, and no garage goes with them', async () => {
  expect(await say('are the blinds closed?')).toContain('Bedroom blind');
  for (const [order, position] of [
    ['blinds half down', 50],
    ['close the blinds a quarter', 75],
    ['open the blinds a quarter', 25],
  ] as const) {
    await say(order);
    expect(last()?.data).toEqual({ entity_id: 'cover.bedroom', position });
  }
  expect(await say('close the blinds')).not.toContain('Garage');
  expect(last()).toMatchObject({ service: 'close_cover', data: { entity_id: 'cover.bedroom' } });
});

test('whether all of them are so is a yes or a no', async () => {
  for (const question of ['are all the doors locked?', 'is everything locked?'])
    expect(await say(question)).toBe('**No**: **Back door** is unlocked. The other one is.');
  house.entities.get('lock.back_door')!.state = 'locked';
  expect(await say('are all the doors locked?')).toBe('**Yes**, all 2 are locked: **Front door**, **Back door**.');
  house.entities.get('lock.back_door')!.state = 'unavailable';
  expect(await say('are all the doors locked?')).toContain('**No**: **Back door** is unavailable');
});

test('what is on at home is what is on', async () => {
  const told = await say("what's on at home?");
  expect(told).toContain('Living room lamp');
  expect(told).not.toContain('Kitchen light');
});

test('what was not switched is "it" all the same', async () => {
  await say('turn on the study fan');
  expect(await say('turn the tv on for an hour')).toContain('only at once');
  await say('switch it off');
  expect(last()).toMatchObject({ service: 'turn_off', data: { entity_id: 'media_player.tv' } });
});
