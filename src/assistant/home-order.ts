/**
 * What a plain order means for a kind of device: the service to call, what should hold of the device afterwards, and the
 * order that takes it back. What lies outside of what a device can is refused, not bent.
 */
import { ConsiliumError } from '../kernel/index.ts';
import type { Device } from './home.ts';
import { keepsShut } from './home-guard.ts';

export type HomeAction = 'turn_on' | 'turn_off' | 'set' | 'lock' | 'unlock' | 'open' | 'close' | 'arm' | 'disarm';

export interface HomeOrder {
  readonly domain: string;
  readonly service: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Whether it opens, unlocks or disarms something: a person is asked first. */
  readonly guarded: boolean;
  /** As a person would say it: "unlock", "set to 21°". */
  readonly say: string;
  /** What the device should show afterwards: states, any of them, and values of attributes. */
  readonly wants: Wants;
}

interface Wants {
  /** It is set off, and shows nothing of it. */
  readonly sent?: boolean;
  readonly states?: readonly string[];
  readonly near?: { readonly attribute: string; readonly value: number; readonly within: number };
}

/** Whether the device came to what was asked; what is still moving there counts. */
export function holds(
  { wants: { sent, states, near } }: Pick<HomeOrder, 'wants'>,
  { state, attributes }: Device,
): boolean {
  if (sent) return state !== 'unavailable';
  if (state === 'unavailable' || state === 'unknown') return false;
  if (states !== undefined && !states.includes(state)) return false;
  if (near === undefined || MOVING.includes(state)) return true;
  const value = attributes[near.attribute];
  return typeof value === 'number' && Math.abs(value - near.value) <= near.within;
}

const MOVING = ['opening', 'closing'];

/** Undefined: this device cannot do that. Throws HOME_RANGE. */
export function orderFor(device: Device, action: HomeAction, value?: number): HomeOrder | undefined {
  return (
    MAKERS[device.domain]?.(device, action, value) ?? (MAKERS[device.domain] ? undefined : plain(device, action, value))
  );
}

type Make = (device: Device, action: HomeAction, value: number | undefined) => HomeOrder | undefined;

function order(
  { domain, id }: Device,
  service: string,
  say: string,
  wants: Wants,
  more: { data?: object; guarded?: boolean } = {},
): HomeOrder {
  const { data = {}, guarded = false } = more;
  return { domain, service, data: { entity_id: id, ...data }, guarded, say, wants };
}

const MAKERS: Readonly<Record<string, Make>> = {
  lock: (device, action) => {
    if (['lock', 'turn_on', 'close'].includes(action))
      return order(device, 'lock', 'lock', { states: ['locked', 'locking'] }, { guarded: true });
    if (['unlock', 'open', 'turn_off'].includes(action))
      return order(device, 'unlock', 'unlock', { states: ['unlocked', 'unlocking'] }, { guarded: true });
    return undefined;
  },
  alarm_control_panel: (device, action) =>
    ['disarm', 'turn_off', 'unlock', 'open'].includes(action)
      ? order(device, 'alarm_disarm', 'disarm', { states: ['disarmed'] }, { guarded: true })
      : armed(device, 'armed_away'),
  cover: (device, action, value) => {
    const guarded = isGate(device);
    if (action === 'set' && value !== undefined) return moved(device, value, guarded);
    if (['open', 'turn_on', 'unlock'].includes(action))
      return order(device, 'open_cover', 'open', { states: ['open', 'opening'] }, { guarded });
    if (['close', 'turn_off', 'lock'].includes(action))
      return order(device, 'close_cover', 'close', { states: ['closed', 'closing'] }, { guarded });
    return undefined;
  },
  climate: (device, action, value) => {
    if (action === 'turn_off') return order(device, 'turn_off', 'turn off', { states: ['off'] });
    if (value === undefined)
      return action === 'turn_on' ? order(device, 'turn_on', 'turn on', { states: HVAC }) : undefined;
    const { min_temp: least, max_temp: most } = device.attributes;
    inRange(device, value, typeof least === 'number' ? least : 5, typeof most === 'number' ? most : 35, '°');
    const near = { attribute: 'temperature', value, within: 0.5 };
    return order(device, 'set_temperature', `set to ${value}°`, { near }, { data: { temperature: value } });
  },
  light: (device, action, value) => {
    if (action !== 'set' || value === undefined) return plain(device, action, undefined);
    inRange(device, value, 0, 100, '%');
    if (value === 0) return plain(device, 'turn_off', undefined);
    const near = { attribute: 'brightness', value: value * 2.55, within: 8 };
    const wants = { states: ['on'], ...('brightness' in device.attributes && { near }) };
    return order(device, 'turn_on', `set to ${value}%`, wants, { data: { brightness_pct: value } });
  },
  fan: (device, action, value) =>
    percent(device, action, value, 'set_percentage', 'percentage', (share) => share) ?? plain(device, action, value),
  humidifier: (device, action, value) =>
    percent(device, action, value, 'set_humidity', 'humidity', (share) => share) ?? plain(device, action, value),
  media_player: (device, action, value) =>
    percent(device, action, value, 'volume_set', 'volume_level', (share) => share / 100) ??
    plain(device, action, value),
  // "Run the unlock doors script": the verb may be of its name.
  scene: (device, action) => (action === 'turn_off' ? undefined : setOff(device, 'turn_on', 'set')),
  script: (device, action) => (action === 'turn_off' ? undefined : setOff(device, 'turn_on', 'run')),
  button: (device, action) => (action === 'turn_off' ? undefined : setOff(device, 'press', 'press')),
  input_button: (device, action) => (action === 'turn_off' ? undefined : setOff(device, 'press', 'press')),
  vacuum: (device, action) =>
    action === 'turn_on'
      ? order(device, 'start', 'start', { states: ['cleaning', 'on'] })
      : action === 'turn_off'
        ? order(device, 'return_to_base', 'send back to its base', { states: ['returning', 'docked', 'off', 'idle'] })
        : undefined,
};

