/** What is said beside the answer, and what is kept of the conversation: in files that a person can read. */
import type { AfterAgent, AgentContext, BeforeAgent } from 'consilium/kernel';
import type { Workspace } from 'consilium/memory';
import { day, talkFolder } from 'consilium/research';
import { deskOf } from './tools.ts';

/** What was surfaced is said in the conversations that it concerns, by rule and in its own words. */
export const announce: BeforeAgent = (context) => {
  const id = /^News for this conversation: (\S+)$/.exec(context.message)?.[1];
  if (id === undefined || !isRelay(context)) return undefined;
  const desk = deskOf(context);
  const row = desk.feed.row(id);
  if (row === undefined) return undefined;
  // It was held against its sources when it was written; they stand in the report.
  context.state.set('temp:claims', 'none');
  const from = desk.agents(row.owner).find((agent) => agent.id === row.agent)?.name ?? 'the desk';
  return `**News from ${from}.** ${withoutMarkers(row.text)}\n\n*${row.reason}*`;
};

const isRelay = ({ principal }: AgentContext) => principal.how === 'system';

/** What was surfaced since the last turn here is told first. */
export const tellWhatCame: AfterAgent = (context, text) => {
  if (isRelay(context) || text === '') return undefined;
  const { feed } = deskOf(context);
  const rows = feed.untold(context.session.id);
  if (rows.length === 0) return undefined;
  feed.markTold(context.session.id, rows);
  const news = rows.map((row) => `- ${day(row.at)}: ${headlineOf(row.text)} *(${row.reason})*`);
  return `**While you were away:**\n\n${news.join('\n')}\n\n${text}`;
};

const FOLDERS = ['user_profile', 'conversation_history', 'sessions', 'research_index'];
const LONGEST_LOG = 40_000;

export const keepConversation: AfterAgent = async (context, text) => {
  if (isRelay(context) || text === '') return undefined;
  const { services, principal, session, clock } = context;
  const desk = deskOf(context);
  const message = await desk.bare(context.message);
  const at = new Date(clock.now()).toISOString();
  desk.talk.remember(principal.user, [
    { at, role: 'user', session: session.id, text: message.slice(0, 1000) },
    { at, role: 'desk', session: session.id, text: text.slice(0, 1000) },
  ]);
  const files = await services.memory?.open(talkFolder(principal.user), FOLDERS);
  if (files === undefined) return undefined;
  const log = `sessions/${session.id}.md`;
  await files.append(log, `**${at}, clinician:** ${message}\n\n**desk:** ${text}\n\n`, 'interaction');
  await compress(files, log, session.id);
  const agents = desk.agents(principal.user);
  const roster = agents.map(
    (agent) =>
      `- **${agent.name}** (${agent.id}): ${agent.description}${agent.lastFinding ? ` Last: ${agent.lastFinding}` : ''}`,
  );
  await files.write('research_index/agents.md', `# Research agents\n\n${roster.join('\n')}\n`, 'interaction');
  await files.write('user_profile/areas.md', profileOf(agents.map(({ name }) => name)), 'interaction');
  return undefined;
};

/** A long log becomes a history of its questions; the log begins anew, and its old versions stay. */
async function compress(files: Workspace, log: string, session: string): Promise<void> {
  const { content } = await files.read(log, { actor: 'interaction' });
  if (content.length < LONGEST_LOG) return;
  const questions = [...content.matchAll(/^\*\*(\S+), clinician:\*\* (.*)$/gm)].map(
    ([, at, asked]) => `- ${at}: ${asked!.slice(0, 200)}`,
  );
  await files.append(`conversation_history/${session}.md`, `${questions.join('\n')}\n`, 'interaction');
  await files.write(log, '', 'interaction');
}

function profileOf(names: readonly string[]): string {
  const areas = names.map((name) => `- ${name.replace(/ Research$/, '')}`);
  return `# Areas of interest\n\n${areas.join('\n')}\n`;
}

/** The footnotes of a report belong to the report, not to this answer. */
function withoutMarkers(text: string): string {
  return text.replace(/\[\^\d+\]/g, '').trim();
}

/** What changed, and no more: the whole of it stands in the news above and in the feed, with its sources. */
function headlineOf(text: string): string {
  const [first = ''] = withoutMarkers(text).split(/\n\s*\n/);
  const line = first.replace(/\s+/g, ' ');
  const [changed] = /\*\*Changed since [^*]+\*\*[^*]*/.exec(line) ?? [];
  return changed === undefined ? line : changed.trim();
}
