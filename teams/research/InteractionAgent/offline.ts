/** The interaction agent without a model: clarifies, finds or makes the agent, hands on, and weighs what comes in. */
import { numberAt } from 'consilium/clinical';
import type { AgentContext } from 'consilium/kernel';
import type { OfflinePolicy, OfflineResult, OfflineStep, OfflineTurn } from 'consilium/models';
import {
  type AgentRow,
  day,
  inEnglish,
  isFollowUp,
  kindOfRequest,
  languagesRead,
  meansAll,
  purposeOf,
  type RelayFacts,
  type RelayRow,
  requestsIn,
  spellOut,
  topicOf,
} from 'consilium/research';
import { isEmergency } from './reading.ts';
import { deskOf } from './tools.ts';

const policy: OfflinePolicy = (turn) => {
  const relay = /^A report came in by relay (\S+):/.exec(turn.message)?.[1];
  if (relay !== undefined && turn.context.principal.how === 'system') return weigh(turn, relay);
  return answer(turn);
};

export default policy;

const ASKED = 'asked_back';

async function answer(turn: OfflineTurn): Promise<OfflineStep> {
  const { context, results } = turn;
  if (await isEmergency(turn.message)) {
    context.state.set('temp:outcome', 'emergency');
    return { say: EMERGENCY.replace('{number}', numberAt(context.place)) };
  }
  const asked = withWhatWasAsked(turn);
  const { text: english, language, unread } = inEnglish(asked);
  if (unread) return { say: tellUnread(language!) };
  const { text: request, open } = spellOut(english, followed(context));
  const last = results.at(-1);
  if (last?.error !== undefined && last.error.code !== 'AGENT_EXISTS') return { say: tellFailure(last) };
  if (purposeOf(request) === 'stop' && meansAll(request)) return stopAll(context, results);
  const requests = requestsIn(request);
  const answers = results.filter(({ tool }) => tool === 'message_agent');
  const next = requests[answers.length];
  if (last?.tool === 'message_agent' && next !== undefined) return assign(context, next);
  if (last?.tool === 'message_agent') {
    const answer = answers.map((each, i) => tellAnswer(context, each, results, i)).join('\n\n');
    return { say: language === undefined ? answer : `${answer} *Your ${language} was read as: ${request}*` };
  }
  if (last?.tool === 'delete_agent') return { say: tellDeleted(last) };
  if (last?.tool === 'create_agent') return ask(agentIn(last), next ?? request);
  const kind = kindOfRequest(request);
  if (last?.tool === 'list_agents')
    return kind === 'about agents' ? { say: tellRoster(context) } : assign(context, next ?? request);
  switch (kind) {
    case 'greeting':
      return { say: 'Hello. Tell me what to look into, or ask what has been found.' };
    case 'thanks':
      return { say: 'You are welcome. What is scheduled goes on.' };
    case 'about triggers':
      return { say: await tellSchedule(context) };
    case 'delete':
      return remove(context, request);
    case 'cannot':
      return { say: CANNOT };
    case 'about desk':
      return { say: ABOUT };
    case 'unclear':
      return (
        goOn(context, request) ??
        askBack(context, request, 'What should be looked into: which disease, treatment or trial, and for whom?')
      );
    case 'broad':
      return askBack(
        context,
        request,
        `"${topicOf(request).label}" is a wide field. Which disease or treatment in it, and for which patients?`,
      );
    default:
      if (open !== undefined) return askBack(context, asked, tellMeanings(open));
      return { call: 'list_agents', input: {} };
  }
}

function followed(context: AgentContext): string[] {
  return deskOf(context)
    .agents(context.principal.user)
    .map(({ name }) => name);
}

function tellUnread(language: string): string {
  const read = languagesRead();
  return `I read requests in ${read.slice(0, -1).join(', ')} and ${read.at(-1)}. This looks like ${language}: please say it in one of them. Nothing was looked up.`;
}

function tellMeanings({ short, meanings }: { short: string; meanings: readonly string[] }): string {
  const named = [meanings.slice(0, -1).join(', '), meanings.at(-1)].filter(Boolean).join(' or ');
  return `"${short}" can stand for ${named}. Which is meant?`;
}

/** One after the other, whoever has something scheduled; then who that was. */
async function stopAll(context: AgentContext, results: readonly OfflineResult[]): Promise<OfflineStep> {
  const desk = deskOf(context);
  const agents = desk.agents(context.principal.user);
  const stopped = new Set(
    results.filter(({ tool }) => tool === 'message_agent').map(({ input }) => (input as { agent_id: string }).agent_id),
  );
  for (const agent of agents)
    if (!stopped.has(agent.id) && (await desk.watching(agent)).length > 0) return ask(agent.id, 'Stop looking.');
  const names = agents.filter(({ id }) => stopped.has(id)).map(({ name }) => `- ${name}`);
  return {
    say:
      names.length === 0
        ? 'Nothing was scheduled, so there is nothing to stop. What was found stays.'
        : `**Nothing is looked at again any more.** Stopped:\n\n${names.join('\n')}\n\nWhat was found stays; say how often to look to begin again.`,
  };
}

