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
import { choose } from '../_shared/choose.ts';
import { assistantOf } from '../_shared/desk.ts';

const MINUTES = 60_000;

const home = (context: ToolContext): Promise<Home> => assistantOf(context).home.open();

async function findDevice(query: string, context: ToolContext, domains?: readonly string[]): Promise<Device> {
  const all = (await (await home(context)).devices(context.signal)).filter(
    ({ domain }) => domains === undefined || domains.includes(domain),
  );
  const chosen = choose(
    query,
    all.map((device) => ({ id: device.id, name: device.name })),
    'device',
  );
  return all.find(({ id }) => id === chosen.id)!;
}

/** Its state, and what it is set to. */
const sayState = ({ name, state, attributes, domain }: Device) => {
  const number = (attribute: string) => (typeof attributes[attribute] === 'number' ? attributes[attribute] : undefined);
  const unit = attributes['unit_of_measurement'];
  const level = domain === 'light' ? number('brightness') : undefined;
  const more = [
    domain === 'climate' && number('temperature') !== undefined ? `set to ${number('temperature')}°` : '',
    domain === 'climate' && number('current_temperature') !== undefined ? `now ${number('current_temperature')}°` : '',
    state === 'on' && level !== undefined ? `at ${Math.round(Number(level) / 2.55)}%` : '',
    domain === 'cover' && number('current_position') !== undefined ? `${number('current_position')}% open` : '',
  ].filter(Boolean);
  const said = `${state.replaceAll('_', ' ')}${typeof unit === 'string' ? ` ${unit}` : ''}`;
  return `**${name}** is ${[said, ...more].join(', ')}`;
};

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

const MOST_SHOWN = 60;

export const getDeviceState = tool({
  name: 'get_device_state',
  description: 'The state of a device, found by its name.',
  input: z.strictObject({ device: z.string().min(1).max(200) }),
  idempotent: true,
  execute: async ({ device: query }, context) => {
    const device = await findDevice(query, context);
    return { say: `${sayState(device)}.`, id: device.id, state: device.state };
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
];

const wish = z.strictObject({
  device: z.string().min(1).max(200),
  action: z.enum(ACTIONS),
  value: z.number().optional().describe('what to set it to: degrees, or percent'),
  by: z.number().optional().describe('how much more than it is now; less is negative'),
  way: z.enum(['up', 'down']).optional().describe('a step, where nobody said how much'),
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
    const { shelf, effects } = assistantOf(context);
    const { user } = context.session;
    const asked = shelf.get<Asked>(user, ASKED, context.idempotencyKey)?.body;
    const { device, order } = asked ?? (await plan(given, context));
    if (order.guarded) {
      // A no is a no, whether or not the house can be reached when it comes.
      if (asked === undefined) keepAsked(context, { device, order });
      const reply = await askFirst(device, order, context);
      shelf.forget(user, ASKED, context.idempotencyKey);
      if (reply !== 'yes')
        return { say: `I left **${device.name}** as it is${reply === 'expired' ? ': nobody answered in time' : ''}.` };
    }
    const house = await home(context);
    const back = orderBack(device);
    const taking = back && { device: device.id, name: device.name, back };
    await effects.onDevice(
      user,
      `${device.name}: ${order.say}`,
      taking,
      () => house.call(device.domain, order.service, order.data, context.signal),
      context.idempotencyKey,
    );
    const after = await house.device(device.id, context.signal);
    return {
      say: holds(order, after) ? `Done: ${sayState(after)}.` : `I asked for it, but ${sayState(after)}.`,
      id: device.id,
      state: after.state,
    };
  },
});

interface Asked {
  readonly device: Device;
  readonly order: HomeOrder;
}

async function plan({ device: query, action, ...level }: z.infer<typeof wish>, context: ToolContext): Promise<Asked> {
  const device = await findDevice(query, context, CONTROLLABLE);
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

async function askFirst(device: Device, order: HomeOrder, context: ToolContext): Promise<string> {
  const said = `${order.say.charAt(0).toUpperCase()}${order.say.slice(1)}`;
  const reply = await context.ask({
    what: `${said} ${device.name}`,
    why: `You asked: "${context.message.slice(0, 200)}"`,
    effect: `${sayState(device).replaceAll('**', '')} now. I would ${order.say} it.`,
    undo: 'Afterwards "undo that" puts it back as it is now.',
    until: context.clock.now() + 10 * MINUTES,
  });
  return reply.kind;
}
