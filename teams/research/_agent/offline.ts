/**
 * A research agent without a model: it looks, writes its report, sees to it that it looks again, and reports. A reply by
 * mail is filed and told; what it says is not done.
 */
import { ConsiliumError } from 'consilium/kernel';
import type { OfflinePolicy, OfflineResult, OfflineStep, OfflineTurn } from 'consilium/models';
import {
  fileAsked,
  holdsOn,
  instructionOf,
  isOnlyTime,
  LOOK_AGAIN,
  limitsOf,
  meantBy,
  purposeOf,
  type Requirements,
  replyIn,
  type Topic,
  topicOf,
  topicOfAgent,
  withoutDeskTalk,
  withoutLetter,
} from 'consilium/research';
import { letterIn, tellReply } from './letters.ts';
import { type Scheduled, tellStopped } from './stopping.ts';

const policy: OfflinePolicy = (turn): OfflineStep => {
  const { context, results, message } = turn;
  const desk = context.services.research!;
  const agent = desk.acting(context.session.app);
  const requirements = desk.requirements(agent, message);
  const done = (tool: string) => results.find((result) => result.tool === tool);
  if (replyIn(message) !== undefined) return tellReply(turn);

  const path = context.principal.how === 'trigger' ? undefined : fileAsked(message);
  if (path !== undefined) return showFile(path, done('read_file'));
  if (context.principal.how !== 'trigger') {
    const other = doOther(turn, done, topicOfAgent(agent));
    if (other !== undefined) return other;
  }

  const isUnread = requirements.unread !== undefined && message.includes(requirements.unread);
  if (isUnread && done('list_triggers') === undefined) return { call: 'list_triggers', input: {} };
  // When to look and nothing of what: there is nothing to look for.
  if (isUnread && isOnlyTime(message)) return { say: tellUnread(requirements, done) };

  const gathered = done('gather_evidence');
  if (gathered === undefined)
    return { call: 'gather_evidence', input: { query: queryOf(turn, requirements, agent.name) } };
  if (gathered.error !== undefined) return giveUp(turn, 'The search failed', gathered.error);
  if (context.principal.how !== 'trigger') {
    const step = keepRhythm(turn, requirements, desk.rhythmIn(message), done);
    if (step !== undefined) return step;
  }
  const report = done('write_report');
  if (report === undefined)
    return { call: 'write_report', input: context.principal.how === 'trigger' ? {} : askedFor(message) };
  if (report.error !== undefined) return giveUp(turn, 'The report could not be written', report.error);
  // Who looks again repeats what was asked, not what was done: the letter of then has gone.
  const letter = message.startsWith(LOOK_AGAIN) ? undefined : letterIn(message, agent.name);
  if (letter !== undefined && done('email_send') === undefined) return { call: 'email_send', input: letter };
  const unread = isUnread ? tellUnread(requirements, done) : '';
  const words = tell(report, results, requirements, { message, unread, unknown: unknownTrials(requirements, done) });
  if (context.principal.how !== 'trigger') return { say: words };
  const handed = done('send_message');
  if (handed === undefined) return { call: 'send_message', input: { message: words } };
  // What nobody was handed is not told: the firing is tried again, and its news are news still.
  return handed.error === undefined ? { say: words } : giveUp(turn, 'The report could not be handed in', handed.error);
};

export default policy;

function askedFor(message: string) {
  // To whom to write is nothing that is asked of papers.
  const question = withoutLetter(message);
  return { question, ...(purposeOf(question) === 'news' && { news: true }) };
}

/** Who asked is told. Where nobody did it has failed: it is tried again, and kept for a person if it goes on failing. */
function giveUp({ context }: OfflineTurn, what: string, error: NonNullable<OfflineResult['error']>): OfflineStep {
  const { code, message, hint, retryable } = error;
  if (context.principal.how === 'trigger') throw new ConsiliumError(code, `${what}: ${message}`, { hint, retryable });
  return { say: `**${what}:** ${message}${hint ? ` ${hint}` : ''}` };
}

