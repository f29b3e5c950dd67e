/** What other teams say, as todos: refills that the health team names, points of a research report. */
import { datedIn, pointsIn, todosIn } from 'consilium/assistant';
import { type ToolContext, tool } from 'consilium/kernel';
import { z } from 'zod';
import { WAITS_MS } from '../_shared/all.ts';
import { askOther, forWhom } from '../_shared/bridge.ts';
import { sayWhen } from '../_shared/say.ts';
import { day, here } from './desk.ts';

export const bringTodos = tool({
  name: 'bring_todos',
  description:
    'Makes todos of what another team says, each once: refills that the health team names, or the points of the last research report.',
  input: z.strictObject({
    from: z.enum(['refills', 'report']),
    about: z.string().max(300).optional(),
    due: day.optional(),
  }),
  timeoutMs: 120_000,
  execute: ({ from, about, due }, context) =>
    from === 'refills' ? bringRefills(context, due) : bringReport(context, about, due),
});

interface Brought {
  readonly title: string;
  readonly when?: string | undefined;
}

/** With the dates that the answer gives; a medicine without one is a todo without one. */
async function bringRefills(context: ToolContext, due: string | undefined) {
  const { now, zone } = here(context);
  const { text: answer, whose } = await askOther('health', 'When do my prescriptions run out?', context, {
    anew: true,
  });
  const dated = datedIn(answer, { now, zone });
  const named = dated.length > 0 ? dated : pointsIn(answer).map((point) => ({ title: point.split(/[:(]/)[0]!.trim() }));
  const found: Brought[] = named.map((one) => ({
    ...one,
    ...(due !== undefined && { when: due }),
    title: forWhom(`Refill: ${one.title}`, whose),
  }));
  if (found.length === 0)
    return { say: `There was nothing to make todos of. The health team said: ${answer.slice(0, 2_000)}` };
  const note =
    dated.length > 0 || due !== undefined
      ? ''
      : '\n\nYour record does not say when they run out, so they have no date.';
  return {
    say: `On your list **refills**, from the health team:\n\n${keep(context, 'refills', found)}${note}`,
  };
}

/** What stands in a report already; nobody is put to work for it. */
async function bringReport(context: ToolContext, about: string | undefined, due: string | undefined) {
  const { lastReport, user } = here(context);
  const report = await lastReport?.(user, about);
  if (report === undefined)
    return {
      say: `There is no research report${about ? ` on ${about}` : ''} yet. The research team writes one when you ask it.`,
    };
  const found = todosIn(report.text).map((title) => ({ title, when: due }));
  if (found.length === 0) return { say: `The report ${report.path} of ${report.name} has no points to make todos of.` };
  if (found.length > FEW && !(await askForMany(context, report, found)))
    return { say: `I made no todos of ${report.name} (${report.path}).` };
  return {
    say: `On your list **research**, from ${report.name} (${report.path}):\n\n${keep(context, 'research', found)}`,
  };
}

/** So many are put on a list without asking. */
const FEW = 5;

/** A long list is shown before it is made. */
async function askForMany(context: ToolContext, report: { name: string; path: string }, found: readonly Brought[]) {
  const shown = found.slice(0, 12).map(({ title }) => `- ${title}`);
  const more = found.length > shown.length ? `\n- and ${found.length - shown.length} more` : '';
  const reply = await context.ask({
    what: `Make ${found.length} todos of ${report.name} (${report.path})`,
    why: `You asked: "${context.message.slice(0, 200)}"`,
    effect: `On your list research:\n${shown.join('\n')}${more}`,
    undo: '"Undo that" takes them all off again.',
    until: context.clock.now() + WAITS_MS,
  });
  return reply.kind === 'yes';
}

/** What stands on the list, done or not, is not put there again. */
function keep(context: ToolContext, list: string, found: readonly Brought[]): string {
  const { todos, user, zone, now } = here(context);
  const lines = found.map(({ title, when }, at) => {
    const name = title.slice(0, 500);
    const stands = [false, true]
      .flatMap((done) => todos.list(user, { project: list, done }))
      .some(({ body }) => body.title === name && (when === undefined || body.due === when));
    if (!stands) todos.add(user, { title: name, project: list, due: when, zone }, `${context.idempotencyKey}:${at}`);
    return `- ${name}${when ? ` · ${sayWhen(when, now)}` : ''}${stands ? ' (was there)' : ''}`;
  });
  return lines.join('\n');
}
