/** How devices stand, in words: one, or those of several that are in a state. */
import type { Device } from 'consilium/assistant';

export const MOST_SHOWN = 60;

/** Its state, and what it is set to. */
export const sayState = ({ name, state, attributes, domain }: Device) => {
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

/** "Which lights are on?": those that are, and how many are not. What cannot be reached is said to be. */
export function sayWhich(query: string, set: readonly Device[], state: string | undefined) {
  const away = set.filter((one) => ['unavailable', 'unknown'].includes(one.state));
  const reached = set.filter((one) => !away.includes(one));
  const fits = state === undefined ? reached : reached.filter((one) => isIn(one, state));
  const lines = fits.slice(0, MOST_SHOWN).map((device) => `- ${sayState(device)}`);
  const none = `None of them is ${state}: ${reached.map(({ name }) => `**${name}**`).join(', ')}.`;
  const rest = state === undefined || fits.length === 0 ? 0 : reached.length - fits.length;
  const more = rest === 0 ? '' : `\n\n${rest === 1 ? 'One other is' : `${rest} others are`} not.`;
  const missed = away.length === 0 ? '' : `\n\nNot reached: ${away.map(({ name }) => `**${name}**`).join(', ')}.`;
  return {
    say: `${fits.length === 0 ? (reached.length === 0 ? `None of the ${query} can be reached.` : none) : lines.join('\n')}${more}${missed}`,
    devices: fits.map(({ id, name, state: is }) => ({ id, name, state: is })),
  };
}

/** "Are all the doors locked?": yes, or which are not. What cannot be reached is no yes. */
export function sayEvery(query: string, set: readonly Device[], state: string) {
  const others = set.filter((one) => !isIn(one, state));
  const names = set.map(({ name }) => `**${name}**`).join(', ');
  const so = set.length - others.length;
  const rest = so === 0 ? '' : ` ${so === 1 ? 'The other one is' : `The other ${so} are`}.`;
  return {
    say:
      others.length === 0
        ? `**Yes**, ${set.length === 1 ? 'it is' : `all ${set.length} are`} ${state}: ${names}.`
        : `**No**: ${others.slice(0, MOST_SHOWN).map(sayState).join('; ')}.${rest}`,
    devices: set.map(({ id, name, state: is }) => ({ id, name, state: is })),
    query,
  };
}

/** Sensors of doors and windows say on for open. */
function isIn({ domain, state }: Device, wanted: string): boolean {
  if (domain === 'binary_sensor' && (wanted === 'open' || wanted === 'closed'))
    return (state === 'on') === (wanted === 'open');
  if (wanted === 'on') return !['off', 'standby', 'idle', 'closed'].includes(state);
  return state === wanted;
}
