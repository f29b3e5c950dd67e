/** Commands of the command line in this process, with a terminal that a test reads: no process has to start for them. */
import { Readable, Writable } from 'node:stream';
import { runCommand } from '../src/cli/program.ts';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

interface Place {
  readonly input?: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

export async function runHere(args: readonly string[], place: Place = {}): Promise<Ran> {
  const { input = '', cwd = process.cwd(), env = process.env } = place;
  let said: number | undefined;
  const written = { out: '', err: '' };
  const sink = (name: 'out' | 'err') =>
    new Writable({
      write(chunk, _encoding, done) {
        written[name] += String(chunk);
        done();
      },
    });
  const code = await runCommand(args, {
    terminal: {
      stdin: Readable.from([input]),
      stdout: sink('out'),
      stderr: sink('err'),
      isInteractive: false,
      cwd,
      env,
      setExitCode: (given) => {
        said = given;
      },
      onInterrupt: () => () => {},
    },
  });
  return { code: said ?? code, ...written };
}
