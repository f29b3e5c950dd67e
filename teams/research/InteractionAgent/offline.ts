/** The interaction agent without a model: clarifies, finds or makes the agent, hands on, and weighs what comes in. */
import { numberAt } from 'consilium/clinical';
import { type AgentContext, takeTurn } from 'consilium/kernel';
import type { OfflinePolicy, OfflineResult, OfflineStep, OfflineTurn } from 'consilium/models';
import {
  type AgentRow,
  addressesIn,
  areaOf,
  asideIn,
  emergencyIn,
  inEnglish,
  inLanguage,
  isBare,
  isFollowUp,
  isInGeneral,
  isOfAgent,
  LONGEST_REQUEST,
  purposeOf,
  type RequestKind,
  readKind,
  readRhythms,
  readTopic,
  requestsIn,
  topicOf,
} from 'consilium/research';
import { tellReplies } from './letters.ts';
import * as sayings from './sayings.ts';
import { ask, stopSeveral } from './stopping.ts';
import { deskOf } from './tools.ts';
import { weigh } from './weighing.ts';
import { written } from './written.ts';

const policy: OfflinePolicy = (turn) => {
  const relay = /^A report came in by relay (\S+):/.exec(turn.message)?.[1];
  if (relay !== undefined && turn.context.principal.how === 'system') return weigh(turn, relay);
  return inTheirLanguage(turn);
};

export default policy;

const ASKED = 'asked_back';

/** What the desk says itself is said as it was asked; what sources say stays in their words. */
async function inTheirLanguage(turn: OfflineTurn): Promise<OfflineStep> {
  const step = await tellAside(turn, await answer(turn));
  const { language, unread } = inEnglish(turn.message);
  if (language === undefined || unread || !('say' in step) || typeof step.say !== 'string') return step;
  return { ...step, say: inOneLanguage(step.say, inLanguage(step.say, language)) };
}

/** What was asked of the desk beside a request is answered behind it. */
async function tellAside({ context, message }: OfflineTurn, step: OfflineStep): Promise<OfflineStep> {
  if (!('say' in step) || typeof step.say !== 'string') return step;
  const { aside } = asideIn(inEnglish(message).text);
  if (aside === undefined) return step;
  const told = aside === 'about triggers' ? await sayings.tellSchedule(context) : await sayings.tellRoster(context);
  return { ...step, say: `${step.say}\n\n${told}` };
}

