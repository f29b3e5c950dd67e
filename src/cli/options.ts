/** Options that several commands take. */
import { InvalidArgumentError } from 'commander';

export const home = ['--home <dir>', 'data folder (default: $CONSILIUM_HOME or .consilium)'] as const;
export const team = ['--team <name>', 'team to talk to, by name or folder'] as const;
export const patient = ['--patient <id>', 'patient whose record the session is about'] as const;
export const session = ['--session <id>', 'go on with this session'] as const;
export const timezone = ['--timezone <zone>', 'where you are, such as Europe/Berlin (default: $TZ)'] as const;
export const country = ['--country <country>', 'the country that you are in, such as GB or Japan'] as const;
export const city = ['--city <city>', 'the city that you are in, such as Paris'] as const;
export const clock = [
  '--clock <time>',
  'begin at this time instead of now: 2026-03-01T08:00:00Z, or …*3600 for an hour in a second',
] as const;
export const json = ['--json', 'one JSON document on stdout'] as const;

export function readCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError('It must be a number from 1.');
  return count;
}

export function readPort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgumentError('A port is a number from 0 to 65535.');
  return port;
}