/**
 * What it sets off is not seen from here; one that is called after what is guarded is guarded itself, and so is a scene or a
 * script that does not tell what it touches, or touches more than what is switched.
 */
function setOff(device: Device, service: string, say: string): HomeOrder {
  const isUnseen = (device.domain === 'scene' || device.domain === 'script') && !isHarmless(device);
  const guarded = isUnseen || /garage|gate|door(?!bell)|lock|alarm/i.test(device.name);
  return order(device, service, say, { sent: true }, { guarded });
}

/** A scene tells which devices it is of. */
function isHarmless({ attributes: { entity_id: touched } }: Device): boolean {
  const ids: readonly unknown[] = Array.isArray(touched) ? touched : [];
  return ids.length > 0 && ids.every((id) => typeof id === 'string' && SWITCHED.includes(id.split('.')[0]!));
}

const SWITCHED = ['light', 'switch', 'fan', 'media_player', 'climate', 'humidifier', 'input_boolean'];

const ONE_SHOT = ['scene', 'script', 'button', 'input_button'];

const RELAYS = ['switch', 'input_boolean'];

const HVAC = ['heat', 'cool', 'heat_cool', 'auto', 'dry', 'fan_only'];
const ON = ['on', 'playing', 'paused', 'idle', 'standby'];

/** On and off, and nothing in between. A relay that drives a gate or a lock is a switch like any other. */
function plain(device: Device, action: HomeAction, value: number | undefined): HomeOrder | undefined {
  const guarded = RELAYS.includes(device.domain) && keepsShut(device);
  if (action === 'turn_on') return order(device, 'turn_on', 'turn on', { states: ON }, { guarded });
  if (action === 'turn_off') return order(device, 'turn_off', 'turn off', { states: ['off', 'standby'] }, { guarded });
  return action === 'set' && value === undefined ? order(device, 'turn_on', 'turn on', { states: ON }) : undefined;
}

function percent(
  device: Device,
  action: HomeAction,
  value: number | undefined,
  service: string,
  attribute: string,
  scale: (share: number) => number,
): HomeOrder | undefined {
  if (action !== 'set' || value === undefined) return undefined;
  inRange(device, value, 0, 100, '%');
  const wanted = scale(value);
  const near = { attribute, value: wanted, within: scale(5) };
  const wants = attribute in device.attributes ? { near } : {};
  return order(device, service, `set to ${value}%`, wants, { data: { [attribute]: wanted } });
}

function moved(device: Device, value: number, guarded: boolean): HomeOrder {
  inRange(device, value, 0, 100, '%');
  const near = { attribute: 'current_position', value, within: 5 };
  const wants = 'current_position' in device.attributes ? { near } : {};
  return order(device, 'set_cover_position', `open to ${value}%`, wants, { data: { position: value }, guarded });
}

function armed(device: Device, mode: string): HomeOrder {
  const wants = { states: [mode, 'arming', 'pending'] };
  return order(device, `alarm_${mode.replace('armed', 'arm')}`, 'arm', wants, { guarded: true });
}

function isGate(device: Device): boolean {
  return /garage|gate/i.test(device.name) || keepsShut(device);
}

