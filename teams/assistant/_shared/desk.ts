/**
 * The desk that all agents share without a model: what the message asks (read once a turn, kept in state), which of it is
 * done, and what to say at the end. State, not words, says what happened.
 */
import { type Held, type Request, type Topic, type Understood, understandAside } from 'consilium/assistant';
import { type Json, TRANSFER_TOOL, toConsiliumError } from 'consilium/kernel';
import type { OfflinePolicy, OfflineStep, OfflineTurn } from 'consilium/models';
import { decide } from './decide.ts';
import { assistantOf, placeOf } from './place.ts';
import { givenBy, keepResult, sayUntaken, withResult } from './results.ts';
import {
  askBack,
  sayAssumed,
  sayClock,
  sayError,
  sayOf,
  sayTold,
  sayTooMuch,
  sayWrong,
  tellAll,
  tellNotices,
} from './telling.ts';
import {
  aboutFailed,
  aboutOf,
  aboutSaid,
  askedBack,
  CLAIMS,
  closeQuestion,
  keepAsked,
  keepMade,
  keepShown,
  keepSlot,
  keepTold,
  keepTopic,
  passQuestion,
  takeTopic,
  toldOf,
} from './told.ts';
import { waitingLast } from './waiting.ts';

const REQUESTS = 'temp:requests';

export async function readRequests(turn: OfflineTurn): Promise<Understood> {
  const { context } = turn;
  const kept = context.state.get(REQUESTS);
  if (kept !== undefined) return kept as unknown as Understood;
  const assistant = assistantOf(context);
  const about = takeTopic(context.state);
  const known = await assistant.known(context.session.user);
  const read = await understandAside(turn.message, placeOf(context), known, about);
  const understood =
    read.kind === 'requests' ? decide(context, { ...read, requests: waitingLast(read.requests) }) : read;
  // A yes is for what was said last.
  const isAnswered = understood.kind === 'requests' && understood.requests.some(({ answers }) => answers);
  if (about !== undefined && (about.open?.lacks === 'word' || isAnswered)) closeQuestion(context.state, about);
  else if (about !== undefined) passQuestion(context.state, about, understood.kind === 'requests');
  context.state.set(REQUESTS, understood as unknown as Json);
  return understood;
}

export function nextRequest(turn: OfflineTurn, requests: readonly Request[]): Request | undefined {
  return requests[toldOf(turn).length];
}

/** A specialist does the requests that are its own, in order, and gives back to Beto what is not. */
export function specialist(agent: string, tools: readonly string[], parent = 'beto'): OfflinePolicy {
  return async (turn) => {
    const understood = await readRequests(turn);
    if (understood.kind !== 'requests') return handBack(turn, parent);
    const left = note(turn, understood, agent);
    const { requests, next } = await countedAnew(turn, left, readyRequest(turn, left, agent));
    if (next !== undefined && next.agent === agent && tools.includes(next.tool))
      return { call: next.tool, input: next.input as Json };
    return next === undefined ? { say: tellAll(turn, { ...left, requests }) } : handOn(turn, next, parent);
  };
}

/** The next request with what it takes of the steps before it; one that takes nothing there was is told and left. */
function readyRequest(turn: OfflineTurn, understood: Asked, agent: string) {
  let { requests } = understood;
  for (;;) {
    const at = toldOf(turn).length;
    const next = requests[at];
    if (next !== undefined && next.agent === agent && hangsOnFailed(turn, next)) {
      tell(turn, next, `I left "${next.text}" too, as it goes with that.`);
      continue;
    }
    if (next !== undefined && next.agent === agent && countsFromBrought(requests[at - 1], next)) {
      tell(
        turn,
        next,
        `I did not know when that is before it was there, so I left "${next.text}". Say it once more now.`,
      );
      continue;
    }
    if (next?.takes === undefined || next.agent !== agent) return { requests, next };
    const made = withResult(turn.context.state, next, at === 0);
    requests = made.length === 0 ? requests : [...requests.slice(0, at), ...made, ...requests.slice(at + 1)];
    if (made.length === 0) tell(turn, next, sayUntaken(turn.context.state, next));
    else turn.context.state.set(REQUESTS, { ...understood, requests } as unknown as Json);
  }
}

