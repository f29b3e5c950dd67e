/** From what was measured to what is printed: one table for people, one line for programs. */
import { availableParallelism } from 'node:os';
import type { Contender } from './contender.ts';
import { type Measured, median } from './harness.ts';
import { type Row, rows, type Suite } from './rows.ts';

export interface Finding extends Measured {
  readonly contender: Contender;
  readonly suite: Suite;
  readonly error?: string;
}

export interface ReportRow {
  readonly name: string;
  readonly title: string;
  readonly unit: string;
  readonly consilium: number | null;
  readonly consilium_durable?: number;
  readonly floor?: number;
  readonly peers: Readonly<Record<string, number>>;
  readonly fastest?: string;
  readonly ratio: number | null;
  readonly ratio_durable?: number;
  readonly targets?: readonly Verdict[];
  /** What happened to those who have no value here. */
  readonly notes?: Readonly<Record<string, string>>;
}

/** One promise: at most so many times the fastest peer, or so much. */
export interface Verdict {
  readonly of: 'consilium' | 'consilium_durable' | 'ratio' | 'ratio_durable';
  readonly at_most: number;
  readonly met: boolean;
}

export interface Report {
  readonly suite: 'kernel';
  readonly machine: { readonly arch: string; readonly node: string; readonly cores: number };
  readonly rows: readonly ReportRow[];
}

export function makeReport(findings: readonly Finding[]): Report {
  const measured = new Set(findings.map((finding) => finding.suite));
  return {
    suite: 'kernel',
    machine: { arch: process.arch, node: process.version, cores: availableParallelism() },
    rows: rows.filter((row) => measured.has(row.suite)).map((row) => makeRow(row, findings)),
  };
}

function makeRow(row: Row, findings: readonly Finding[]): ReportRow {
  const values = new Map<Contender, number[]>();
  const notes: Record<string, string> = {};
  for (const { contender, suite, values: found, note, error } of findings) {
    if (suite !== row.suite) continue;
    const value = found[row.name];
    if (value !== undefined) values.set(contender, [...(values.get(contender) ?? []), value]);
    else notes[contender.name] = error === undefined ? (note ?? 'not measured') : `failed: ${error}`;
  }
  const middles = [...values].map(([contender, found]) => ({ contender, value: round(median(found)) }));
  const ours = (durable: boolean) =>
    middles.find((m) => m.contender.role === 'ours' && m.contender.durable === durable);
  const peers = middles.filter((m) => m.contender.role === 'peer').sort((a, b) => a.value - b.value);
  const memory = ours(false)?.value;
  const durable = ours(true)?.value;
  const floor = middles.find((m) => m.contender.role === 'floor')?.value;
  const fastest = peers[0];
  const over = (value: number | undefined) =>
    value === undefined || fastest === undefined ? undefined : round(value / fastest.value);
  const ratio = over(memory);
  const ratioDurable = over(durable);
  const targets = judge(row, { consilium: memory, consilium_durable: durable, ratio, ratio_durable: ratioDurable });
  return {
    name: row.name,
    title: row.title,
    unit: row.unit,
    consilium: memory ?? null,
    ...(durable !== undefined && { consilium_durable: durable }),
    ...(floor !== undefined && { floor }),
    peers: Object.fromEntries(peers.map((m) => [m.contender.name, m.value])),
    ...(fastest !== undefined && { fastest: fastest.contender.name }),
    ratio: ratio ?? null,
    ...(ratioDurable !== undefined && { ratio_durable: ratioDurable }),
    ...(targets.length > 0 && { targets }),
    ...(Object.keys(notes).length > 0 && { notes }),
  };
}

/** What cannot be held against a target (no peer, no value) is left out. */
function judge({ target = {} }: Row, now: Record<Verdict['of'], number | undefined>): Verdict[] {
  const limits = [
    ['consilium', target.amount],
    ['consilium_durable', target.amountDurable],
    ['ratio', target.ratio],
    ['ratio_durable', target.ratioDurable],
  ] as const;
  return limits.flatMap(([of, limit]) => {
    const value = now[of];
    return limit === undefined || value === undefined ? [] : [{ of, at_most: limit, met: value <= limit }];
  });
}

/** First how we stand against the fastest, then everybody, then what a reader must know. */
export function formatReport(report: Report): string {
  const { arch, node, cores } = report.machine;
  const parts = [
    `Kernel benchmark · ${arch} · Node ${node} · ${cores} cores · a ratio below 1 is faster than the fastest peer`,
    formatTable(standings(report.rows)),
    formatTable(everybody(report.rows)),
    ...formatNotes(report.rows),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function standings(all: readonly ReportRow[]): string[][] {
  const head = ['', 'unit', 'consilium', 'durable', 'fastest peer', 'ratio', 'durable', 'targets'];
  return [
    head,
    ...all.map((row) => [
      row.title,
      row.unit,
      show(row.consilium),
      show(row.consilium_durable),
      row.fastest === undefined ? '' : `${row.fastest} ${show(row.peers[row.fastest])}`,
      show(row.ratio),
      show(row.ratio_durable),
      (row.targets ?? []).map(showVerdict).join('  '),
    ]),
  ];
}

function everybody(all: readonly ReportRow[]): string[][] {
  const names = [...new Set(all.flatMap((row) => Object.keys(row.peers)))].sort();
  if (names.length === 0) return [];
  return [
    ['', 'unit', 'consilium', 'durable', ...names, 'floor'],
    ...all.map((row) => [
      row.title,
      row.unit,
      show(row.consilium),
      show(row.consilium_durable),
      ...names.map((name) => show(row.peers[name])),
      show(row.floor),
    ]),
  ];
}

function formatNotes(all: readonly ReportRow[]): string[] {
  const lines = new Set(all.flatMap((row) => Object.entries(row.notes ?? {}).map(([who, what]) => `${who}: ${what}`)));
  return lines.size === 0 ? [] : [[...lines].join('\n')];
}

function formatTable(lines: readonly string[][]): string {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  const isText = (column: number) => column < 2 || lines[0]![column] === 'targets';
  return lines
    .map((line) =>
      line
        .map((cell, column) => (isText(column) ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function showVerdict({ of, at_most, met }: Verdict): string {
  return `${met ? '✓' : '✗'} ≤ ${at_most}${of.startsWith('ratio') ? '×' : ''}${of.endsWith('durable') ? ' durable' : ''}`;
}

function show(value: number | null | undefined): string {
  if (value === undefined || value === null) return '–';
  if (value >= 10_000) return Math.round(value).toLocaleString('en-US');
  return String(value >= 100 ? Math.round(value) : round(value));
}

/** Three figures are all that a benchmark can promise. */
function round(value: number): number {
  return Number(value.toPrecision(3));
}
