/** Devices at home. Whatever opens, unlocks or disarms asks the person first, and what is reported is what came of it. */
import {
  ASKED,
  type Device,
  type Home,
  type HomeAction,
  type HomeOrder,
  holds,
  orderBack,
  orderFor,
  shiftedTo,
} from 'consilium/assistant';
import { ConsiliumError, type ToolContext, tool } from 'consilium/kernel';
import { z } from 'zod';
import { askForAll, except, without } from '../_shared/all.ts';
import { assistantOf } from '../_shared/place.ts';
import { askFirst } from './asking.ts';
import { findDevice, findSet, unknownDevice } from './devices.ts';
import { lockHouse, meansHouse } from './locking.ts';
import { MOST_SHOWN, sayEvery, sayState, sayWhich } from './states.ts';

const MINUTES = 60_000;

const home = (context: ToolContext): Promise<Home> => assistantOf(context).home.open();

async function devicesOf(context: ToolContext, domains?: readonly string[]): Promise<Device[]> {
  const all = await (await home(context)).devices(context.signal);
  return all.filter(({ domain }) => domains === undefined || domains.includes(domain));
}

export const listDevices = tool({
  name: 'list_devices',
  description: 'Lists the devices at home and their states.',
  input: z.strictObject({}),
  idempotent: true,
  execute: async (_input, context) => {
    const devices = await (await home(context)).devices(context.signal);
    const more = devices.length > MOST_SHOWN ? `\n- and ${devices.length - MOST_SHOWN} more` : '';
    return {
      say:
        devices.length === 0
          ? 'There are no devices.'
          : `${devices
              .slice(0, MOST_SHOWN)
              .map((device) => `- ${sayState(device)}`)
              .join('\n')}${more}`,
      devices: devices.slice(0, 200).map(({ id, name, state }) => ({ id, name, state })),
    };
  },
});

export const getDeviceState = tool({
  name: 'get_device_state',
  description:
    'The state of a device, found by its name; with `several` of all of a kind, or of those that are in a `state`.',
  input: z.strictObject({
    device: z.string().min(1).max(200),
    several: z.boolean().optional().describe('all of a kind: "lights", "doors"'),
    state: z.enum(['on', 'off', 'open', 'closed', 'locked', 'unlocked']).optional().describe('only those that are so'),
    every: z.boolean().optional().describe('with `state`: whether all of them are'),
  }),
  idempotent: true,
  execute: async ({ device: query, several, state, every }, context) => {
    const all = await devicesOf(context);
    const set = several ? findSet(query, all, state) : undefined;
    if (set !== undefined && set.length > 0 && state !== undefined && every) return sayEvery(query, set, state);
    if (set !== undefined && set.length > 1) return sayWhich(query, set, state);
    const device = findDevice(query, all);
    return { say: `${sayState(device)}.`, about: aboutDevice(device), id: device.id, state: device.state };
  },
});

const ACTIONS = [
  'turn_on',
  'turn_off',
  'set',
  'lock',
  'unlock',
  'open',
  'close',
  'arm',
  'disarm',
] as const satisfies readonly HomeAction[];
const CONTROLLABLE = [
  'light',
  'switch',
  'lock',
  'cover',
  'climate',
  'fan',
  'media_player',
  'vacuum',
  'alarm_control_panel',
  'scene',
  'input_boolean',
  'humidifier',
  'script',
  'button',
  'input_button',
];

const wish = z.strictObject({
  device: z.string().min(1).max(200),
  action: z.enum(ACTIONS),
  value: z.number().optional().describe('what to set it to: degrees, or percent'),
  unit: z.enum(['percent', 'degrees']).optional().describe('what the value is in, if that was said'),
  by: z.number().optional().describe('how much more than it is now; less is negative'),
  way: z.enum(['up', 'down']).optional().describe('a step, where nobody said how much'),
  several: z.boolean().optional().describe('all devices of a kind ("lights"), of a room, or "everything"'),
  except,
  later: z.string().max(200).optional().describe('when, in words, if not at once: it cannot be done then'),
});

export const controlDevice = tool({
  name: 'control_device',
  description:
    'Turns a device on or off, sets, locks, unlocks, opens or closes it. Locks, alarms and garage doors ask first.',
  input: wish,
  execute: async (given, context) => {
    // An order for later that is carried out at once is worse than none.
    if (given.later !== undefined)
      throw new ConsiliumError(
        'HOME_LATER',
        'I can switch things only at once, not at a set time; nothing was changed.',
        {
          hint: 'Ask for a reminder at that time, or make an automation in Home Assistant.',
        },
      );
    if (given.action === 'lock' && given.except === undefined && meansHouse(given.device, given.several)) {
      const locked = await lockHouse(
        await devicesOf(context, CONTROLLABLE),
        context,
        async (one, key) => (await carryOut(context, one, key)).say,
      );
      if (locked !== undefined) return locked;
    }
    const all = given.several ? findSet(given.device, await devicesOf(context, CONTROLLABLE)) : undefined;
    const set = all && without(all, ({ name }) => name, given.except);
    if (all?.length && set?.length === 0) return { say: 'With what is left out there is nothing to do.' };
    if (set !== undefined && set.length !== 1) return controlSet(given, set, context);
    const wanted = set === undefined ? given : { ...given, device: set[0]!.name };
    const { shelf } = assistantOf(context);
    const { user } = context.session;
    const asked = shelf.get<Asked>(user, ASKED, context.idempotencyKey)?.body;
    const { device, order } = asked ?? (await plan(wanted, context));
    // What is so already is not asked about.
    if (asked === undefined && order.guarded && order.wants.sent !== true && holds(order, device))
      return { say: `It is so already: ${sayState(device)}.`, about: aboutDevice(device), id: device.id };
    if (order.guarded) {
      // A no is a no, whether or not the house can be reached when it comes.
      if (asked === undefined) keepAsked(context, { device, order });
      const reply = await askFirst(device, order, context);
      shelf.forget(user, ASKED, context.idempotencyKey);
      if (reply !== 'yes')
        return { say: `I left **${device.name}** as it is${reply === 'expired' ? ': nobody answered in time' : ''}.` };
    }
    const { say, after } = await carryOut(context, { device, order }, context.idempotencyKey);
    return { say: `${say}.`, about: aboutDevice(device), id: device.id, state: after.state };
  },
});