/** "Move the dentist to Friday and remind me the day before": without the one the other is of nothing. */
function hangsOnFailed(turn: OfflineTurn, { tool, input }: Request): boolean {
  const before = toldOf(turn).at(-1);
  return before?.failed === true && tool === 'set_reminder' && input['leans'] === true;
}

/** "Put my next appointment in and remind me the day before": when that is, only the step before finds out. */
function countsFromBrought(before: Request | undefined, { tool, input }: Request): boolean {
  const { when } = input;
  return (
    before?.tool === 'bring_appointments' &&
    tool === 'set_reminder' &&
    input['recurs'] !== true &&
    typeof when === 'string' &&
    /\bbefore\b/i.test(when)
  );
}

type Ready = ReturnType<typeof readyRequest>;

/** "Move the dentist to Thursday and remind me an hour before the dentist": what is counted from a thing sees where it is now. */
async function countedAnew(turn: OfflineTurn, understood: Asked, ready: Ready): Promise<Ready> {
  const { requests, next } = ready;
  const at = toldOf(turn).length;
  const { context } = turn;
  const { known: knownOf, calendar } = assistantOf(context);
  const isMoved = requests.slice(0, at).some(({ tool }) => tool === 'move_event');
  if (next?.counts === undefined || !isMoved) return ready;
  // What begins when it was counted from is there still, or was made by this message.
  const { from } = next.counts;
  const { user } = context.session;
  if (from !== undefined && calendar.between(user, from, from + 1).some((one) => one.from === from)) return ready;
  const known = await knownOf(user);
  const read = await understandAside(next.text, placeOf(context), known);
  const [again, ...others] = read.kind === 'requests' ? read.requests : [];
  const isSame = again !== undefined && others.length === 0 && again.tool === next.tool;
  const { counts: _, ...fresh } = isSame ? again : next;
  const all = [...requests.slice(0, at), fresh, ...requests.slice(at + 1)];
  context.state.set(REQUESTS, { ...understood, requests: all } as unknown as Json);
  return { requests: all, next: fresh };
}

/** Nothing where reading it took longer or more than anybody may take; whatever else went wrong goes on. */
export function unreadable(thrown: unknown): undefined {
  const { code } = toConsiliumError(thrown);
  if (code !== 'WORK_TIMEOUT' && code !== 'WORK_TOO_LARGE') throw thrown;
}

/**
 * Whoever leads others: hands each request to the one whose it is, by the way there (`ways`: an agent further down, and who
 * leads to it), back to its own parent what nobody below it does, and says at the end what was done.
 */
export function hub(ways: Readonly<Record<string, string>> = {}, parent?: string): OfflinePolicy {
  return async (turn) => {
    const understood = await readRequests(turn).catch(unreadable);
    if (understood === undefined) return { say: sayTooMuch(turn) };
    if (understood.kind === 'unclear') return { say: askBack(turn, understood) };
    if (understood.kind === 'clock') return { say: sayClock(turn, understood.asked) };
    if (understood.kind === 'told') return { say: sayTold(turn, understood.say) };
    if (understood.kind === 'wrong') return { say: sayWrong(turn, understood.why) };
    for (;;) {
      const next = understood.kind === 'requests' ? nextRequest(turn, understood.requests) : undefined;
      if (next === undefined) return { say: (await tellNotices(turn)) + tellAll(turn, understood) };
      const way = ways[next.agent] ?? next.agent;
      if (turn.targets.some(({ name }) => name === way)) return { transfer: way, reason: next.text };
      if (parent !== undefined) return handBack(turn, parent);
      tell(turn, next, `Nobody in this team does that: "${next.text}".`);
    }
  };
}

