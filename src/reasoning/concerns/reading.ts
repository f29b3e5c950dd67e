/**
 * Reads a file of rules. It is YAML of one plain shape (a rule is a list entry, each of its keys on one line), which a few
 * lines here read in a fraction of the time that the YAML library needs; a test holds the two against each other, and the
 * zod schema below checks every rule there.
 */
import { z } from 'zod';
import type { ConsiliumError } from '../../kernel/errors.ts';
import type { By, Severity } from './types.ts';

const sentence = z.string().min(8).max(700);
const SEVERITIES = ['critical', 'important', 'worth_knowing'] as const;
const BY = ['now', 'today', 'days', 'weeks', 'next_visit'] as const;

/** A patient in a few words, from which a test is made; see `examples.ts`. */
export const exampleSchema = z.strictObject({
  age: z.number().optional(),
  months: z.number().optional(),
  sex: z.enum(['female', 'male']).optional(),
  takes: z.array(z.string()).optional(),
  stopped: z.array(z.string()).optional(),
  has: z.array(z.string()).optional(),
  had: z.array(z.string()).optional(),
  allergic: z.array(z.string()).optional(),
  values: z.record(z.string(), z.union([z.number(), z.array(z.tuple([z.number(), z.number()]))])).optional(),
  done: z.record(z.string(), z.number()).optional(),
  told: z.array(z.string()).optional(),
  asked: z.array(z.string()).optional(),
  notes: z.array(z.string()).optional(),
  smokes: z.boolean().optional(),
  drinks: z.boolean().optional(),
});
export type Example = z.infer<typeof exampleSchema>;

export const ruleSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{4,60}$/),
  when: z.string().min(4),
  severity: z.enum(SEVERITIES),
  standing: z.enum([...SEVERITIES, 'silent']).optional(),
  say: sentence,
  do: z.strictObject({ what: sentence, whom: z.string().min(2).max(80), by: z.enum(BY) }),
  planned: z.strictObject({ what: sentence, whom: z.string().min(2).max(80), by: z.enum(BY) }).optional(),
  first_aid: sentence.optional(),
  over: z.array(z.string()).optional(),
  yields: z.boolean().optional(),
  forbids: z.boolean().optional(),
  source: z.string().min(3).max(160),
  examples: z.array(exampleSchema).min(1),
  counter: z.array(exampleSchema).min(1),
});

export interface RawRule {
  id: string;
  when: string;
  severity: Severity;
  standing: Severity | 'silent' | undefined;
  say: string;
  do: { what: string; whom: string; by: By };
  /** Instead of `do`, where it is only asked about, offered or planned: a plan is no deed. */
  planned: { what: string; whom: string; by: By } | undefined;
  first_aid: string | undefined;
  over: readonly string[];
  yields: boolean;
  forbids: boolean;
  source: string;
  /** The flow sequences as written. */
  examples: string;
  counter: string;
  line: number;
}

type Fail = (line: number, what: string) => ConsiliumError;

const REQUIRED = ['id', 'when', 'severity', 'say', 'do', 'source', 'examples', 'counter'];
const KEYS = new Set([...REQUIRED, 'standing', 'planned', 'first_aid', 'over', 'yields', 'forbids']);

export function readRuleFile(text: string, fail: Fail): { family: string; rules: RawRule[] } {
  const family = /^family: (\S+)$/m.exec(text)?.[1];
  if (family === undefined) throw fail(1, 'a file begins with `family: name`');
  const rules: RawRule[] = [];
  let fields = new Map<string, string>();
  let first = 0;
  const close = () => {
    if (fields.size > 0) rules.push(toRule(fields, first, fail));
    fields = new Map();
  };
  for (const [index, line] of text.split('\n').entries()) {
    if (line === '' || line === 'rules:' || line.startsWith('#') || line.startsWith('family:')) continue;
    const [, begin, key = '', value = ''] = /^ {2}(- | {2})([a-z_]+): (.+)$/.exec(line) ?? [];
    if (begin === undefined) throw fail(index + 1, `cannot read "${line.trim().slice(0, 60)}"`);
    if (begin === '- ') {
      close();
      first = index + 1;
    }
    if (!KEYS.has(key)) throw fail(index + 1, `knows no "${key}"`);
    if (fields.has(key)) throw fail(index + 1, `says "${key}" twice`);
    fields.set(key, value);
  }
  close();
  return { family, rules };
}

function toRule(fields: Map<string, string>, line: number, fail: Fail): RawRule {
  const missing = REQUIRED.find((key) => !fields.has(key));
  if (missing) throw fail(line, `a rule needs "${missing}"`);
  const words = (key: string) => fields.get(key)!;
  const [severity, standing] = [words('severity'), fields.get('standing')];
  if (!isSeverity(severity)) throw fail(line, `has the severity "${severity}"`);
  if (standing !== undefined && standing !== 'silent' && !isSeverity(standing))
    throw fail(line, `has the standing "${standing}"`);
  return {
    id: words('id'),
    when: scalar(words('when')),
    severity,
    standing,
    say: scalar(words('say')),
    do: readDo(words('do'), line, fail),
    planned: fields.has('planned') ? readDo(words('planned'), line, fail) : undefined,
    first_aid: fields.has('first_aid') ? scalar(words('first_aid')) : undefined,
    over: (fields.get('over') ?? '[]')
      .slice(1, -1)
      .split(',')
      .map((id) => id.trim())
      .filter(Boolean),
    yields: fields.get('yields') === 'true',
    forbids: fields.get('forbids') === 'true',
    source: scalar(words('source')),
    examples: words('examples'),
    counter: words('counter'),
    line,
  };
}

function isSeverity(word: string): word is Severity {
  return (SEVERITIES as readonly string[]).includes(word);
}

function scalar(written: string): string {
  return written.startsWith('"') ? (JSON.parse(written) as string) : written;
}

function readDo(written: string, line: number, fail: Fail): RawRule['do'] {
  const match = /^\{what: ("(?:[^"\\]|\\.)*"), whom: ([^,{}"]+), by: (\w+)\}$/.exec(written);
  const [, what, whom, by = ''] = match ?? [];
  if (!what || !whom || !(BY as readonly string[]).includes(by))
    throw fail(line, '`do` is {what: "…", whom: …, by: now, today, days, weeks or next_visit}');
  return { what: scalar(what), whom, by: by as By };
}