function inRange({ name }: Device, value: number, least: number, most: number, unit: string): void {
  if (value >= least && value <= most) return;
  throw new ConsiliumError(
    'HOME_RANGE',
    `${name} can be set from ${least} to ${most}${unit}, not to ${value}; nothing was changed.`,
  );
}

/** The order that brings a device back to how it stood before; undefined where nobody knows one. */
export function orderBack(before: Device): HomeOrder | undefined {
  const { domain, state, attributes } = before;
  const number = (name: string) => (typeof attributes[name] === 'number' ? (attributes[name] as number) : undefined);
  if (state === 'unavailable' || state === 'unknown' || ONE_SHOT.includes(domain)) return undefined;
  if (domain === 'lock') return orderFor(before, state === 'locked' ? 'lock' : 'unlock');
  if (domain === 'alarm_control_panel')
    return state === 'disarmed' ? orderFor(before, 'disarm') : /^armed_/.test(state) ? armed(before, state) : undefined;
  if (domain === 'cover') {
    const position = number('current_position');
    if (position !== undefined && position > 0 && position < 100) return orderFor(before, 'set', position);
    return orderFor(before, state === 'closed' ? 'close' : 'open');
  }
  if (domain === 'climate') return climateBack(before, number('temperature'));
  if (domain === 'vacuum') return orderFor(before, state === 'cleaning' ? 'turn_on' : 'turn_off');
  if (state === 'off') return orderFor(before, 'turn_off');
  const level = number(LEVELS[domain]?.attribute ?? '');
  const share = level === undefined ? undefined : Math.round(level * LEVELS[domain]!.share);
  return share === undefined ? orderFor(before, 'turn_on') : orderFor(before, 'set', Math.min(100, Math.max(1, share)));
}

/** How a device stands on its own scale: degrees, or a share of a hundred. Undefined: it has no such scale. */
export function levelOf({ domain, state, attributes }: Device): number | undefined {
  const scale = domain === 'climate' ? { attribute: 'temperature', share: 1 } : LEVELS[domain];
  const level = attributes[scale?.attribute ?? (domain === 'cover' ? 'current_position' : '')];
  if (typeof level === 'number') return Math.round(level * (scale?.share ?? 1) * 10) / 10;
  return domain === 'light' && state === 'off' ? 0 : undefined;
}

/** A step where nobody said how much, and what a number that lies under the scale of a thermostat can only be. */
export function shiftedTo(
  device: Device,
  { value, by, way }: { value?: number | undefined; by?: number | undefined; way?: 'up' | 'down' | undefined },
): number | undefined {
  const isClimate = device.domain === 'climate';
  const least = device.attributes['min_temp'];
  const isUnder = isClimate && value !== undefined && value < (typeof least === 'number' ? least : 5);
  const step = value === undefined ? (isClimate ? 1 : 10) : isUnder ? value : undefined;
  const shift = by ?? (way === undefined || step === undefined ? undefined : way === 'up' ? step : -step);
  if (shift === undefined) return value;
  const level = levelOf(device);
  if (level === undefined)
    throw new ConsiliumError(
      'HOME_CANNOT',
      `I cannot see how ${device.name} stands, so I cannot change it by an amount.`,
      {
        hint: 'Say what to set it to.',
      },
    );
  const most = isClimate ? Number.POSITIVE_INFINITY : 100;
  return Math.round(Math.max(isClimate ? Number.NEGATIVE_INFINITY : 0, Math.min(most, level + shift)) * 10) / 10;
}

const LEVELS: Readonly<Record<string, { attribute: string; share: number }>> = {
  light: { attribute: 'brightness', share: 1 / 2.55 },
  fan: { attribute: 'percentage', share: 1 },
  media_player: { attribute: 'volume_level', share: 100 },
  humidifier: { attribute: 'humidity', share: 1 },
};

/** A thermostat that was off goes off; one that ran gets its mode and temperature again. */
function climateBack(before: Device, temperature: number | undefined): HomeOrder | undefined {
  if (before.state === 'off') return orderFor(before, 'turn_off');
  if (temperature === undefined)
    return order(
      before,
      'set_hvac_mode',
      `set to ${before.state}`,
      { states: [before.state] },
      { data: { hvac_mode: before.state } },
    );
  const near = { attribute: 'temperature', value: temperature, within: 0.5 };
  return order(
    before,
    'set_temperature',
    `set to ${temperature}°`,
    { states: [before.state], near },
    { data: { temperature, hvac_mode: before.state } },
  );
}
