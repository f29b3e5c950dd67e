/** The words around a task: what each part of a mode is told, from prompts.yml, and how others' words are quoted. */
import { fileURLToPath } from 'node:url';
import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { z } from 'zod';
import { ConsiliumError } from '../../kernel/errors.ts';
import { describeIssue, locate, readYaml } from '../yaml-file.ts';
import type { Task } from './task.ts';

const PARTS = [
  'single.answer',
  'critique.draft',
  'critique.critique',
  'critique.revision',
  'debate.opening',
  'debate.argument',
  'debate.conclusion',
  'ensemble.answer',
  'ensemble.synthesis',
  'pipeline.draft',
  'pipeline.verify',
  'pipeline.complete',
  'pipeline.tighten',
  'pipeline.finish',
] as const;

export type Part = (typeof PARTS)[number];
type Station = Part extends infer P ? (P extends `pipeline.${infer Name}` ? Name : never) : never;

const sentence = z.string().min(1);
const partSchema = z.strictObject({
  system: sentence.optional(),
  ask: sentence.optional(),
  judges: z.boolean().default(false),
});
const stations = PARTS.filter((part) => part.startsWith('pipeline.')).map((part) => part.slice('pipeline.'.length));

const promptsSchema = z.strictObject({
  data_rule: sentence,
  json_rule: sentence,
  repair: sentence.includes('{problem}'),
  thinking_tokens: z.int().nonnegative(),
  parts: z.record(z.enum(PARTS), partSchema),
  pipeline: z.record(z.string(), z.array(z.enum(stations as [Station, ...Station[]])).min(1)),
});

export type Prompts = z.infer<typeof promptsSchema>;

const BUILT_IN = fileURLToPath(new URL('./prompts.yml', import.meta.url));
let builtIn: Prompts | undefined;

export function prompts(): Prompts {
  builtIn ??= readPrompts(BUILT_IN);
  return builtIn;
}

export function readPrompts(file: string): Prompts {
  const source = readYaml(file, 'A file of prompts is a mapping.', invalid);
  const parsed = promptsSchema.safeParse(source.document.toJS());
  if (parsed.success) return parsed.data;
  throw invalid(parsed.error.issues.map((issue) => `${locate([source], issue.path)}: ${describeIssue(issue)}`));
}

function invalid(problems: string[]): ConsiliumError {
  return new ConsiliumError('PROMPTS_INVALID', `The prompts of the modes have mistakes. ${problems.join(' ')}`, {
    details: { problems },
  });
}

/** Somebody else's words in a prompt. They cannot close the quotation. */
export interface Quotation {
  readonly title: string;
  readonly text: string;
}

export function writePrompt(
  part: Part,
  task: Task,
  quotations: readonly Quotation[],
  more: { schema?: Record<string, unknown> | undefined; problem?: string | undefined },
): LanguageModelV4Prompt {
  const { parts, data_rule, json_rule, repair } = prompts();
  const { system, ask, judges } = parts[part];
  const quoted = judges ? [{ title: 'task', text: `${task.system}\n\n${task.prompt}` }, ...quotations] : quotations;
  const rules = [
    ...(judges ? [] : [task.system]),
    ...(system === undefined ? [] : [system]),
    ...(quoted.length === 0 ? [] : [data_rule]),
    ...(more.schema === undefined ? [] : [`${json_rule}\n${JSON.stringify(more.schema)}`]),
  ];
  const message = [
    ...(judges ? [] : [task.prompt]),
    ...quoted.map(quote),
    ...(ask === undefined ? [] : [ask]),
    ...(more.problem === undefined ? [] : [repair.replace('{problem}', () => more.problem!)]),
  ];
  return [
    { role: 'system', content: rules.join('\n\n') },
    { role: 'user', content: [{ type: 'text', text: message.join('\n\n') }] },
  ];
}

export function quote({ title, text }: Quotation): string {
  const inside = text.replace(/<(?=\s*\/?\s*quoted\b)/gi, '&lt;');
  return `<quoted title="${title.replace(/["<>\n]/g, "'")}">\n${inside}\n</quoted>`;
}