/** A rhythm that was asked for takes the place of the one before of the same order. */
function keepRhythm(
  { results, message }: OfflineTurn,
  requirements: Requirements,
  cadence: string | undefined,
  done: Done,
): OfflineStep | undefined {
  if (cadence === undefined || done('create_trigger') !== undefined) return undefined;
  if (unknownTrials(requirements, done).length > 0) return undefined;
  const listed = done('list_triggers');
  if (listed === undefined) return { call: 'list_triggers', input: {} };
  const pending = (listed.output ?? []) as { id: string; schedule: string; instruction: string }[];
  // To go on without saying how often leaves what there is.
  const isSaid = cadence.includes('starting ') || message.toLowerCase().includes(cadence.toLowerCase());
  if (!isSaid && pending.some(({ instruction }) => instruction === instructionOf(requirements))) return undefined;
  // What is looked for otherwise is another order, and goes on.
  const own = instructionOf(requirements);
  const others = pending.filter(({ schedule, instruction }) => schedule !== cadence && instruction === own);
  const next = others[results.filter(({ tool }) => tool === 'cancel_trigger').length];
  if (next !== undefined)
    return { call: 'cancel_trigger', input: { trigger_id: next.id, reason: `replaced by ${cadence}` } };
  return { call: 'create_trigger', input: { schedule: cadence, instruction: own } };
}

/** Trials that are all there is to watch, and that the register says it does not have: there is nothing to wait for. */
function unknownTrials({ watches, question }: Requirements, done: Done): readonly string[] {
  const { missing = [] } = (done('gather_evidence')?.output ?? {}) as { missing?: { source: string; code?: string }[] };
  const isUnknown = (id: string) => missing.some(({ source, code }) => source === id && code === 'TRIAL_UNKNOWN');
  const { subjects, words } = topicOf(question);
  return subjects.length + words.length === 0 && watches.every(isUnknown) ? watches : [];
}

type Done = (tool: string) => OfflineResult | undefined;

/** What is asked of it other than to look: to tell what it knows, to stop, to say when. */
function doOther({ message }: OfflineTurn, done: Done, area: Topic): OfflineStep | undefined {
  const purpose = purposeOf(message);
  if (purpose === 'look' || purpose === 'news') return undefined;
  if (purpose === 'tell') {
    const recalled = done('recall_findings');
    if (recalled === undefined) return { call: 'recall_findings', input: { question: withoutLetter(message) } };
    const { summary, path } = (recalled.output ?? {}) as { summary?: string | null; path?: string };
    return summary ? { say: `${summary}\n\nI did not look again for this. The last full report: ${path}.` } : undefined;
  }
  if (purpose === 'resume') return resume(done);
  const listed = done('list_triggers');
  if (listed === undefined) return { call: 'list_triggers', input: {} };
  const pending = (listed.output ?? []) as Scheduled[];
  if (purpose === 'when') return { say: tellWhen(pending) };
  const meant = meantBy(message, pending, ({ instruction }) => instruction, area);
  if (meant.length > 0 && done('cancel_trigger') === undefined)
    return {
      calls: meant.map(({ id }) => ({
        call: 'cancel_trigger',
        input: { trigger_id: id, reason: 'asked to stop looking' },
      })),
    };
  return {
    say: tellStopped(
      meant,
      pending.filter((one) => !meant.includes(one)),
    ),
  };
}