/** A specialist that leads others too: does its own, hands the rest down or back. */
export function leader(
  agent: string,
  tools: readonly string[],
  ways: Readonly<Record<string, string>>,
  parent: string,
): OfflinePolicy {
  const [own, lead] = [specialist(agent, tools, parent), hub(ways, parent)];
  return async (turn) => {
    const understood = await readRequests(turn);
    const left = understood.kind === 'requests' ? note(turn, understood, agent) : undefined;
    const next = left === undefined ? undefined : nextRequest(turn, left.requests);
    return next !== undefined && ways[next.agent] !== undefined ? lead(turn) : own(turn);
  };
}

/** No tool was called for it, so it is no agent's. */
function tell(turn: OfflineTurn, { text }: Request, say: string): void {
  keepTold(turn, [...toldOf(turn), { agent: '', text, say, failed: true }]);
}

/** By the way that the team has between the two, where it has one; else through who leads. */
function handOn(turn: OfflineTurn, { agent, text }: Request, parent: string): OfflineStep {
  return turn.targets.some(({ name }) => name === agent) ? { transfer: agent, reason: text } : handBack(turn, parent);
}

function handBack({ targets }: OfflineTurn, parent: string): OfflineStep {
  return targets.some(({ name }) => name === parent) ? { transfer: parent } : { say: '' };
}

type Asked = Extract<Understood, { kind: 'requests' }>;

/** Puts down what the tools of this agent have come to since it was last asked, and says what is left to be done. */
function note(turn: OfflineTurn, asked: Asked, agent: string): Asked {
  const { requests } = asked;
  const told = [...toldOf(turn)];
  const results = turn.results.filter(({ tool }) => tool !== TRANSFER_TOOL);
  const before = told.filter((one) => one.agent === agent).length;
  for (const result of results.slice(before)) {
    const request = requests[told.length];
    if (request === undefined) break;
    const failed = result.error !== undefined;
    const say = failed ? sayError(result.error!, request) : `${sayOf(result.output)}${sayAssumed(request)}`;
    told.push({ agent, text: request.text, say, failed, claims: !failed && CLAIMS.has(request.tool) });
    const given = failed ? undefined : givenBy(result.output);
    keepResult(turn.context.state, given);
    const about = failed
      ? (askedBack(request, result.error!) ?? aboutFailed(request))
      : (aboutOf(result.output) ?? aboutSaid(given, request));
    if (!request.quiet) keepTopic(turn.context.state, about && saidOf(about, request));
    if (!failed) keepShown(turn.context.state, result.output);
    if (!failed) keepSlot(turn.context.state, result.output);
    if (!failed) keepMade(turn.context.state, result.output, request);
    if (!request.quiet) keepAsked(turn.context.state, request);
  }
  keepTold(turn, told);
  const last = results.at(-1)?.output as { stops?: boolean } | null | undefined;
  return last?.stops === true ? stopped(turn, asked, told.length) : asked;
}

/** With the words that it was done by: another number may be said for the one in them. */
function saidOf(about: Topic, { text: said, tool }: Request): Topic {
  const { reminder, ...thing } = about;
  return { ...thing, said, ...(reminder && tool === 'set_reminder' && { reminder: { ...reminder, said } }) };
}

/** A danger was heard: what was asked for beside it waits. */
function stopped(turn: OfflineTurn, asked: Asked, done: number): Asked {
  const told = asked.requests.slice(0, done).map(({ text }) => text);
  const others = asked.requests.slice(done).filter(({ text }) => !told.includes(text));
  const held = others.map(({ text }): Held => ({ text, why: 'danger' }));
  const left = { ...asked, requests: asked.requests.slice(0, done), held: [...(asked.held ?? []), ...held] };
  turn.context.state.set(REQUESTS, left as unknown as Json);
  return left;
}
