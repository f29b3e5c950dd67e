/** A design brief as a file of the workspace and an artifact: goal, what is known, steps. */

import type { Assistant } from 'consilium/assistant';
import { ConsiliumError, tool } from 'consilium/kernel';
import { slugOf } from 'consilium/memory';
import { z } from 'zod';
import { fromIndex } from '../_shared/indexed.ts';
import { assistantOf } from '../_shared/place.ts';

const step = z.string().min(1).max(500);

export const writeBrief = tool({
  name: 'write_brief',
  description:
    'Writes a design brief: the goal, what is known, and the steps in order. Without steps they are worked out.',
  input: z.strictObject({
    goal: z.string().min(1).max(2_000),
    background: z.string().max(10_000).optional(),
    steps: z.array(step).max(40).optional(),
  }),
  timeoutMs: 60_000,
  execute: async ({ goal, background, steps }, context) => {
    const { functions } = context.services;
    if (functions === undefined)
      throw new ConsiliumError('FUNCTIONS_MISSING', 'This application lends its agents no functions.');
    const found = background === undefined ? await fromIndex(goal, context) : [];
    const known = background ?? found.map(({ text, title }) => `- ${text} (${title})`).join('\n');
    const planned = steps ?? (await planSteps(goal, functions, context));
    const lacks = planned.length === 0;
    const path = `briefs/${slugOf(goal).slice(0, 60)}.md`;
    const { effects, files } = assistantOf(context);
    const workspace = await files(context.session.user);
    const before = lacks ? await stepsOf(workspace, path) : undefined;
    if (before !== undefined) return { say: sayThere(path, before), path, about: { kinds: ['brief'], name: path } };
    const text = [
      `# ${goal.charAt(0).toUpperCase()}${goal.slice(1)}`,
      `Written ${new Date(context.clock.now()).toISOString().slice(0, 10)} by scout_agent.`,
      known === '' ? '' : `## What is known\n\n${known}`,
      `## Steps\n\n${lacks ? 'Not worked out yet.' : planned.map((one) => `- [ ] ${one}`).join('\n')}`,
    ]
      .filter(Boolean)
      .join('\n\n');
    const write = () => workspace.write(path, `${text}\n`, 'scout_agent');
    await effects.onFiles(context.session.user, [path], `Wrote the brief ${path}`, write, context.idempotencyKey);
    await context.artifacts.save({
      namespace: 'briefs',
      name: slugOf(goal).slice(0, 60),
      mimeType: 'text/markdown',
      data: new TextEncoder().encode(text),
    });
    return {
      say: lacks ? `**The brief is begun: ${path}.** ${NO_STEPS}` : sayPlan(path, planned),
      path,
      steps: planned,
      about: {
        kinds: ['brief'],
        name: path,
        ...(lacks && { open: { agent: 'scout_agent', tool: 'write_brief', input: { goal }, lacks: 'steps' } }),
      },
    };
  },
});

/** How many steps the brief has that stands there, and how many are done; undefined where it has none. */
async function stepsOf(workspace: Awaited<ReturnType<Assistant['files']>>, path: string) {
  const { files } = await workspace.list('briefs');
  if (!files.some((file) => file.path === path)) return undefined;
  const { content } = await workspace.read(path, { actor: 'scout_agent' });
  const marks = [...content.matchAll(/^- \[([ x])\] /gm)].map(([, mark]) => mark === 'x');
  return marks.length === 0 ? undefined : { all: marks.length, done: marks.filter(Boolean).length };
}

function sayThere(path: string, { all, done }: { all: number; done: number }): string {
  return `There is a brief on that: **${path}**, ${done} of ${all} steps done. I left it as it is; say the steps to write it anew, or "carry out the brief".`;
}

const NO_STEPS =
  'It has the goal and what is indexed here on it, and no steps: to work them out takes a language model, or you. Say "the steps are: …, …, …" and I put them in.';

function sayPlan(path: string, steps: readonly string[]): string {
  const list = steps.map((one, at) => `${at + 1}. ${one}`).join('\n');
  const many = `${steps.length} step${steps.length === 1 ? '' : 's'}`;
  return `**The brief is written: ${path}.** It has ${many}:\n\n${list}\n\nSay "carry out the brief" and Axel works through it.`;
}

/** What the function makes of it; the goal said over again is no step. */
async function planSteps(
  goal: string,
  functions: NonNullable<import('consilium/kernel').Services['functions']>,
  context: { signal: AbortSignal; principal: import('consilium/kernel').Principal },
): Promise<string[]> {
  const { output } = await functions.run(
    'decompose_task',
    { task: goal, constraints: [], context: '' },
    { signal: context.signal, principal: context.principal },
  );
  const subtasks = (output as { subtasks?: { description?: unknown }[] }).subtasks ?? [];
  const steps = subtasks.map(({ description }) => String(description ?? '')).filter(Boolean);
  const plain = (text: string) => slugOf(text).replace(/^_+|_+$/g, '');
  return steps.length === 1 && plain(steps[0]!) === plain(goal) ? [] : steps;
}