/** What could not be said whole in their language is said whole in English. What sources say is in their words either way. */
function inOneLanguage(english: string, told: string): string {
  const own = (text: string) => text.split('\n').filter((line) => !/^(?:- |\[\^|\*Your |#)/.test(line));
  const said = new Set(own(told).flatMap(sentencesOf));
  const left = own(english)
    .flatMap(sentencesOf)
    .filter((sentence) => said.has(sentence) && isSentence(sentence));
  return left.length === 0 ? told : english;
}

const sentencesOf = (line: string) => line.split(/(?<=[.!?:;*])\s+/);
/** Names and places of files are the same in every language. */
const isSentence = (text: string) =>
  (text.match(/(?<![\p{L}/])\p{Ll}{2,}(?![\p{L}/.])/gu) ?? []).length >= FEWEST_WORDS;
const FEWEST_WORDS = 4;

async function answer(turn: OfflineTurn): Promise<OfflineStep> {
  const { context, results } = turn;
  const emergency = await emergencyIn(turn.message);
  if (emergency !== 'none') {
    context.state.set('temp:outcome', 'emergency');
    const first = sayings.EMERGENCY.replace('{number}', numberAt(context.place));
    if (emergency === 'now') return { say: first };
    context.state.set(ASKED, (await deskOf(context).bare(turn.message)).slice(0, 2000));
    return { say: `${first} ${sayings.IN_GENERAL}` };
  }
  if (turn.message.length > LONGEST_REQUEST) return { say: sayings.tellTooLong(turn.message) };
  // By the names as they were said: further on there are none.
  const replies = results.length === 0 ? tellReplies(context, turn.message) : undefined;
  if (replies !== undefined) return { say: replies };
  await readRhythms(turn.message);
  const desk = deskOf(context);
  const said = await desk.bare(turn.message);
  await takeTurn();
  const whole = await withWhatWasAsked(turn);
  const asked = whole === turn.message ? said : await desk.bare(whole);
  const { text: english, language, unread } = inEnglish(asked);
  if (unread) return { say: sayings.tellUnread(language!) };
  const { text: request, open } = await written(context, asideIn(english).request);
  // Written out, it may be longer than it was said.
  if (request.length > LONGEST_REQUEST) return { say: sayings.tellTooLong(request) };
  await readRhythms(request);
  await readTopic(request);
  await desk.readTopics(context.principal.user);
  await takeTurn();
  const last = results.at(-1);
  if (last?.error !== undefined && last.error.code !== 'AGENT_EXISTS') return { say: sayings.tellFailure(last) };
  if (purposeOf(request) === 'stop') {
    const step = await stopSeveral(context, request, results);
    if (step !== undefined) return step;
  }
  const requests = requestsIn(request);
  const answers = results.filter(({ tool }) => tool === 'message_agent');
  const next = requests[answers.length];
  if (last?.tool === 'message_agent' && next !== undefined) return assign(context, next);
  if (last?.tool === 'message_agent') {
    const answer = answers.map((each, i) => tellAnswer(context, each, results, i)).join('\n\n');
    return { say: language === undefined ? answer : `${answer} *Your ${language} was read as: ${request}*` };
  }
  if (last?.tool === 'delete_agent') return { say: sayings.tellDeleted(last) };
  if (last?.tool === 'create_agent') return ask(agentIn(last), next ?? request);
  await takeTurn();
  const kind = await readKind(request);
  await takeTurn();
  if (last?.tool === 'list_agents')
    return kind === 'about agents' ? sayings.sayRoster(context) : assign(context, next ?? request);
  if ((kind === 'research' || kind === 'broad') && open !== undefined)
    return askBack(context, asked, sayings.tellMeanings(open));
  const isAnswer = asked !== said;
  if (kind === 'research' && !isAnswer && purposeOf(request) === 'look' && isBare(request) && isNew(context, request))
    return askBack(context, asked, sayings.tellBare(topicOf(request).subjects[0]!.text));
  return talk(context, kind, request);
}

/** What is no research, or not yet. */
async function talk(context: AgentContext, kind: RequestKind, request: string): Promise<OfflineStep> {
  switch (kind) {
    case 'greeting':
      return { say: 'Hello. Tell me what to look into, or ask what has been found.' };
    case 'thanks':
      return { say: 'You are welcome. What is scheduled goes on.' };
    case 'about triggers':
      return { say: await sayings.tellSchedule(context) };
    case 'delete':
      return remove(context, request);
    case 'cannot':
      return { say: sayings.CANNOT };
    case 'about desk':
      return { say: sayings.ABOUT };
    case 'unreadable':
      return { say: sayings.tellUnreadable(request) };
    case 'remark':
      if (isOfAgent(request)) return sayings.sayRoster(context, sayings.OWN_FILES);
      if (await deskOf(context).isSpokenOf(request)) return { call: 'list_agents', input: {} };
      if (!request.includes('?')) return { say: sayings.REMARK };
      return (await goOn(context, request)) ?? { say: sayings.REMARK };
    case 'unclear':
      return (
        (await goOn(context, request)) ??
        askBack(context, request, 'What should be looked into: which disease, treatment or trial, and for whom?')
      );
    case 'broad':
      return askBack(
        context,
        request,
        `"${topicOf(request).label}" is a wide field. Which disease or treatment in it, and for which patients?`,
      );
    default:
      return { call: 'list_agents', input: {} };
  }
}

/** Nobody works on it yet. */
function isNew(context: AgentContext, request: string): boolean {
  return deskOf(context).findFitting(request, context.principal.user) === undefined;
}

/** Which agent is meant: by its subject, its trial, or because there is only one. */
async function remove(context: AgentContext, request: string): Promise<OfflineStep> {
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
  return sayings.sayRoster(context, isNamed ? 'No agent works on that. ' : 'Which one? ');
}

/** An answer to a question back belongs to the request that made it necessary. */
async function withWhatWasAsked({ context, message }: OfflineTurn): Promise<string> {
  const before = context.state.get(ASKED);
  if (typeof before !== 'string' || before === '') return message;
  if (isInGeneral(inEnglish(message).text)) return before;
  if (!ANSWERS.includes(await readKind(inEnglish(message).text))) {
    context.state.set(ASKED, '');
    return message;
  }
  return `${before} ${message}`;
}

/** Anything else is a matter of its own. */
const ANSWERS: readonly RequestKind[] = ['research', 'broad', 'unclear', 'remark'];

/** "And in children?", "what was found so far?": without a subject it goes to who was asked last here, or to the only one there is. */
async function goOn(context: AgentContext, request: string): Promise<OfflineStep | undefined> {
  const desk = deskOf(context);
  const { user } = context.principal;
  const last = await desk.talk.goingOn(context.session.id, user, request);
  if (last !== undefined) return ask(last.id, request);
  const knowing = await desk.findKnowing(request, user);
  if (knowing !== undefined) return ask(knowing.id, request);
  if (purposeOf(request) === 'look') return undefined;
  const agents = desk.agents(user);
  if (agents.length === 1) return ask(agents[0]!.id, request);
  return sayings.sayRoster(context, 'Which subject is meant? ');
}

function askBack(context: AgentContext, request: string, question: string): OfflineStep {
  context.state.set(ASKED, request.slice(0, 2000));
  return { say: question };
}

async function assign(context: AgentContext, request: string): Promise<OfflineStep> {
  const desk = deskOf(context);
  const { user } = context.principal;
  const fitting =
    desk.findFitting(request, user) ??
    watching(context, request) ??
    (await desk.findKnowing(request, user)) ??
    (isFollowUp(request) ? await desk.talk.goingOn(context.session.id, user, request) : undefined);
  if (fitting !== undefined && isOfAgent(request) && LISTED.test(request)) return sayings.sayFiles(context, fitting);
  if (fitting !== undefined) return ask(fitting.id, request);
  const topic = topicOf(request);
  const purpose = purposeOf(request);
  const isIdle = purpose === 'stop' || purpose === 'when' || purpose === 'resume';
  if (isIdle || isOfAgent(request))
    return sayings.sayRoster(
      context,
      `No agent works on ${topic.label || 'that'}${isIdle ? ', so nothing is scheduled' : ''}. `,
    );
  const [address] = addressesIn(request);
  const disease = address === undefined ? await desk.diseaseOf(request) : undefined;
  const subject = disease ?? (areaOf(topic) || (address === undefined ? 'Open question' : placeOf(address)));
  return {
    call: 'create_agent',
    input: {
      name: `${subject.replace(/[^\p{L}\p{M}\p{N} '’.,:;&()+/–-]+/gu, ' ').trim()} Research`.slice(0, 120),
      description: `Follows the evidence on ${subject}.`,
      message: request,
    },
  };
}

/** Which files there are is asked, and not what they say. */
const LISTED = /\b(?:show|list|see|which|what)\b[^.?!;]{0,40}\bfiles\b/i;

/** "example.org/news". */
function placeOf(address: string): string {
  const { host, pathname } = new URL(address);
  return `${host}${pathname}`.replace(/\/+$/, '').slice(0, LONGEST_PLACE);
}

const LONGEST_PLACE = 80;

/** A trial is followed by whoever follows it already. */
function watching(context: AgentContext, request: string): AgentRow | undefined {
  const trial = /\bNCT\d{8}\b/i.exec(request)?.[0]?.toUpperCase();
  const desk = deskOf(context);
  if (trial === undefined || topicOf(request).words.length > 0) return undefined;
  return desk.agents(context.principal.user).find((agent) => desk.requirements(agent).watches.includes(trial));
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
