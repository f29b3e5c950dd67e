/** `consilium triggers`: what agents do later. */
import { ConsiliumError } from '../kernel/index.ts';
import { viewFiring, viewRun, viewTrigger } from '../research/index.ts';
import type { Missed, TriggerStatus } from '../triggers/index.ts';
import { noteRead } from './house.ts';
import { type DeskOptions, me, withDesk } from './research.ts';
import { bold, dim, printJson, terminal } from './terminal.ts';

export async function list(options: DeskOptions & { agent?: string; status?: string }): Promise<void> {
  const rows = await withDesk(options, async (desk, { home }) => {
    const agent = options.agent === undefined ? undefined : desk.agent(options.agent, me.user).id;
    const there = await desk.triggers.list({ owner: me.user, agent, status: readStatus(options.status) });
    noteRead(home, 'triggers', there);
    return there;
  });
  if (options.json) return printJson({ triggers: rows.map(viewTrigger) });
  const { stdout } = terminal();
  if (rows.length === 0) stdout.write('Nothing is scheduled.\n');
  for (const row of rows.map(viewTrigger))
    stdout.write(
      `${bold(stdout, row.understood)} ${row.status}${row.status === 'pending' ? `, next ${row.fire_at}` : ''}\n${dim(stdout, `  ${row.id} · ${row.instruction.slice(0, 100)}`)}\n`,
    );
}

export interface AddOptions extends DeskOptions {
  agent: string;
  schedule: string;
  instruction: string;
  zone?: string;
  missed?: string;
}

export async function add(options: AddOptions): Promise<void> {
  const made = await withDesk(options, async (desk) => {
    const agent = desk.agent(options.agent, me.user);
    const { schedule, instruction, zone = desk.zone } = options;
    return desk.looks.add(agent, { schedule, instruction, zone, missed: readMissed(options.missed) });
  });
  const view = viewTrigger(made);
  if (options.json) return printJson({ triggers: [view] });
  terminal().stdout.write(`Understood: ${view.understood}. First: ${view.fire_at}. Id: ${view.id}\n`);
}

export async function cancel(id: string, options: DeskOptions): Promise<void> {
  const ended = await withDesk(options, async (desk) => {
    await owned(desk, id);
    return desk.triggers.cancel(id, 'cancelled by a person');
  });
  if (options.json) return printJson({ triggers: [viewTrigger(ended)] });
  terminal().stdout.write('Cancelled.\n');
}

export async function run(id: string, options: DeskOptions): Promise<void> {
  const view = await withDesk(options, async (desk) => {
    await owned(desk, id);
    return viewRun(await desk.triggers.runNow(id));
  });
  if (view.status === 'failed') terminal().setExitCode(1);
  if (options.json) return printJson(view);
  terminal().stdout.write(`${view.report ?? view.error?.message ?? view.status}\n`);
}

export async function dead(options: DeskOptions): Promise<void> {
  const letters = await withDesk(options, async (desk, { home }) => {
    const there = await desk.triggers.dead({ owner: me.user });
    noteRead(home, 'triggers/dead', there);
    return there;
  });
  if (options.json) return printJson({ dead: letters.map(viewFiring) });
  const { stdout } = terminal();
  if (letters.length === 0) stdout.write('No dead letters.\n');
  for (const letter of letters.map(viewFiring))
    stdout.write(`${letter.id} due ${letter.due}, ${letter.tries} tries: ${letter.error?.message ?? ''}\n`);
}

export async function replay(id: string, options: DeskOptions): Promise<void> {
  const firing = await withDesk(options, async (desk) => {
    const letter = await desk.triggers.firing(id);
    if (letter !== undefined) await owned(desk, letter.trigger);
    return desk.triggers.replay(id, true);
  });
  const { status, report, error } = viewRun(firing);
  if (status === 'failed') terminal().setExitCode(1);
  if (options.json) return printJson(viewFiring(firing));
  const again =
    status === 'failed' ? `It failed again: ${error?.message ?? ''} A server or worker goes on trying.` : undefined;
  terminal().stdout.write(`${again ?? report ?? status}\n`);
}

async function owned(desk: { triggers: { get(id: string): Promise<{ owner: string }> } }, id: string): Promise<void> {
  const { owner } = await desk.triggers.get(id);
  if (owner !== me.user) throw new ConsiliumError('TRIGGER_UNKNOWN', `There is no trigger ${id}.`);
}

function readStatus(given: string | undefined): TriggerStatus | undefined {
  if (given === undefined || given === 'pending' || given === 'completed' || given === 'cancelled') return given;
  throw new ConsiliumError('STATUS_UNKNOWN', 'A status is pending, completed or cancelled.');
}

export function readMissed(given: string | undefined): Missed | undefined {
  if (given === undefined || given === 'once' || given === 'all' || given === 'skip') return given;
  throw new ConsiliumError('MISSED_UNKNOWN', 'Missed occasions are caught up once, all or skip.');
}
