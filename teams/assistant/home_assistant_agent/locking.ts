/** "Lock up the house": every lock that is not locked, after one question that names them; and what stands open is said. */
import { type Device, type HomeOrder, holds, kindsIn, orderFor } from 'consilium/assistant';
import type { ToolContext } from 'consilium/kernel';
import { askForAll } from '../_shared/all.ts';

interface Told {
  readonly device: Device;
  readonly order: HomeOrder;
}

const WHOLE = new Set([
  'the',
  'my',
  'our',
  'house',
  'home',
  'up',
  'everything',
  'all',
  'flat',
  'apartment',
  'place',
  'lock',
  'whole',
]);

/** Whether the words name the house as a whole, or all its doors, and no one lock. */
export function meansHouse(query: string, several: boolean | undefined): boolean {
  const { kinds, words } = kindsIn(query);
  const isLocks = kinds.every((kind) => kind === 'lockset' || (several === true && kind === 'door'));
  return isLocks && words.every((word) => WHOLE.has(word)) && (several === true || !kinds.includes('door'));
}

export async function lockHouse(
  devices: readonly Device[],
  context: ToolContext,
  carryOut: (one: Told, key: string) => Promise<string>,
): Promise<{ say: string } | undefined> {
  const locks = devices.filter(({ domain }) => domain === 'lock');
  if (locks.length === 0) return undefined;
  const planned = locks.flatMap((device) => {
    const order = device.state === 'unavailable' ? undefined : orderFor(device, 'lock', undefined);
    return order === undefined ? [] : [{ device, order }];
  });
  const open = planned.filter(({ device, order }) => !holds(order, device));
  const beside = sayBeside(
    devices,
    locks.filter(({ state }) => state === 'unavailable'),
  );
  if (open.length === 0) return { say: `Every lock is locked already: ${names(planned)}.${beside}` };
  const agreed = open.length === 1 ? await askOne(open[0]!, context) : await askSeveral(open, context);
  if (agreed === undefined)
    return { say: `I left ${names(open)} as ${open.length === 1 ? 'it is' : 'they are'}.${beside}` };
  const lines: string[] = [];
  for (const one of agreed) lines.push(await carryOut(one, `${context.idempotencyKey}:${one.device.id}`));
  return {
    say: `${lines.length === 1 ? lines[0] : lines.map((line) => `- ${line}`).join('\n')}${lines.length === 1 ? '.' : ''}${beside}`,
  };
}

const names = (all: readonly Told[]) => all.map(({ device }) => `**${device.name}**`).join(', ');

async function askOne(one: Told, context: ToolContext): Promise<readonly Told[] | undefined> {
  const reply = await context.ask({
    what: `Lock ${one.device.name}`,
    why: `You asked: "${context.message.slice(0, 200)}"`,
    effect: `${one.device.name} is ${one.device.state} now. I would lock it.`,
    undo: 'Afterwards "undo that" puts it back as it is now.',
    until: context.clock.now() + WAITS_MS,
  });
  return reply.kind === 'yes' ? [one] : undefined;
}

async function askSeveral(open: readonly Told[], context: ToolContext): Promise<readonly Told[] | undefined> {
  const shown = { id: ({ device }: Told) => device.id, name: ({ device }: Told) => `${device.name} (${device.state})` };
  return (await askForAll(context, 'Lock', open, { ...shown, waits: WAITS_MS }))?.things;
}

const WAITS_MS = 10 * 60_000;

/** Doors, garages and windows that no lock holds, and locks that cannot be reached. */
function sayBeside(devices: readonly Device[], away: readonly Device[]): string {
  const ajar = devices.filter(({ domain, state }) => domain === 'cover' && (state === 'open' || state === 'opening'));
  const parts = [
    ajar.length === 0 ? '' : ` Still open: ${ajar.map(({ name }) => `**${name}**`).join(', ')}.`,
    away.length === 0 ? '' : ` Not reached: ${away.map(({ name }) => `**${name}**`).join(', ')}.`,
  ];
  return parts.join('');
}
