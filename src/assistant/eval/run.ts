/** `npm run eval:assistant`: how many requests go to the right specialist, tool and arguments. Blind first. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { NOTHING_KNOWN } from '../understanding/known.ts';
import { understand } from '../understanding/read.ts';

const names = z.array(z.string()).optional();
const caseSchema = z.strictObject({
  id: z.string(),
  say: z.string().min(1),
  known: z
    .strictObject({
      lists: names,
      events: names,
      todos: names,
      reminders: names,
      notes: names,
      files: names,
      briefs: names,
      devices: names,
    })
    .optional(),
  expect: z.array(
    z.strictObject({ agent: z.string(), tool: z.string(), args: z.record(z.string(), z.string()).optional() }),
  ),
});
type Case = z.infer<typeof caseSchema>;

const PLACE = { now: Date.parse('2026-11-15T11:00:00Z'), zone: 'Europe/Berlin' };

interface Verdict {
  readonly right: boolean;
  readonly agent: boolean;
  readonly tool: boolean;
  readonly got: string;
}

export function judge({ say, known, expect }: Case): Verdict {
  const mine = Object.fromEntries(Object.entries(known ?? {}).filter(([, list]) => list !== undefined));
  const read = understand(say, PLACE, { ...NOTHING_KNOWN, ...mine });
  const requests = read.kind === 'requests' ? read.requests : [];
  const got =
    requests.map(({ agent, tool, input }) => `${agent}.${tool} ${JSON.stringify(input)}`).join(' | ') || read.kind;
  const same = (by: (at: number) => boolean) => requests.length === expect.length && expect.every((_, at) => by(at));
  const agent = same((at) => requests[at]!.agent === expect[at]!.agent);
  const tool = agent && same((at) => requests[at]!.tool === expect[at]!.tool);
  const args =
    tool &&
    same((at) =>
      Object.entries(expect[at]!.args ?? {}).every(([name, pattern]) =>
        new RegExp(pattern, 'i').test(String(requests[at]!.input[name] ?? '')),
      ),
    );
  return { right: args, agent, tool, got };
}

export function readCases(folder: string): Case[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) =>
      readFileSync(join(folder, name), 'utf8')
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line, at) => {
          const read = caseSchema.safeParse(JSON.parse(line));
          if (!read.success) throw new Error(`${name}:${at + 1}: ${z.prettifyError(read.error)}`);
          return read.data;
        }),
    );
}

const SETS = ['blind', 'dev', 'train'];
const USAGE = `npm run eval:assistant [-- [--errors] [--json] [${SETS.join('|')} …]]: all sets, or those that are named\n`;

if (import.meta.main) {
  const given = process.argv.slice(2);
  const showErrors = given.includes('--errors');
  const wanted = given.filter((one) => !['--errors', '--json'].includes(one));
  if (wanted.some((one) => !SETS.includes(one))) {
    process.stdout.write(USAGE);
    process.exit(wanted.includes('--help') ? 0 : 2);
  }
  const rows = [];
  for (const set of wanted.length === 0 ? SETS : SETS.filter((one) => wanted.includes(one))) {
    const cases = readCases(join(import.meta.dirname, set));
    if (cases.length === 0) {
      process.stdout.write(`${set.padEnd(6)} no requests\n`);
      continue;
    }
    const verdicts = cases.map((one) => ({ one, verdict: judge(one) }));
    const share = (by: (verdict: Verdict) => boolean) =>
      verdicts.filter(({ verdict }) => by(verdict)).length / cases.length;
    const row = {
      name: set,
      cases: cases.length,
      agent: share((v) => v.agent),
      tool: share((v) => v.tool),
      right: share((v) => v.right),
    };
    rows.push(row);
    process.stdout.write(
      `${set.padEnd(6)} ${String(row.cases).padStart(4)} requests   agent ${row.agent.toFixed(3)}   tool ${row.tool.toFixed(3)}   all right ${row.right.toFixed(3)}\n`,
    );
    // What is wrong in a blind set is nobody's to learn from.
    if (showErrors && set !== 'blind')
      for (const { one, verdict } of verdicts)
        if (!verdict.right)
          process.stdout.write(
            `  ${one.id}: ${one.say}\n    wants ${JSON.stringify(one.expect)}\n    got   ${verdict.got}\n`,
          );
  }
  if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify({ suite: 'assistant', rows })}\n`);
}
