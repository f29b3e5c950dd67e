/** A design brief as a file of the workspace and an artifact: goal, what is known, steps. */

import { ConsiliumError, tool } from 'consilium/kernel';
import { slugOf } from 'consilium/memory';
import { z } from 'zod';
import { assistantOf } from '../_shared/desk.ts';

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
    const { functions, search } = context.services;
    if (functions === undefined)
      throw new ConsiliumError('FUNCTIONS_MISSING', 'This application lends its agents no functions.');
    const hits =
      background === undefined && search !== undefined
        ? (await search.search({ query: goal, top: 3 })).hits.filter(({ score }) => score > 0.5)
        : [];
    const known =
      background ??
      hits
        .map(({ source, snippet }) => `- ${snippet.text.replace(/\s+/g, ' ')} (${source.title ?? 'untitled'})`)
        .join('\n');
    const planned = steps ?? (await planSteps(goal, functions, context));
    const text = [
      `# ${goal.charAt(0).toUpperCase()}${goal.slice(1)}`,
      `Written ${new Date(context.clock.now()).toISOString().slice(0, 10)} by scout_agent.`,
      known === '' ? '' : `## What is known\n\n${known}`,
      `## Steps\n\n${planned.map((one) => `- [ ] ${one}`).join('\n')}`,
    ]
      .filter(Boolean)
      .join('\n\n');
    const path = `briefs/${slugOf(goal).slice(0, 60)}.md`;
    const { effects, files } = assistantOf(context);
    const workspace = await files(context.session.user);
    const write = () => workspace.write(path, `${text}\n`, 'scout_agent');
    await effects.onFiles(context.session.user, [path], `Wrote the brief ${path}`, write, context.idempotencyKey);
    await context.artifacts.save({
      namespace: 'briefs',
      name: slugOf(goal).slice(0, 60),
      mimeType: 'text/markdown',
      data: new TextEncoder().encode(text),
    });
    return {
      say: `**The brief is written: ${path}.** It has ${planned.length} step${planned.length === 1 ? '' : 's'}:\n\n${planned.map((one, at) => `${at + 1}. ${one}`).join('\n')}\n\nSay "carry out the brief" and Axel works through it.`,
      path,
      steps: planned,
    };
  },
});

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
  return steps.length > 0 ? steps : [goal];
}
