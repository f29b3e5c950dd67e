/** A CPU profile read for people: where the time goes by itself, and through whom, by file and line. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Profile {
  nodes: { id: number; callFrame: Frame; children?: number[] }[];
  samples: number[];
  timeDeltas: number[];
}

interface Frame {
  functionName: string;
  url: string;
  lineNumber: number;
}

const ROOT = resolve(import.meta.dirname, '../..');
const SHOWN = 40;

export function readProfile(dir: string): string[] {
  const files = readdirSync(dir).filter((name) => name.endsWith('.cpuprofile'));
  const largest = files
    .map((name) => JSON.parse(readFileSync(join(dir, name), 'utf8')) as Profile)
    .toSorted((a, b) => b.samples.length - a.samples.length)[0];
  if (largest === undefined) return ['There is no profile.'];
  const { own, through, rooms, busy } = addUp(largest);
  return [
    'By room (what it calls of Node and of packages is its own):',
    ...list(rooms, busy),
    '',
    `By itself (of ${(busy / 1e6).toFixed(1)} s busy):`,
    ...list(own, busy),
    '',
    'With what it calls:',
    ...list(through, busy),
  ];
}

/** Microseconds by place. A function that calls itself counts once. */
function addUp({ nodes, samples, timeDeltas }: Profile) {
  const times = new Map<number, number>();
  samples.forEach((id, at) => {
    times.set(id, (times.get(id) ?? 0) + timeDeltas[at]!);
  });
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id] as const)));
  const own = new Map<string, number>();
  const through = new Map<string, number>();
  const rooms = new Map<string, number>();
  let busy = 0;
  for (const [id, time] of times) {
    const { callFrame } = byId.get(id)!;
    if (callFrame.functionName === '(idle)' || callFrame.functionName === '(program)') continue;
    busy += time;
    add(own, placeOf(callFrame), time);
    const seen = new Set<string>();
    let room: string | undefined;
    for (let up: number | undefined = id; up !== undefined; up = parents.get(up)) {
      const frame = byId.get(up)!.callFrame;
      seen.add(placeOf(frame));
      room ??= roomOf(frame);
    }
    add(rooms, room ?? '(Node itself)', time);
    for (const place of seen) add(through, place, time);
  }
  return { own, through, rooms, busy };
}

function add(to: Map<string, number>, place: string, time: number): void {
  to.set(place, (to.get(place) ?? 0) + time);
}

function placeOf({ functionName, url, lineNumber }: Frame): string {
  const path = url.startsWith('file:') ? relative(ROOT, fileURLToPath(url)) : url;
  return path === '' ? functionName : `${functionName || '(anonymous)'} ${path}:${lineNumber + 1}`;
}

/** `src/graph`, `teams/health`; none for Node and for packages. */
function roomOf({ url }: Frame): string | undefined {
  if (!url.startsWith('file:') || url.includes('/node_modules/')) return undefined;
  return relative(ROOT, fileURLToPath(url)).split('/').slice(0, 2).join('/');
}

function list(times: ReadonlyMap<string, number>, busy: number): string[] {
  return [...times]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, SHOWN)
    .map(([place, time]) => `${((100 * time) / busy).toFixed(1).padStart(6)} %  ${place}`);
}
