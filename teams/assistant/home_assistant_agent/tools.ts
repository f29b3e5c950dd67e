/** Devices at home. Whatever opens, unlocks or disarms asks the person first. */
import { type Device, type Home, type HomeAction, openHome, orderFor } from 'consilium/assistant';
import { ConsiliumError, type ToolContext, tool } from 'consilium/kernel';
import { z } from 'zod';
import { choose } from '../_shared/choose.ts';
import { assistantOf } from '../_shared/desk.ts';

const MINUTES = 60_000;

const home = (): Promise<Home> => openHome(process.env);

async function findDevice(query: string, context: ToolContext, domains?: readonly string[]): Promise<Device> {
  const all = (await (await home()).devices(context.signal)).filter(
    ({ domain }) => domains === undefined || domains.includes(domain),
  );
  const chosen = choose(
    query,
    all.map((device) => ({ id: device.id, name: device.name })),
    'device',
  );
  return all.find(({ id }) => id === chosen.id)!;
}

const sayState = ({ name, state, attributes }: Device) => {
  const unit = attributes['unit_of_measurement'];
  return `**${name}** is ${state.replaceAll('_', ' ')}${typeof unit === 'string' ? ` ${unit}` : ''}`;
};

export const listDevices = tool({
  name: 'list_devices',
  description: 'Lists the devices at home and their states.',
  input: z.strictObject({}),
  idempotent: true,
  execute: async (_input, context) => {
    const devices = await (await home()).devices(context.signal);
    return {
      say:
        devices.length === 0
          ? 'There are no devices.'
          : devices
              .slice(0, 60)
              .map((device) => `- ${sayState(device)}`)
              .join('\n'),
      devices: devices.slice(0, 200).map(({ id, name, state }) => ({ id, name, state })),
    };
  },
});

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

export const controlDevice = tool({
  name: 'control_device',
  description:
    'Turns a device on or off, sets, locks, unlocks, opens or closes it. Locks, alarms and garage doors ask first.',
  input: z.strictObject({
    ...{ device: z.string().min(1).max(200), action: z.enum(ACTIONS), value: z.number().optional() },
    later: z.string().max(200).optional().describe('when, in words, if not at once: it cannot be done then'),
  }),
  execute: async ({ device: query, action, value, later }, context) => {
    // An order for later that is carried out at once is worse than none.
    if (later !== undefined)
      throw new ConsiliumError(
        'HOME_LATER',
        'I can switch things only at once, not at a set time; nothing was changed.',
        {
          hint: 'Ask for a reminder at that time, or make an automation in Home Assistant.',
        },
      );
    const device = await findDevice(query, context, CONTROLLABLE);
    const order = orderFor(device, action, value);
    if (order === undefined)
      throw new ConsiliumError('HOME_CANNOT', `${device.name} cannot ${action.replaceAll('_', ' ')}.`);
    if (order.guarded) {
      const reply = await context.ask({
        what: `${order.service.replaceAll('_', ' ')}: ${device.name}`,
        why: `You asked: "${context.message.slice(0, 200)}"`,
        effect: `${device.name} is ${device.state} now and will ${order.service.replaceAll('_', ' ')}.`,
        undo: 'It can be set back at any time.',
        until: context.clock.now() + 10 * MINUTES,
      });
      if (reply.kind !== 'yes')
        return {
          say: `I left **${device.name}** as it is${reply.kind === 'expired' ? ': nobody answered in time' : ''}.`,
        };
    }
    await (await home()).call(device.domain, order.service, order.data, context.signal);
    assistantOf(context).effects.note(context.session.user, `${device.name}: ${order.service.replaceAll('_', ' ')}`);
    const after = await (await home()).device(device.id, context.signal);
    const fits = order.becomes === undefined || after.state === order.becomes;
    return {
      say: fits ? `Done: ${sayState(after)}.` : `I asked for it, but ${sayState(after)}.`,
      id: device.id,
      state: after.state,
    };
  },
});
