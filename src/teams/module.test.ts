/** In processes of their own, since the test runner has a module loader of its own. */
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { SOUND, writeTeam } from './fixture.ts';

function check(dir: string): {
  agents?: string[];
  problems: { file: string; line?: number; message: string }[];
  same: boolean;
} {
  const program = `
    import { checkTeam } from ${JSON.stringify(resolve(import.meta.dirname, 'index.ts'))};
    import { currentAgent } from ${JSON.stringify(resolve(import.meta.dirname, '../kernel/index.ts'))};
    const { team, problems } = await checkTeam(${JSON.stringify(dir)});
    console.log(JSON.stringify({ agents: team?.agents, problems, same: globalThis.seen === currentAgent }));
  `;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' }));
}

test('a team that lives elsewhere may import the kernel and the packages of the house', () => {
  const dir = writeTeam({
    ...SOUND,
    'Hours/tools.ts': `import { z } from 'zod';
import { currentAgent, tool } from 'consilium/kernel';
globalThis.seen = currentAgent;
export const look_up_hours = tool({ name: 'look_up_hours', description: 'x', input: z.object({}), execute: () => 1 });
`,
  });
  expect(check(dir)).toEqual({ agents: ['Hub', 'Hours', 'Booking'], problems: [], same: true });
});

test('a package that is nowhere is a problem of the module', () => {
  const dir = writeTeam({ ...SOUND, 'Hours/tools.ts': "import 'no-such-package';\n" });
  expect(check(dir).problems).toMatchObject([{ message: expect.stringContaining('no-such-package') }]);
});

test('a failure in a file that several modules share is told once, where it is', () => {
  const dir = writeTeam({
    ...SOUND,
    '_shared/table.ts':
      "export const table: string[] = [];\n\nif (table.length === 0) throw new Error('the table\\n  is empty');\n",
    'Hours/tools.ts': "import '../_shared/table.ts';\n",
    'Booking/callbacks.ts': "import '../_shared/table.ts';\n",
  });
  expect(check(dir).problems).toEqual([
    {
      file: `${dir}/_shared/table.ts`,
      line: 3,
      column: 31,
      rule: 'module',
      message: 'The module fails when it is imported: the table is empty',
    },
  ]);
});
