/** Which devices words mean: one by its name, all of a kind, all of a room; and what is near where there is none. */
import { type Device, kindsIn } from 'consilium/assistant';
import { ConsiliumError } from 'consilium/kernel';
import { choose } from '../_shared/choose.ts';

/** The domains of Home Assistant that a kind of device may be in. */
const DOMAINS: Readonly<Record<string, readonly string[]>> = {
  light: ['light'],
  climate: ['climate', 'humidifier'],
  door: ['lock', 'cover', 'binary_sensor'],
  garage: ['cover'],
  lockset: ['lock'],
  alarm: ['alarm_control_panel'],
  blinds: ['cover'],
  window: ['cover', 'binary_sensor'],
};

/** What is switched off when everything is: nothing that opens, locks or guards the house. */
const SWITCHED = ['light', 'switch', 'fan', 'media_player', 'climate', 'humidifier', 'input_boolean'];
const DOORS = new Set(['open', 'closed', 'locked', 'unlocked']);
const LOCKS = new Set(['locked', 'unlocked']);
const SHADES = new Set(['blind', 'curtain', 'shade', 'shutter', 'awning']);
const ROUTINES = new Set(['script', 'scene', 'automation', 'button', 'input_button']);
const EVERYTHING = /^everything\b\s*/;

/** `can`: whether it does what is asked; a heater is not opened. */
export function findDevice(
  query: string,
  all: readonly Device[],
  can: (device: Device) => boolean = () => true,
): Device {
  const { words } = kindsIn(query);
  const kin = ofKind(query, all);
  // "The kitchen light" is no other light: every word that says which must be of its name.
  const pool = kin.filter((device) => hasWords(device, words));
  if (kin.length > 0 && pool.length === 0 && !all.some((device) => hasWords(device, words)))
    throw unknownDevice(query, all);
  const fits = pool.length > 0 ? pool : all;
  const able = fits.filter(can);
  const named = (able.length > 0 ? able : fits).map(({ id, name }) => ({ id, name }));
  // "Set the heating to 21", where one thing heats to so many degrees.
  const isOnly = pool.length > 0 && named.length === 1;
  try {
    const { id } = isOnly ? named[0]! : choose(query, named, 'device');
    return all.find((one) => one.id === id)!;
  } catch (thrown) {
    if (!(thrown instanceof ConsiliumError) || thrown.code !== 'NOT_FOUND_HERE') throw thrown;
    throw unknownDevice(query, all);
  }
}

const SMALL = new Set(['the', 'my', 'our', 'a', 'an', 'of', 'in', 'at', 'home', 'house', 'room']);

function hasWords({ name }: Device, words: readonly string[]): boolean {
  const own = name.toLowerCase();
  return words.every((word) => SMALL.has(word) || own.includes(word.replace(/(?<=\w{3})(?:'s|s)$/, '')));
}

/** All of a kind, of a room, or everything that can be switched; undefined where the words name no set. */
export function findSet(query: string, all: readonly Device[], state?: string): readonly Device[] | undefined {
  const isAll = EVERYTHING.test(query);
  const { kinds, words } = kindsIn(query.replace(EVERYTHING, ''));
  if (!isAll && kinds.length === 0) return undefined;
  // "Is anything open?" is of what opens.
  const domains = DOORS.has(state ?? '') ? DOMAINS['door']! : SWITCHED;
  const kin = isAll ? all.filter(({ domain }) => domains.includes(domain)) : ofKind(query, all);
  // What has no lock is neither locked nor unlocked.
  const locks = LOCKS.has(state ?? '') ? kin.filter(({ domain }) => domain === 'lock') : [];
  const pool = locks.length > 0 ? locks : kin;
  const rooms = words.filter((word) => word !== 'home' && word !== 'house');
  const isThere = ({ name }: Device) => rooms.every((word) => name.toLowerCase().includes(word.replace(/s$/, '')));
  // A routine that is named after a door is none.
  const isDoors = kinds.some((kind) => kind === 'door' || kind === 'garage');
  return pool.filter((one) => isThere(one) && !(isDoors && ROUTINES.has(one.domain)));
}

function ofKind(query: string, all: readonly Device[]): readonly Device[] {
  const own = kindsIn(query).kinds;
  return all.filter((device) => {
    const named = kindsIn(device.name).kinds;
    if (named.some((one) => own.includes(one) && one !== 'device')) return true;
    return own.some((kind) => DOMAINS[kind]?.includes(device.domain) === true && mayBe(device, kind, named));
  });
}

/** What moves or tells whether it is open is a blind, a door or a window: by what the house says of it, else by its name. */
function mayBe({ domain, attributes }: Device, kind: string, named: readonly string[]): boolean {
  if (domain !== 'cover' && domain !== 'binary_sensor') return true;
  const said = String(attributes['device_class'] ?? '');
  const classes = CLASSES.find((one) => one.words.has(said))?.kinds;
  if (classes !== undefined) return classes.includes(kind);
  const own = named.filter((one) => OPENING.has(one));
  return own.length === 0 ? domain === 'cover' : own.includes(kind);
}

const CLASSES = [
  { words: SHADES, kinds: ['blinds'] },
  { words: new Set(['door', 'garage', 'garage_door', 'gate', 'opening']), kinds: ['door', 'garage'] },
  { words: new Set(['window']), kinds: ['window'] },
];
const OPENING = new Set(['blinds', 'door', 'garage', 'window']);

const MOST_NAMED = 8;

/** What is like it comes first: of its kind, or with one of its words. */
export function unknownDevice(query: string, all: readonly Device[]): ConsiliumError {
  const { words } = kindsIn(query);
  const isNear = (device: Device) =>
    ofKind(query, [device]).length > 0 || words.some((word) => device.name.toLowerCase().includes(word));
  const near = all.filter(isNear);
  const named = (near.length > 0 ? near : all).slice(0, MOST_NAMED).map(({ name }) => name);
  const more = (near.length > 0 ? near : all).length - named.length;
  const list = `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const hint =
    all.length === 0
      ? 'The house has no devices.'
      : near.length > 0
        ? `Near to it: ${list}.`
        : `The house has: ${list}.`;
  return new ConsiliumError('NOT_FOUND_HERE', `There is no device like "${query}".`, { hint });
}
