/** Team folders for tests: real files in a folder of their own. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';

const KERNEL = resolve(import.meta.dirname, '../kernel');

/** Writes the files into a new folder, which goes when the test has ended. */
export function writeTeam(files: Record<string, string>): string {
  const dir = mkdtempSync(join(tmpdir(), 'consilium-team-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeTeamFile(dir, name, text);
  return dir;
}

export function writeTeamFile(dir: string, name: string, text: string): void {
  const file = join(dir, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** A hub with two specialists, one of them with a tool. Sound; each test spoils it in its own way. */
export const SOUND: Readonly<Record<string, string>> = {
  'team.yml': 'name: clinic\ndescription: A small clinic.\nroot: Hub\n',
  'Hub/config.yml': `name: Hub
description: Greets and hands on.
instruction: Hand the question to whoever knows.
sub_agents:
  - Hours
  - Booking
`,
  'Hours/config.yml': `name: Hours
description: Knows when the clinic is open.
instruction: Look it up.
tools:
  - look_up_hours
`,
  'Hours/tools.ts': toolModule({ look_up_hours: 'eight to six' }),
  'Booking/config.yml': `name: Booking
description: Books visits.
instruction: Book.
transfer_targets: [Hours]
`,
};

/** A tools.ts whose tools return what is given for them. */
export function toolModule(tools: Record<string, string>): string {
  const exported = Object.entries(tools).map(
    ([name, result]) => `export const ${name} = tool({
  name: '${name}',
  description: 'Returns what the test wants.',
  input: { '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) } },
  execute: () => '${result}',
});`,
  );
  return `import { tool } from '${KERNEL}/tool.ts';\n${exported.join('\n')}\n`;
}
