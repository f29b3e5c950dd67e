import { spawn } from 'node:child_process';
import { rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { LlmAgent } from '../kernel/agent.ts';
import { SOUND, toolModule, writeTeam, writeTeamFile } from './fixture.ts';
import { type Team, type TeamChange, type TeamWatch, watchTeam } from './index.ts';

/** A watch whose changes can be awaited one by one. */
async function follow(dir: string): Promise<{ watch: TeamWatch; next: () => Promise<TeamChange> }> {
  const changes: TeamChange[] = [];
  const waiting: ((change: TeamChange) => void)[] = [];
  const watch = await watchTeam(dir, (change) => {
    const taker = waiting.shift();
    if (taker === undefined) changes.push(change);
    else taker(change);
  });
  onTestFinished(() => watch.close());
  return {
    watch,
    next: () => {
      const change = changes.shift();
      return change === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(change);
    },
  };
}

/** An editor's single save may be seen as two: waits for the change that is as expected. */
async function until(next: () => Promise<TeamChange>, fits: (change: TeamChange) => boolean): Promise<TeamChange> {
  for (;;) {
    const change = await next();
    if (fits(change)) return change;
  }
}

const agentOf = (team: Team, name: string) => team.root.subAgents.find((agent) => agent.name === name) as LlmAgent;
const resultOf = (team: Team) => {
  const [tool] = agentOf(team, 'Hours').tools;
  return tool?.kind === 'function' ? tool.execute({}, {} as never) : undefined;
};

describe('a watched team', () => {
  test('is loaded anew when its YAML changes', async () => {
    const dir = writeTeam(SOUND);
    const { watch, next } = await follow(dir);
    expect(await next()).toMatchObject({ kind: 'loaded', changed: [] });
    const first = watch.team!;
    writeTeamFile(dir, 'Booking/config.yml', 'name: Booking\ndescription: x\ninstruction: Book at once.\n');
    const change = await until(next, ({ team }) => agentOf(team!, 'Booking').instruction === 'Book at once.');
    expect(change).toMatchObject({ kind: 'loaded', changed: ['Booking/config.yml'] });
    expect(watch.team).toBe(change.team);
    expect(agentOf(first, 'Booking').instruction).toBe('Book.');
  });

  test('keeps the last good team while the new one is broken, and says what is wrong', async () => {
    const dir = writeTeam(SOUND);
    const { watch, next } = await follow(dir);
    await next();
    const good = watch.team;
    writeTeamFile(dir, 'Hours/config.yml', 'name: Hours\ntools:\n  - look_up_ours\n');
    const broken = await until(next, ({ kind }) => kind === 'broken');
    expect(broken).toMatchObject({
      team: { name: 'clinic' },
      problems: [{ file: join(dir, 'Hours/config.yml'), line: 3, rule: 'unknown_tool' }],
    });
    expect(watch.team).toBe(good);
    writeTeamFile(dir, 'Hours/config.yml', SOUND['Hours/config.yml']!);
    await until(next, ({ kind }) => kind === 'loaded');
    expect(watch.team).not.toBe(good);
  });

  test('may begin broken and come good', async () => {
    const dir = writeTeam({ ...SOUND, 'team.yml': 'root: Nobody\n' });
    const { watch, next } = await follow(dir);
    expect(await next()).toMatchObject({
      kind: 'broken',
      team: undefined,
      problems: [{ rule: 'unknown_agent', line: 1 }],
    });
    expect(watch.team).toBeUndefined();
    writeTeamFile(dir, 'team.yml', SOUND['team.yml']!);
    await until(next, ({ kind }) => kind === 'loaded');
    expect(watch.team?.name).toBe('clinic');
  });

  test('sees new agents and agents that are gone', async () => {
    const dir = writeTeam(SOUND);
    const { watch, next } = await follow(dir);
    await next();
    writeTeamFile(dir, 'Nurse/config.yml', 'name: Nurse\ndescription: x\ninstruction: x\n');
    writeTeamFile(dir, 'Hub/config.yml', `${SOUND['Hub/config.yml']}  - Nurse\n`);
    await until(next, ({ team }) => team!.agents.includes('Nurse'));
    rmSync(join(dir, 'Nurse'), { recursive: true });
    writeTeamFile(dir, 'Hub/config.yml', SOUND['Hub/config.yml']!);
    await until(next, ({ kind, team }) => kind === 'loaded' && !team!.agents.includes('Nurse'));
    expect(watch.team?.agents).toEqual(['Hub', 'Hours', 'Booking']);
  });

  test('has the new code of its tools', async () => {
    const dir = writeTeam(SOUND);
    const { watch, next } = await follow(dir);
    await next();
    expect(resultOf(watch.team!)).toBe('eight to six');
    writeTeamFile(dir, 'Hours/tools.ts', toolModule({ look_up_hours: 'nine to five' }));
    await until(next, ({ team }) => resultOf(team!) === 'nine to five');
  });

  test('is left alone after close', async () => {
    const dir = writeTeam(SOUND);
    const changes: TeamChange[] = [];
    const watch = await watchTeam(dir, (change) => changes.push(change));
    await watch.close();
    writeTeamFile(dir, 'team.yml', 'root: Nobody\n');
    const { next } = await follow(dir);
    await next();
    expect(changes).toHaveLength(1);
  });

  test('that is no folder is refused', async () => {
    await expect(watchTeam('/nowhere/at/all', () => {})).rejects.toMatchObject({ code: 'TEAM_UNKNOWN' });
  });
});

/** In a process of its own, since the test runner has a module loader of its own. */
test('modules that the modules of a team import are loaded anew too, those outside are not, through a link as well', async () => {
  const outside = writeTeam({ 'count.ts': 'globalThis.loads = (globalThis.loads ?? 0) + 1;\n' });
  const folder = writeTeam({
    ...SOUND,
    'Hours/tools.ts': `import { hours } from '../_shared/hours.ts';
${toolModule({ look_up_hours: "' + hours() + '" })}`,
    '_shared/hours.ts': `import '${outside}/count.ts';
import { table } from './table.ts';
export const hours = () => table;
`,
    '_shared/table.ts': "export const table = 'eight to six';\n",
  });
  const dir = join(outside, 'link');
  symlinkSync(folder, dir);
  const program = `
    import { watchTeam } from ${JSON.stringify(resolve(import.meta.dirname, 'index.ts'))};
    const watch = await watchTeam(${JSON.stringify(dir)}, ({ kind, team, problems }) => {
      const hours = team?.root.subAgents[0].tools[0].execute({});
      console.log(JSON.stringify({ kind, hours, loads: globalThis.loads, lines: problems?.map((p) => p.line) }));
    });
    process.stdin.once('data', () => watch.close().then(() => process.exit(0)));
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const until = async (fits: (line: { kind: string; hours: string; lines?: number[] }) => boolean) => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error('the process ended');
      const line = JSON.parse(value);
      if (fits(line)) return line;
    }
  };
  expect(await until(() => true)).toEqual({ kind: 'loaded', hours: 'eight to six', loads: 1 });
  writeTeamFile(dir, '_shared/table.ts', "export const table = 'nine to five';\n");
  expect(await until(({ hours }) => hours === 'nine to five')).toMatchObject({ loads: 1 });
  writeTeamFile(dir, 'Booking/tools.ts', "const x: number = 1;\n\nthrow new Error('broken ' + x);\n");
  expect(await until(({ kind }) => kind === 'broken')).toMatchObject({
    hours: 'nine to five',
    lines: [3],
  });
  child.stdin.write('done\n');
  await new Promise((done) => child.once('exit', done));
});
