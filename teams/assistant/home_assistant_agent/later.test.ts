import { understand } from 'consilium/assistant';
import type { ToolContext } from 'consilium/kernel';
import { expect, test } from 'vitest';
import { controlDevice } from './tools.ts';

const PLACE = { now: Date.parse('2026-11-15T11:00:00Z'), zone: 'Europe/Berlin' };
const laterOf = (say: string) => {
  const read = understand(say, PLACE);
  return read.kind === 'requests' ? read.requests[0]!.input['later'] : 'not understood';
};

test.each([
  ['turn off the kitchen lights at 11pm', 'at 11pm'],
  ['turn on the kitchen lights in 2 hours', 'in 2 hours'],
  ['unlock the front door every day at 8', 'every day at 08:00'],
  ['turn on the kitchen lights at 8', 'at 8'],
  ['turn off the kitchen lights now', undefined],
  ['set the thermostat to 21', undefined],
  ['I want the hallway lights at 40%', undefined],
])('%s: later %s', (say, later) => {
  expect(laterOf(say)).toBe(later);
});

test('what is asked for later is not done now', async () => {
  const order = { device: 'front door', action: 'unlock' as const, later: 'every day at 8' };
  await expect((async () => controlDevice.execute(order, {} as ToolContext))()).rejects.toMatchObject({
    code: 'HOME_LATER',
    hint: expect.stringContaining('reminder'),
  });
});
