/** The newest value of every measurement, blood pressure among them; what has no number is no line. */
import { bodySystem, observationByCode } from 'consilium/clinical';
import type { Kind } from '../../_shared/graph.ts';
import { canonical, type Flag, flagOf, PRESSURE, sayFlag } from '../../_shared/measures.ts';
import { capital, sayDate, sayValue } from '../../_shared/wording.ts';
import type { Desk } from './desk.ts';
import { sayKind } from './kinds.ts';
import { readingsOf } from './readings.ts';

export interface Line {
  code: string | null;
  say: string;
  shown: string;
  time: string;
  flag: Flag | undefined;
  system: string;
  marker: () => string;
}

export function linesOf(desk: Desk): Line[] {
  const { rows, person, notes } = desk;
  const pressure = readingsOf(desk, PRESSURE).at(-1);
  const measured = rows.kinds.flatMap((kind): Line[] => {
    const last = kind.newest[0];
    if (last === undefined || typeof last.value !== 'number' || last.time === null) return [];
    const say = sayKind(kind.name, kind.code);
    const marker = () => notes.entry({ uuid: last.uuid, label: 'Observation', name: capital(say), date: last.time });
    return [
      {
        code: kind.code,
        say,
        shown: sayValue(last.value, last.unit),
        time: last.time,
        flag: flagOf(last, kind.code, person),
        system: measuredSystem(kind),
        marker,
      },
    ];
  });
  const both =
    pressure === undefined
      ? []
      : [
          {
            code: PRESSURE,
            say: 'blood pressure',
            shown: pressure.shown,
            time: pressure.time,
            flag: pressure.flag,
            system: 'cardiovascular',
            marker: () => notes.entry(pressure.cite),
          },
        ];
  return newestOf([...both, ...measured]).toSorted((a, b) => gravity(b.flag) - gravity(a.flag));
}

/** Laboratories and people use several codes for one thing: the last value of it counts. */
function newestOf(lines: readonly Line[]): Line[] {
  const named = Map.groupBy(lines, ({ say }) => say);
  return [...named.values()].map((same) => same.reduce((best, each) => (each.time > best.time ? each : best)));
}

function gravity(flag: Flag | undefined): number {
  return flag === undefined || flag === 'normal' ? 0 : flag.startsWith('critical') ? 2 : 1;
}

function measuredSystem({ code, name }: Kind): string {
  return (code === null ? undefined : observationByCode(canonical(code))?.system) ?? bodySystem(name) ?? 'general';
}

export function toCells({ say, shown, time, flag, marker }: Line): string[] {
  return [`${say}${marker()}`, shown, sayDate(time), sayFlag(flag) || '–'];
}

export function isOutside({ flag }: Pick<Line, 'flag'>): boolean {
  return flag !== undefined && flag !== 'normal';
}