/** Its own files are read to whoever asks; another's it cannot see, and says so. */
function showFile(path: string, read: OfflineResult | undefined): OfflineStep {
  if (read === undefined) return { call: 'read_file', input: { path } };
  if (read.error !== undefined) return { say: `${read.error.message} ${read.error.hint ?? ''}`.trim() };
  const { content } = read.output as { content: string };
  const shown = content.length > LONGEST_SHOWN ? `${content.slice(0, LONGEST_SHOWN)}\n…` : content;
  return { say: `**${path}:**\n\n${path.endsWith('.md') ? shown : `\`\`\`\n${shown}\n\`\`\``}` };
}

const LONGEST_SHOWN = 4000;

/** Takes up the rhythm that was cancelled last. */
function resume(done: Done): OfflineStep {
  const listed = done('list_triggers');
  if (listed === undefined) return { call: 'list_triggers', input: { status: 'cancelled' } };
  const cancelled = (listed.output ?? []) as { schedule: string; instruction: string }[];
  const last = cancelled.at(-1);
  if (last === undefined) return { say: 'Nothing was stopped that could be taken up again. Say how often to look.' };
  const made = done('create_trigger');
  if (made === undefined)
    return { call: 'create_trigger', input: { schedule: last.schedule, instruction: last.instruction } };
  return { say: tellSide(made).join(' ') };
}

function tellWhen(pending: readonly { understood: string }[]): string {
  if (pending.length === 0) return 'Nothing is scheduled. Say how often to look, such as "every Monday at 8".';
  const lines = pending.map(({ understood }) => `- ${understood}`);
  return `**I look again:**\n\n${lines.join('\n')}`;
}

/** What the order is on, as it is kept; an instruction in other words says itself what it is for. */
function queryOf({ message, context }: OfflineTurn, { question, watches }: Requirements, name: string): string {
  const isAgain = context.principal.how === 'trigger' || purposeOf(message) === 'news';
  const own = withoutDeskTalk(withoutLetter(question)) || watches.join(' ') || question;
  const isOwn = message.startsWith(LOOK_AGAIN) || purposeOf(message) === 'news';
  const text = !isAgain ? withoutLetter(message) : isOwn ? own : `${own} ${message}`;
  return (text.trim() || name).slice(0, 1000);
}

function tell(
  report: OfflineResult,
  results: readonly OfflineResult[],
  requirements: Requirements,
  { message, unread, unknown }: { message: string; unread: string; unknown: readonly string[] },
): string {
  const { notify } = requirements;
  const { path, summary, kept, ended = [], waiting = [] } = report.output as Written;
  const others = results.filter(({ tool }) => ended.length === 0 || tool !== 'create_trigger');
  const notes = [
    ...ended.map((what) => `**What was to be waited for is there (${what}): I do not look for it again.**`),
    ...others.flatMap(tellSide),
    ...waiting,
    requirements.said ?? '',
    holdsOn(message) && limitsOf(requirements) !== '' ? `From now on: ${limitsOf(requirements)}.` : '',
    unread,
    unknown.length === 0
      ? ''
      : `**Nothing is scheduled: the register does not know ${unknown.join(', ')}.** Is the number right?`,
    unknown.length === 0 && notify !== undefined && message.includes(notify.wish) ? tellCondition(notify) : '',
    kept === undefined
      ? `The full report: ${path}.`
      : `This answer is kept in ${kept}; the full report on what is followed: ${path}.`,
  ];
  return [summary, joinNotes(notes.filter(Boolean))].filter(Boolean).join('\n\n');
}

/** Behind a list a paragraph begins: what is said next is of none of its lines. */
function joinNotes(notes: readonly string[]): string {
  return notes.reduce((told, note) => `${told}${told === '' ? '' : LIST.test(told) ? '\n\n' : ' '}${note}`, '');
}

const LIST = /(?:^|\n)- [^\n]*$/;

/** What could not be read, why, and what holds meanwhile. */
function tellUnread({ unread, unread_because }: Requirements, done: Done): string {
  const pending = (done('list_triggers')?.output ?? []) as { understood: string }[];
  const what = `I could not read how often to look ("${unread}")`;
  const why = unread_because === undefined ? '' : ` ${unread_because}`;
  if (pending.length === 0)
    return `**${what}, so nothing is scheduled.**${why} How often should I look? Say it like "every Monday at 8".`;
  const others = pending.length - MOST_PENDING;
  const some = pending.slice(0, MOST_PENDING).map(({ understood }) => understood);
  const stays = [...some, ...(others > 0 ? [`and ${others} more`] : [])].join('; ');
  return `**${what}, so it stays as it was:** ${stays}.${why} Say it like "every Monday at 8".`;
}

const MOST_PENDING = 3;

type Written = {
  readonly path: string;
  readonly summary: string;
  readonly kept?: string;
  readonly ended?: string[];
  readonly waiting?: string[];
};

function tellCondition(notify: Requirements['notify']): string {
  if (notify === undefined) return '';
  return notify.unread
    ? `**I could not read your condition ("only if ${notify.wish}"), so you are told of whatever is worth it.**`
    : `Of what comes later you are told only this: ${notify.wish}. The rest is kept in the feed.`;
}

function tellSide({ tool, error, input, output }: OfflineResult): string[] {
  const { understood } = (output ?? {}) as { understood?: string };
  if (tool === 'create_trigger')
    return error === undefined
      ? [`I look again: ${understood}.`]
      : [`I could not schedule a further look: ${error.message}`];
  if (tool !== 'email_send') return [];
  // That it waits for a yes, or went, is said by the letter's own turn.
  const { to } = input as { to: string };
  return error === undefined ? [] : [`No mail went to ${to}: ${error.message}${error.hint ? ` ${error.hint}` : ''}`];
}