const EMERGENCY =
  '**This sounds like an emergency that is happening now: call {number} first.** A research desk looks at papers and cannot help in time. When everybody is safe, tell me what to look into.';

const CANNOT =
  'I do not delete what was said: it stays as the record of what you were told. I can delete an agent with its files ("delete the agent on …") or stop one from looking again ("stop looking at …"); what is kept lies in the data folder, which is yours.';

/** Which agent is meant: by its subject, its trial, or because there is only one. */
function remove(context: AgentContext, request: string): OfflineStep {
  const desk = deskOf(context);
  const agents = desk.agents(context.principal.user);
  const { words, trials } = topicOf(request);
  const isNamed = words.length + trials.length > 0;
  const meant = isNamed
    ? (desk.findFitting(request, context.principal.user) ?? watching(context, request))
    : agents.length === 1
      ? agents[0]
      : undefined;
  if (meant !== undefined) return { call: 'delete_agent', input: { agent_id: meant.id } };
  return { say: `${isNamed ? 'No agent works on that.' : 'Which one?'} ${tellRoster(context)}` };
}

function tellDeleted({ output }: OfflineResult): string {
  const { name, triggers } = output as { name: string; triggers: number };
  const ended = triggers === 0 ? '' : ` What was scheduled (${triggers}) is cancelled.`;
  return `**${name} is deleted, with its files.**${ended}`;
}

const ABOUT =
  'I am the voice of a research desk. Name a disease, a treatment or a trial: a research agent looks into it, grades the evidence, keeps a report with sources, and looks again as often as you say. I tell you when something changes that bears on what you asked.';

/** An answer to a question back belongs to the request that made it necessary. */
function withWhatWasAsked({ context, message }: OfflineTurn): string {
  const before = context.state.get(ASKED);
  if (typeof before !== 'string' || before === '' || ['greeting', 'thanks'].includes(kindOfRequest(message)))
    return message;
  return `${before} ${message}`;
}

/** "And in children?", "what was found so far?": without a subject it goes to who was asked last here, or to the only one there is. */
function goOn(context: AgentContext, request: string): OfflineStep | undefined {
  const desk = deskOf(context);
  const { user } = context.principal;
  const last = desk.lastAsked(context.session.id, user);
  if (last !== undefined) return ask(last.id, request);
  if (purposeOf(request) === 'look') return undefined;
  const agents = desk.agents(user);
  return agents.length === 1 ? ask(agents[0]!.id, request) : { say: `Which subject is meant? ${tellRoster(context)}` };
}

function askBack(context: AgentContext, request: string, question: string): OfflineStep {
  context.state.set(ASKED, request.slice(0, 2000));
  return { say: question };
}

function assign(context: AgentContext, request: string): OfflineStep {
  const desk = deskOf(context);
  const { user } = context.principal;
  const fitting =
    desk.findFitting(request, user) ??
    watching(context, request) ??
    (isFollowUp(request) ? desk.lastAsked(context.session.id, user) : undefined);
  if (fitting !== undefined) return ask(fitting.id, request);
  const trial = /\bNCT\d{8}\b/i.exec(request)?.[0];
  const { label } = topicOf(request);
  const purpose = purposeOf(request);
  if (purpose === 'stop' || purpose === 'when' || purpose === 'resume')
    return { say: `No agent works on ${label || trial || 'that'}, so nothing is scheduled. ${tellRoster(context)}` };
  const subject = label || trial || 'Open question';
  return {
    call: 'create_agent',
    input: {
      name: `${subject.replace(/[^\p{L}\p{M}\p{N} '’.,:;&()+/–-]+/gu, ' ').trim()} Research`.slice(0, 120),
      description: `Follows the evidence on ${subject}.`,
      message: request,
    },
  };
}

/** A trial is followed by whoever follows it already. */
function watching(context: AgentContext, request: string): AgentRow | undefined {
  const trial = /\bNCT\d{8}\b/i.exec(request)?.[0]?.toUpperCase();
  const desk = deskOf(context);
  if (trial === undefined || topicOf(request).words.length > 0) return undefined;
  return desk.agents(context.principal.user).find((agent) => desk.requirements(agent).watches.includes(trial));
}

function ask(agent_id: string, message: string): OfflineStep {
  return { call: 'message_agent', input: { agent_id, message } };
}

