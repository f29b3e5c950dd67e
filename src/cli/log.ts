/** Logs of the command line go to stderr, warnings and worse unless CONSILIUM_LOG says otherwise. */
import type { Log } from '../kernel/index.ts';
import { terminal } from './terminal.ts';

const LEVELS = ['debug', 'info', 'warn', 'silent'] as const;

export function cliLog(): Log {
  const wanted = process.env['CONSILIUM_LOG'] ?? 'silent';
  const from = Math.max(0, LEVELS.indexOf(wanted as (typeof LEVELS)[number]));
  const write = (level: number) => (facts: object, message: string) => {
    if (level >= from) terminal().stderr.write(`${JSON.stringify({ level: LEVELS[level], message, ...facts })}\n`);
  };
  return { debug: write(0), info: write(1), warn: write(2) };
}
