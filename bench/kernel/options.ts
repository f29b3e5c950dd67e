/** The command line of the benchmark. */
import { parseArgs } from 'node:util';
import { ConsiliumError } from '../../src/kernel/errors.ts';
import { contenders } from './contender.ts';
import { rows, type Suite, suites } from './rows.ts';

export interface Options {
  readonly quick: boolean;
  readonly json: boolean;
  readonly help: boolean;
  readonly passes: number;
  readonly peers: readonly string[];
  readonly only: readonly Suite[];
}

const peerNames = contenders.filter((c) => c.role === 'peer').map((c) => c.name);

export const HELP = `npm run bench [-- flags]

Runs Consilium and seven agent frameworks on the same mock model and prints what a turn costs: a table for people,
and how Consilium stands against the fastest of the others (ratio: below 1 is faster). The first run installs the
frameworks into bench/kernel/peers (about 900 MB, a minute or two; needs the npm registry); later runs need nothing.

  --quick           one short pass: a few minutes, rough figures (the full run takes about 20 minutes on an idle machine)
  --peers a,b       only these, or "none" for Consilium alone:
                    ${peerNames.join(', ')}
  --only a,b        only these suites (or the suites of these rows of the JSON, such as turn_5000):
                    ${suites.join(', ')}
  --passes N        how often everything is measured; the median counts (default 3)
  --json            ends with one line of JSON: {suite, machine, rows}
  --help            this text

Every suite runs in a process of its own, peers and Consilium in turn. CPU time counts all threads and is what to
trust on a busy machine; the clock is shown beside it. "durable" is Consilium with every event on disk (SQLite) before
it is shown; the peers keep their sessions in memory. "floor" is a bare loop around the model: no framework at all.

  npm run bench -- --quick --peers ai,strands --only simple,stream
`;

export function readOptions(args: readonly string[]): Options {
  const { values } = parse(args);
  const quick = values.quick ?? false;
  const passes = Number(values.passes ?? (quick ? 1 : 3));
  if (!Number.isInteger(passes) || passes < 1) throw usage('--passes takes a whole number of at least 1.');
  return {
    quick,
    passes,
    json: values.json ?? false,
    help: values.help ?? false,
    peers: values.peers === 'none' ? [] : choose('--peers', values.peers, peerNames),
    only: choose('--only', values.only, suites, suiteOfRow),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        quick: { type: 'boolean' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
        passes: { type: 'string' },
        peers: { type: 'string' },
        only: { type: 'string' },
      },
    });
  } catch (thrown) {
    throw usage((thrown as Error).message);
  }
}

/** Names from a list, in the list's order; `read` may know a name by another. */
function choose<T extends string>(
  flag: string,
  given: string | undefined,
  all: readonly T[],
  read: (name: string) => string = (name) => name,
): readonly T[] {
  if (given === undefined) return all;
  const names = given.split(',').map((name) => read(name.trim()));
  const unknown = names.find((name) => !(all as readonly string[]).includes(name));
  if (unknown !== undefined) throw usage(`${flag} does not know ${unknown}. It takes: ${all.join(', ')}.`);
  return all.filter((name) => names.includes(name));
}

function suiteOfRow(name: string): string {
  return rows.find((row) => row.name === name)?.suite ?? name;
}

function usage(message: string): ConsiliumError {
  return new ConsiliumError('USAGE', message, { hint: 'npm run bench -- --help' });
}