/** "It" in the next message. */
const aboutDevice = ({ id, name }: Device) => ({ kinds: ['device'], name, id });

/** Tells the device, notes how to take it back, and says what came of it. */
async function carryOut(context: ToolContext, { device, order }: Asked, key: string) {
  const house = await home(context);
  const back = orderBack(device);
  await assistantOf(context).effects.onDevice(
    context.session.user,
    `${device.name}: ${order.say}`,
    back && { device: device.id, name: device.name, back },
    () => house.call(device.domain, order.service, order.data, context.signal),
    key,
  );
  const after = await house.device(device.id, context.signal);
  if (order.wants.sent && holds(order, after))
    return {
      say: `Done: I asked the house to ${order.say} **${after.name}**; what it does I do not see from here`,
      after,
    };
  return { say: holds(order, after) ? `Done: ${sayState(after)}` : `I asked for it, but ${sayState(after)}`, after };
}

/**
 * Several at once: what is so already is left, what opens, unlocks or disarms is asked about one by one, and everything
 * that can be switched is asked about first.
 */
async function controlSet(
  { device: query, action, ...level }: z.infer<typeof wish>,
  set: readonly Device[],
  context: ToolContext,
) {
  if (set.length === 0) throw unknownDevice(query, await devicesOf(context, CONTROLLABLE));
  const planned = set
    .filter((device) => device.state !== 'unavailable' && isInUnit(device, level.unit))
    .flatMap((device) => {
      const order = orderFor(device, action, shiftedTo(device, level));
      return order === undefined ? [] : [{ device, order }];
    });
  const guarded = planned.filter(({ order }) => order.guarded).map(({ device }) => device.name);
  const open = planned.filter(({ device, order }) => !order.guarded && !holds(order, device));
  const left = guarded.length === 0 ? '' : `\n\nAsk for these one by one: ${guarded.join(', ')}.`;
  if (open.length === 0)
    return {
      say: `${sayNothing(planned.length, guarded.length)}${left}`,
    };
  const isAll = /^everything\b/.test(query);
  const said = `${open[0]!.order.say.charAt(0).toUpperCase()}${open[0]!.order.say.slice(1)}`;
  const shown = {
    id: ({ device }: (typeof open)[number]) => device.id,
    name: ({ device }: (typeof open)[number]) => device.name,
  };
  const asked = isAll
    ? await askForAll(context, said, open, { ...shown, waits: 10 * MINUTES })
    : { things: open, missed: '' };
  if (asked === undefined) return { say: 'I left everything as it is.' };
  const lines: string[] = [];
  for (const one of asked.things)
    lines.push((await carryOut(context, one, `${context.idempotencyKey}:${one.device.id}`)).say);
  return {
    say: `${lines.length === 1 ? `${lines[0]}.` : lines.map((line) => `- ${line}`).join('\n')}${left}${asked.missed}`,
  };
}

/** Why nothing of a set is done at once. */
function sayNothing(planned: number, guarded: number): string {
  if (planned === 0) return 'There is nothing to do: none of them can do that.';
  return guarded > 0
    ? 'I did nothing: what opens, locks or guards the house I do not do all at once.'
    : 'There is nothing to do: it is so already.';
}

interface Asked {
  readonly device: Device;
  readonly order: HomeOrder;
}

/** Degrees are of what heats and cools, and of nothing else; percent of everything else. */
function isInUnit({ domain }: Device, unit: 'percent' | 'degrees' | undefined): boolean {
  return unit === undefined || (unit === 'degrees') === (domain === 'climate');
}

function canDo(device: Device, action: HomeAction, level: Parameters<typeof shiftedTo>[1]): boolean {
  try {
    return orderFor(device, action, shiftedTo(device, level)) !== undefined;
  } catch {
    return false;
  }
}

async function plan({ device: query, action, ...level }: z.infer<typeof wish>, context: ToolContext): Promise<Asked> {
  const can = (one: Device) => isInUnit(one, level.unit) && canDo(one, action, level);
  const device = findDevice(query, await devicesOf(context, CONTROLLABLE), can);
  if (!isInUnit(device, level.unit))
    throw new ConsiliumError('HOME_CANNOT', `${device.name} is not set in ${level.unit}; nothing was changed.`);
  if (device.state === 'unavailable')
    throw new ConsiliumError('HOME_UNAVAILABLE', `${device.name} cannot be reached now; nothing was changed.`);
  const value = shiftedTo(device, level);
  const order = orderFor(device, action, value);
  if (order === undefined)
    throw new ConsiliumError(
      'HOME_CANNOT',
      `${device.name} cannot ${action === 'set' ? `be set to ${value ?? 'that'}` : action.replaceAll('_', ' ')}.`,
    );
  return { device, order };
}

function keepAsked(context: ToolContext, body: Asked): void {
  assistantOf(context).shelf.put({
    user: context.session.user,
    kind: ASKED,
    id: context.idempotencyKey,
    body,
    what: `Asked about ${body.device.name}`,
    text: '',
  });
}
