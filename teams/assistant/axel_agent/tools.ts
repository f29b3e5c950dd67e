/**
 * Works through a brief: each step is done where the assistant can do it by itself (an event, a reminder, a note), becomes a
 * todo where a person must, and is reported against the brief, whose boxes are ticked for what is done.
 */
import {
  type Assistant,
  addDays,
  addMinutes,
  medicineIn,
  type Request,
  readWhen,
  understand,
} from 'consilium/assistant';
import { ConsiliumError, type ToolContext, tool } from 'consilium/kernel';
import { z } from 'zod';
import { choose } from '../_shared/choose.ts';
import { assistantOf, placeOf } from '../_shared/place.ts';
import { sayMoment, sayWhen } from '../_shared/say.ts';
import { topicOf } from '../_shared/told.ts';

const STEP = /^- \[( |x)\] (.+)$/;
const ACTOR = 'axel_agent';

export const executeBrief = tool({
  name: 'execute_brief',
  description:
    'Carries out a brief of the workspace step by step and reports against it. Steps that only a person can do become todos.',
  input: z.strictObject({ query: z.string().max(500).optional() }),
  execute: async ({ query }, context) => {
    const { files, todos, effects } = assistantOf(context);
    const { user } = context.session;
    const workspace = await files(user);
    const path = await findBrief(context, query);
    const { content } = await workspace.read(path, { actor: ACTOR });
    const project = path.replace(/^briefs\/|\.md$/g, '').replaceAll('_', ' ');
    const report: { line: string; done: boolean; left?: boolean }[] = [];
    const lines: string[] = [];
    for (const [at, line] of content.split('\n').entries()) {
      const [, done, step] = STEP.exec(line) ?? [];
      if (step === undefined || done === 'x') {
        lines.push(line);
        continue;
      }
      const key = `${context.idempotencyKey}:${at}`;
      if (medicineIn(nameOf(context, step)) !== undefined) {
        lines.push(line);
        report.push({ line: `- left: ${step} (${MEDICINE})`, done: false, left: true });
        continue;
      }
      const did = await doStep(context, step, key);
      const isThere = todos.list(user, { project }).some(({ body }) => body.title === step.slice(0, 500));
      if (did === undefined && !isThere)
        todos.add(user, { title: step.slice(0, 500), project, ...dueOf(context, step) }, key);
      lines.push(did === undefined ? line : line.replace('[ ]', '[x]'));
      const told = did === undefined ? `open, on your list **${project}**: ${step}` : `done: ${step} (${did})`;
      report.push({ line: `- ${told}`, done: did !== undefined });
    }
    const finished = lines.filter((line) => /^- \[x\]/.test(line)).length;
    if (report.some(({ done }) => done))
      await effects.onFiles(
        user,
        [path],
        `Ticked off in ${path}`,
        () => workspace.write(path, lines.join('\n'), ACTOR),
        `${context.idempotencyKey}:ticks`,
      );
    const open = report.filter(({ done, left }) => !done && !left).length;
    const left = report.filter((one) => one.left).length;
    if (report.length === 0 && finished === 0)
      throw new ConsiliumError(
        'BRIEF_WITHOUT_STEPS',
        `**${path}** has no steps yet, so there is nothing to carry out.`,
        {
          hint: 'Ask Scout for the brief again with its steps ("a brief for moving house: book a van, buy boxes"), or write them into the file as a list with boxes: "- [ ] buy boxes".',
        },
      );
    if (report.length === 0) return { say: `**${path}** is carried out: all ${finished} steps are done.`, path };
    const why = open === 0 ? '' : ' What is open only you can do, or a language model, so each is a todo now:';
    return {
      say: `**${path}: ${finished} done, ${open} open${left === 0 ? '' : `, ${left} left`}.**${why}\n\n${report.map(({ line }) => line).join('\n')}`,
      path,
      open,
    };
  },
});

const MEDICINE = 'a medicine: ask me for it by itself, so that the health team is asked first';

/** What a step would be called where it is kept. */
function nameOf(context: ToolContext, step: string): string {
  const read = understand(step, placeOf(context));
  const { what, title } = (read.kind === 'requests' ? read.requests[0]?.input : undefined) ?? {};
  return String(what ?? title ?? step);
}

