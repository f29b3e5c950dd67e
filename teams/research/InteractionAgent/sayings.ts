/** What the interaction agent says by itself: about the desk, its agents and what they are to do. */
import type { AgentContext } from 'consilium/kernel';
import type { OfflineResult } from 'consilium/models';
import { type AgentRow, day, LONGEST_REQUEST, languagesRead } from 'consilium/research';
import { deskOf } from './tools.ts';

export function tellUnread(language: string): string {
  const read = languagesRead();
  return `I read requests in ${read.slice(0, -1).join(', ')} and ${read.at(-1)}. This looks like ${language}: please say it in one of them. Nothing was looked up.`;
}

export function tellMeanings({ short, meanings }: { short: string; meanings: readonly string[] }): string {
  const named = [meanings.slice(0, -1).join(', '), meanings.at(-1)].filter(Boolean).join(' or ');
  return `"${short}" can stand for ${named}. Which is meant?`;
}

export function tellBare(subject: string): string {
  return `What of ${subject} is wanted: its treatment, prevention, harms, something new? For whom, what evidence is enough, and how often should I look again? Say "everything" if all of it is meant.`;
}

export const EMERGENCY =
  '**This sounds like an emergency that is happening now: call {number} first.** A research desk looks at papers and cannot help in time. When everybody is safe, tell me what to look into.';

export const IN_GENERAL =
  'If nobody is in danger and you ask about such patients in general, answer "in general", and I look into it.';

export const CANNOT =
  'I do not delete what was said: it stays as the record of what you were told. I can delete an agent with its files ("delete the agent on …") or stop one from looking again ("stop looking at …"); what is kept lies in the data folder, which is yours.';

export function tellDeleted({ output }: OfflineResult): string {
  const { name, triggers } = output as { name: string; triggers: number };
  const ended = triggers === 0 ? '' : ` What was scheduled (${triggers}) is cancelled.`;
  return `**${name} is deleted, with its files.**${ended}`;
}

export const ABOUT =
  'I am the voice of a research desk. Name a disease, a treatment or a trial: a research agent looks into it, grades the evidence, keeps a report with sources, and looks again as often as you say. I tell you when something changes that bears on what you asked.';

/** Who is at work on what, what it found last and when it looks next. */
export async function tellRoster(context: AgentContext): Promise<string> {
  const desk = deskOf(context);
  const agents = desk.agents(context.principal.user);
  if (agents.length === 0) return 'No agent is at work yet. Tell me what to look into.';
  const lines: string[] = [];
  for (const agent of agents) {
    const { name, status, lastActive, lastFinding = 'no report yet' } = agent;
    const next = await desk.looks.next(agent);
    const looks = next === undefined ? 'does not look again by itself' : `looks ${next}`;
    lines.push(`- **${name}** (${status}, last active ${day(lastActive)}; ${looks}): ${shortly(lastFinding)}`);
  }
  return `**${agents.length} ${agents.length === 1 ? 'agent follows a subject' : 'agents follow a subject each'}.**\n\n${lines.join('\n')}`;
}

/** The desk's own books and nothing else: what each found stands with its sources in its report. */
export async function sayRoster(context: AgentContext, before = ''): Promise<{ say: string }> {
  context.state.set('temp:claims', 'none');
  return { say: `${before}${await tellRoster(context)}` };
}

const LONGEST_FINDING = 180;

function shortly(text: string): string {
  return text.length <= LONGEST_FINDING ? text : `${text.slice(0, text.lastIndexOf(' ', LONGEST_FINDING))} …`;
}

export async function tellSchedule(context: AgentContext): Promise<string> {
  const desk = deskOf(context);
  const lines: string[] = [];
  for (const agent of desk.agents(context.principal.user))
    for (const line of await desk.watching(agent)) lines.push(`- **${agent.name}**: ${line}`);
  if (lines.length > 0) return `**What is scheduled:**\n\n${lines.join('\n')}`;
  return 'Nothing is scheduled. Say how often to look, such as "every Monday at 8".';
}

export function tellFailure({ tool, error }: OfflineResult): string {
  const what = tool === 'message_agent' ? 'The agent could not finish its work' : 'That did not work';
  return `**${what}:** ${error!.message}${error!.hint ? ` ${error!.hint}` : ''}`;
}

/** What an agent keeps, the newest first: what stands in them it tells itself. */
export async function sayFiles(context: AgentContext, agent: AgentRow): Promise<{ say: string }> {
  context.state.set('temp:claims', 'none');
  const { files } = await (await deskOf(context).workspace(agent)).list();
  const lines = files
    .toSorted((a, b) => b.modified - a.modified)
    .slice(0, MOST_FILES)
    .map(({ path, version, modified }) => `- ${path} (version ${version}, ${day(modified)})`);
  const more = files.length > MOST_FILES ? `\n- And ${files.length - MOST_FILES} more.` : '';
  return { say: `**The files of ${agent.name}:**\n\n${lines.join('\n')}${more}` };
}

const MOST_FILES = 20;

export const OWN_FILES = 'No agent reads the files of another. ';

export const REMARK =
  'I take that as a remark: nothing was looked up. Name a disease, a treatment or a trial, and I look into it.';

export function tellTooLong({ length }: string): string {
  return `That is ${length} characters long, and a request has at most ${LONGEST_REQUEST}: nothing was looked up. Say what is to be looked into in a few sentences; what is to be read with it can be indexed (consilium index FILE --scope research).`;
}

export function tellUnreadable(message: string): string {
  return `I do not understand "${message.replace(/\s+/g, ' ').trim().slice(0, 80)}". Which disease, treatment or trial is meant? Nothing was looked up.`;
}
