/** Works through a brief: each step is done where the assistant can do it, becomes a todo where a person must, and is reported. */
import { understand } from 'consilium/assistant';
import { ConsiliumError, tool } from 'consilium/kernel';
import { z } from 'zod';
import { choose } from '../_shared/choose.ts';
import { assistantOf, placeOf } from '../_shared/desk.ts';

const STEP = /^- \[( |x)\] (.+)$/;

export const executeBrief = tool({
  name: 'execute_brief',
  description:
    'Carries out a brief of the workspace step by step and reports against it. Steps that only a person can do become todos.',
  input: z.strictObject({ query: z.string().max(500).optional() }),
  execute: async ({ query }, context) => {
    const assistant = assistantOf(context);
    const { user } = context.session;
    const files = await assistant.files(user);
    const briefs = (await files.list('briefs')).files;
    if (briefs.length === 0)
      throw new ConsiliumError('BRIEF_MISSING', 'There is no brief to carry out.', {
        hint: 'Ask Scout for one: "design a …".',
      });
    const newest = briefs.toSorted((one, other) => other.modified - one.modified)[0]!;
    const path =
      query === undefined
        ? newest.path
        : choose(
            query,
            briefs.map(({ path: id }) => ({ id, name: id.replace(/[_/.-]+/g, ' ') })),
            'brief',
          ).id;
    const { content } = await files.read(path, { actor: 'axel_agent' });
    const project = path.replace(/^briefs\/|\.md$/g, '').replaceAll('_', ' ');
    const report: string[] = [];
    const lines = content.split('\n').map((line, at) => {
      const [, done, step] = STEP.exec(line) ?? [];
      if (step === undefined || done === 'x') return line;
      const read = understand(step, placeOf(context));
      const request = read.kind === 'requests' ? read.requests[0] : undefined;
      if (request?.tool === 'add_event' && typeof request.input['start'] === 'string') {
        const start = request.input['start'];
        assistant.calendar.add(
          user,
          {
            title: String(request.input['title'] ?? step),
            start,
            end: start.length === 10 ? start : `${start}`,
            zone: placeOf(context).zone,
          },
          `${context.idempotencyKey}:${at}`,
        );
      }
      assistant.todos.add(user, { title: step, project }, `${context.idempotencyKey}:${at}`);
      report.push(`- open, on your list **${project}**: ${step}`);
      return line;
    });
    const finished = lines.filter((line) => /^- \[x\]/.test(line)).length;
    if (report.length === 0) return { say: `**${path}** is carried out: all ${finished} steps are done.`, path };
    return {
      say: `**${path}: ${finished} done, ${report.length} open.** Without a language model I cannot do these myself, so each is a todo now:\n\n${report.join('\n')}`,
      path,
      open: report.length,
    };
  },
});