async function findBrief(context: ToolContext, query: string | undefined): Promise<string> {
  const files = await assistantOf(context).files(context.session.user);
  const briefs = (await files.list('briefs')).files;
  if (briefs.length === 0)
    throw new ConsiliumError('BRIEF_MISSING', 'There is no brief to carry out.', {
      hint: 'Ask Scout for one: "design a …".',
    });
  // The one that was just written, or spoken of.
  const { kinds = [], name = '' } = topicOf(context.state) ?? {};
  if (query === undefined && kinds.includes('brief') && briefs.some(({ path }) => path === name)) return name;
  if (query === undefined) return briefs.toSorted((one, other) => other.modified - one.modified)[0]!.path;
  const named = briefs.map(({ path: id }) => ({ id, name: id.replace(/[_/.-]+/g, ' ') }));
  return choose(query, named, 'brief').id;
}

/** What came of it, in words; undefined where a person must do it. A step is material: only what harms nobody is done. */
async function doStep(context: ToolContext, step: string, key: string): Promise<string | undefined> {
  const read = understand(step, placeOf(context));
  const requests = read.kind === 'requests' && read.rest.length === 0 ? read.requests : [];
  if (requests.length === 0 || !requests.every(({ tool: name }) => DOES[name] !== undefined)) return undefined;
  const done: string[] = [];
  for (const [at, request] of requests.entries()) {
    const did = await DOES[request.tool]!(context, assistantOf(context), request, at === 0 ? key : `${key}.${at}`);
    if (did !== undefined) done.push(request.assumed === undefined ? did : `${did}; I took ${request.assumed}`);
  }
  return done.length === requests.length ? done.join(', and ') : undefined;
}

type Do = (
  context: ToolContext,
  assistant: Assistant,
  request: Request,
  key: string,
) => Promise<string | undefined> | string | undefined;

const DOES: Readonly<Record<string, Do>> = {
  add_event: (context, { calendar }, { input, text }, key) => {
    const { zone, now } = placeOf(context);
    const start = input['start'];
    if (typeof start !== 'string' || input['when'] !== undefined) return undefined;
    const end = start.length === 10 ? addDays(start, 1) : addMinutes(start, 60);
    calendar.add(context.session.user, { title: String(input['title'] ?? text), start, end, zone }, key);
    return `in your calendar, ${sayWhen(start, now)}`;
  },
  set_reminder: async (context, { reminders }, { input }, key) => {
    const { zone, now } = placeOf(context);
    const { what, when, at, recurs } = input;
    const said = recurs === true ? when : (at ?? when);
    if (typeof what !== 'string' || typeof said !== 'string') return undefined;
    const words = /^\d{4}-\d\d-\d\d$/.test(said) ? `${said}T09:00` : said;
    const { next } = await reminders.set(context.session.user, { what, when: words, zone, key });
    return `I will remind you, ${sayMoment(next, zone, now)}`;
  },
  // A thing for a list that is named goes there; what only a person can do stays a step.
  add_todo: (context, { todos }, { input }, key) => {
    const { title, project, due, when } = input;
    if (typeof title !== 'string' || typeof project !== 'string' || when !== undefined) return undefined;
    const { user } = context.session;
    const stands = todos.list(user, { project }).some(({ body }) => body.title.toLowerCase() === title.toLowerCase());
    const { zone } = placeOf(context);
    if (!stands) todos.add(user, { title, project, zone, ...(typeof due === 'string' && { due }) }, key);
    return stands ? `on ${project} already` : `on ${project}`;
  },
  remember: (context, { notes }, { input }, key) => {
    const { now } = placeOf(context);
    const { subject, text } = input;
    if (typeof text !== 'string') return undefined;
    notes.remember(context.session.user, { text, ...(typeof subject === 'string' && { subject }) }, now, key);
    return 'remembered';
  },
};

/** "Buy boxes by Friday": a step that says when is due then. */
function dueOf(context: ToolContext, step: string) {
  const { now, zone } = placeOf(context);
  const when = readWhen(step, { now, zone });
  return { zone, ...(when?.dated && !when.recurs && when.at > now && { due: when.wall }) };
}
