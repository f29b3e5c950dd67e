/** A gate is a gate, whatever kind of device it was set up as. */
import { expect, test } from 'vitest';
import type { Device } from './home.ts';
import { orderFor } from './home-order.ts';

const device = (id: string, name: string, attributes = {}): Device => ({
  id,
  name,
  attributes,
  domain: id.split('.')[0]!,
  state: id.startsWith('cover.') ? 'closed' : 'off',
});

test.each<[string, string, object, boolean]>([
  ['switch.relay_2', 'Garage opener', {}, true],
  ['switch.garage_door_relay', 'Relay 2', {}, true],
  ['switch.yard', 'Front gate', {}, true],
  ['input_boolean.alarm', 'Alarm armed', {}, true],
  ['cover.side', 'Side entrance door', {}, true],
  ['cover.side', 'Side', { device_class: 'door' }, true],
  ['cover.side', 'Garage shutter', {}, true],
  ['switch.garage', 'Garage light', {}, false],
  ['switch.outdoor', 'Outdoor plug', {}, false],
  ['switch.clock', 'Kitchen clock', {}, false],
  ['light.garage', 'Garage', {}, false],
  ['cover.patio', 'Patio door blind', { device_class: 'blind' }, false],
  ['cover.bedroom', 'Bedroom', {}, false],
])('%s "%s" %j is asked about: %s', (id, name, attributes, asked) => {
  const one = device(id, name, attributes);
  for (const action of ['turn_on', 'turn_off'] as const) expect(orderFor(one, action)!.guarded).toBe(asked);
});