function agentIn({ output, error }: OfflineResult): string {
  const id = error === undefined ? (output as { agent_id?: string } | null)?.agent_id : error['agent_id'];
  return String(id ?? '');
}

function tellAnswer(
  context: AgentContext,
  last: OfflineResult,
  results: readonly OfflineResult[],
  place: number,
): string {
  context.state.set(ASKED, '');
  const { response } = last.output as { response: string };
  const id = (last.input as { agent_id: string }).agent_id;
  const { name } = deskOf(context).agent(id, context.principal.user);
  const isNew = results.some(
    ({ tool, error, output }) =>
      tool === 'create_agent' && error === undefined && (output as { agent_id?: string }).agent_id === id,
  );
  if (place > 0)
    return `## ${name.replace(/ Research$/, '')}\n\n${response}\n\n*${name}${isNew ? ', a new agent,' : ''} worked on this.*`;
  return `${response}\n\n*${name}${isNew ? ', a new agent,' : ''} worked on this.*`;
}

async function tellSchedule(context: AgentContext): Promise<string> {
  const desk = deskOf(context);
  const lines: string[] = [];
  for (const agent of desk.agents(context.principal.user))
    for (const line of await desk.watching(agent)) lines.push(`- **${agent.name}**: ${line}`);
  return lines.length === 0 ? 'Nothing is scheduled.' : `**What is scheduled:**\n\n${lines.join('\n')}`;
}

function tellRoster(context: AgentContext): string {
  const agents = deskOf(context).agents(context.principal.user);
  if (agents.length === 0) return 'No agent is at work yet. Tell me what to look into.';
  const lines = agents.map(({ name, status, lastActive, lastFinding }) => {
    const finding = lastFinding === undefined ? 'no report yet' : lastFinding;
    return `- **${name}** (${status}, last active ${day(lastActive)}): ${finding}`;
  });
  return `**${agents.length} ${agents.length === 1 ? 'agent follows a subject' : 'agents follow a subject each'}.**\n\n${lines.join('\n')}`;
}

function tellFailure({ tool, error }: OfflineResult): string {
  const what = tool === 'message_agent' ? 'The agent could not finish its work' : 'That did not work';
  return `**${what}:** ${error!.message}${error!.hint ? ` ${error!.hint}` : ''}`;
}

/** Worth saying: something was taken back, came further, changed, or is new and not weak; and not said before. */
function weigh({ context, results }: OfflineTurn, id: string): OfflineStep {
  if (results.length > 0) return { say: results.at(-1)!.tool === 'respond' ? 'Surfaced.' : 'Kept back.' };
  const { feed } = deskOf(context);
  const relay = feed.find(id);
  const facts = relay.facts as RelayFacts;
  const reason = whyNot(relay, facts, (text) => feed.isKnown(relay.owner, text));
  const summary = (facts.headline ?? relay.message).replace(/\*\*|\[\^\d+\]/g, '').slice(0, 300);
  if (reason !== undefined) return { call: 'wait', input: { relay: id, summary, reason } };
  const [match] = feed.matches(relay);
  const because =
    match === undefined
      ? whatChanged(facts)
      : `you asked on ${day(match.ask.at)}: "${match.ask.question.replace(/\s+/g, ' ').slice(0, 120)}"; ${whatChanged(facts)}`;
  return { call: 'respond', input: { relay: id, text: relay.message.slice(0, 8000), because } };
}

function whyNot(relay: RelayRow, facts: RelayFacts, isKnown: (text: string) => boolean): string | undefined {
  if (isKnown(relay.message)) return 'the same was surfaced before';
  if (facts.headline === undefined) return undefined;
  const { condition, meeting = 0 } = facts;
  const { fresh = 0, changed = 0, retracted = 0, advanced = 0, level = 0 } = facts;
  if (fresh + changed + retracted + advanced === 0) return 'nothing new since the last report';
  // What was told before and is taken back is told, whatever else was asked for.
  if (condition !== undefined && retracted === 0)
    return meeting > 0 ? undefined : `you asked to be told only if ${condition}`;
  if (changed + retracted + advanced > 0 || level >= 2) return undefined;
  return 'only very weak evidence is new';
}

function whatChanged({ fresh = 0, changed = 0, retracted = 0, advanced = 0, outside }: RelayFacts): string {
  if (outside) return 'it was handed in from outside; nothing of it was checked here';
  const told = [
    retracted > 0 ? `${retracted} retracted` : '',
    advanced > 0 ? `${advanced} came further` : '',
    changed > 0 ? `${changed} changed` : '',
    fresh > 0 ? `${fresh} new` : '',
  ].filter(Boolean);
  return told.length === 0 ? 'the agent reported by itself' : told.join(', ');
}
