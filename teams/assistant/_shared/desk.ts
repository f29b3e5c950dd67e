/**
 * The desk that all agents share without a model: what the message asks (read once a turn, kept in state), which of it is
 * done, and what to say at the end. State, not words, says what happened.
 */
import type { Assistant, Held, Request, Topic, Understood } from 'consilium/assistant';
import { understandAside, wallOf, zoneSaid } from 'consilium/assistant';
import { languageWithin } from 'consilium/clinical';
import { ConsiliumError, type Json, TRANSFER_TOOL } from 'consilium/kernel';
import type { OfflinePolicy, OfflineStep, OfflineTurn } from 'consilium/models';
import { givenBy, keepResult, withResult } from './results.ts';

const REQUESTS = 'temp:requests';
const TOLD = 'temp:told';
/** What is talked about, from one message to the next. */
const TOPIC = 'topic';

/** What was done for one request. */
interface Told {
  readonly agent: string;
  readonly text: string;
  readonly say: string;
  readonly failed: boolean;
  /** Whether it states something of the world, and not only what was done. */
  readonly claims?: boolean;
}

export function assistantOf({ services }: OfflineTurn['context']): Assistant {
  if (services.assistant === undefined)
    throw new ConsiliumError('ASSISTANT_MISSING', 'This application lends its agents no calendar, todos and memory.');
  return services.assistant;
}

/** Now, and the zone: the one that the person told, else that of where they write from. */
export function placeOf(context: OfflineTurn['context']) {
  const { clock, place, services, session } = context;
  const told =
    services.assistant?.notes.about(session.user, 'time zone') ??
    services.assistant?.notes.about(session.user, 'timezone');
  const zone = told === undefined ? undefined : zoneSaid(told.body.text);
  return { now: clock.now(), zone: zone ?? place.timezone ?? 'UTC' };
}

export async function readRequests(turn: OfflineTurn): Promise<Understood> {
  const { context } = turn;
  const kept = context.state.get(REQUESTS);
  if (kept !== undefined) return kept as unknown as Understood;
  const assistant = assistantOf(context);
  const about = context.state.get(TOPIC) as unknown as Topic | null | undefined;
  const known = await assistant.known(context.session.user);
  const understood = await understandAside(turn.message, placeOf(context), known, about ?? undefined);
  context.state.set(REQUESTS, understood as unknown as Json);
  return understood;
}

function toldOf({ context }: OfflineTurn): readonly Told[] {
  return (context.state.get(TOLD) as unknown as readonly Told[] | undefined) ?? [];
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
    const { requests, next } = readyRequest(turn, left, agent);
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
    if (next?.takes === undefined || next.agent !== agent) return { requests, next };
    const made = withResult(turn.context.state, next, at === 0);
    requests = made.length === 0 ? requests : [...requests.slice(0, at), ...made, ...requests.slice(at + 1)];
    if (made.length === 0) tell(turn, next, `There was nothing to take over, so I left "${next.text}".`);
    else turn.context.state.set(REQUESTS, { ...understood, requests } as unknown as Json);
  }
}

/**
 * Whoever leads others: hands each request to the one whose it is, by the way there (`ways`: an agent further down, and who
 * leads to it), back to its own parent what nobody below it does, and says at the end what was done.
 */
export function hub(ways: Readonly<Record<string, string>> = {}, parent?: string): OfflinePolicy {
  return async (turn) => {
    const understood = await readRequests(turn);
    if (understood.kind === 'unclear') return { say: askBack(turn, understood) };
    if (understood.kind === 'clock') return { say: sayClock(turn, understood.asked) };
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
  turn.context.state.set(TOLD, [...toldOf(turn), { agent: '', text, say, failed: true }] as unknown as Json);
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
    const about = failed ? askedBack(request, result.error!) : (aboutOf(result.output) ?? aboutSaid(given, request));
    if (about !== undefined) turn.context.state.set(TOPIC, about as unknown as Json);
  }
  turn.context.state.set(TOLD, told as unknown as Json);
  const last = results.at(-1)?.output as { stops?: boolean } | null | undefined;
  return last?.stops === true ? stopped(turn, asked, told.length) : asked;
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

const CLAIMS = new Set(['research', 'ask_health_team']);

/** An hour that could be of either half of the day: which was taken, and how to say otherwise. */
function sayAssumed({ assumed }: Request): string {
  return assumed === undefined ? '' : ` I took ${assumed}.`;
}

/** What a tool wants of its input is between us and the tool; the person is told what is missing. */
function sayError(
  { code, message, hint }: { code: string; message: string; hint?: string | undefined },
  { text }: Request,
) {
  if (code !== 'TOOL_INPUT_INVALID') return [message, hint].filter(Boolean).join(' ');
  return `I did not quite understand "${text}", so I did nothing. Say what, and when, in other words.`;
}

/** The thing that a tool was about: "it" in the next message. */
function aboutOf(output: Json): Topic | undefined {
  return (output as { about?: Topic } | null)?.about;
}

/** "Save it to notes.txt": what was found, where no thing was spoken of. */
function aboutSaid(given: string | undefined, { text, tool }: Request): Topic | undefined {
  return given === undefined || !CLAIMS.has(tool) ? undefined : { kinds: ['said'], name: text };
}

/** The event that was spoken of last, in this message or before it. */
export function eventSpokenOf({ state }: Pick<OfflineTurn['context'], 'state'>): string | undefined {
  const topic = state.get(TOPIC) as unknown as Topic | null | undefined;
  return topic?.kinds.includes('event') ? topic.name : undefined;
}

/** A request that lacked a time or fitted several things waits for the answer to what was asked back. */
function askedBack({ agent, tool, input, text }: Request, { code }: { readonly code: string }): Topic | undefined {
  const lacks = code === 'WHEN_MISSING' ? 'when' : code === 'SEVERAL_FIT' ? 'which' : undefined;
  if (lacks === undefined) return undefined;
  return { kinds: [], name: text, open: { agent, tool, input, lacks } };
}

function sayOf(output: Json): string {
  if (typeof output === 'string') return output;
  const say = (output as { say?: Json } | null)?.say;
  return typeof say === 'string' ? say : 'Done.';
}

export function tellAll(turn: OfflineTurn, understood: Understood): string {
  const { state } = turn.context;
  if (!toldOf(turn).some(({ claims }) => claims)) state.set('temp:claims', 'none');
  if (understood.kind === 'nothing' && understood.held?.length) {
    state.set('temp:outcome', 'declined');
    return sayHeld(understood.held).join('\n\n');
  }
  if (understood.kind !== 'requests') {
    const small = SMALL_TALK[understood.kind === 'nothing' ? (understood.talk ?? '') : ''];
    if (understood.kind === 'nothing' && understood.talk === 'repeat') return sayAgain(turn);
    if (small !== undefined) return small;
    state.set('temp:outcome', 'fallback');
    const language = languageWithin(turn.message)?.name;
    if (language !== undefined)
      return `I understand orders in English only, and this reads like ${language}: nothing was done. Say it in English, for example: "remind me to call Nora tomorrow at 5". Health questions the health team takes in several languages.`;
    return 'I am not sure what you would like me to do. I keep a calendar, todos, reminders, notes about you and files, run devices at home, and look things up. For example: "remind me to call Nora tomorrow at 5", "what is on my calendar Thursday".';
  }
  const told = toldOf(turn);
  if (told.some(({ failed }) => failed))
    state.set('temp:outcome', told.every(({ failed }) => failed) ? 'fallback' : 'answered');
  const lines = told.map(({ say }) => say.trim()).filter(Boolean);
  const left = understood.rest.map((text) => `I did not understand "${text}", and left it.`);
  const said = [...lines, ...sayHeld(understood.held ?? []), ...left].join('\n\n');
  state.set(SAID, said.slice(0, MOST_SAID));
  return said;
}

/** What was said not to be done is not, and what waits for something that I cannot notice is left to the person. */
function sayHeld(held: readonly Held[]): string[] {
  const waiting = held.filter(({ why }) => why === 'danger').map(({ text }) => `"${text}"`);
  const first =
    waiting.length === 0
      ? []
      : [`First this. I did nothing else of what you wrote (${waiting.join(', ')}): tell me again when it is seen to.`];
  const others = held.flatMap(({ text, why }) => {
    if (text === '' || why === 'danger') return [];
    return why === 'negated'
      ? [`All right, I leave that: "${text}".`]
      : [
          `I cannot wait for something to happen, so I did nothing about "${text}". Tell me when it is so, or name a time.`,
        ];
  });
  return [...first, ...others];
}

/** What was said last in this conversation. */
const SAID = 'said';
const MOST_SAID = 8_000;

function sayAgain({ context }: OfflineTurn): string {
  const said = context.state.get(SAID);
  return typeof said === 'string' && said !== '' ? said : 'I have said nothing yet.';
}

const CAN =
  'I keep your calendar, todos, reminders, notes about you and files, run devices at home, look things up, write code and plans, and pass questions about health to the health team. Several things in one message are fine, and what I did can be undone ("undo that").';

const SMALL_TALK: Readonly<Record<string, string>> = {
  hello: 'Hello. What can I do for you?',
  thanks: 'You are welcome.',
  help: `${CAN}\n\nFor example: "remind me to refill metformin every 4 weeks", "move my dentist to Friday at 3", "add milk to groceries", "find the file about insurance and summarise it".`,
  dropped: 'All right, I did nothing.',
};

/** Sunday 20:00 in Tokyo. */
function sayClock({ context }: OfflineTurn, { where, zone }: Extract<Understood, { kind: 'clock' }>['asked']): string {
  const { now, zone: own } = placeOf(context);
  context.state.set('temp:claims', 'none');
  if (where !== undefined && zone === undefined)
    return `I know no time zone for "${where}". Name a larger city nearby.`;
  const wall = wallOf(now, zone ?? own);
  const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: zone ?? own }).format(now);
  return `It is **${wall.slice(11)}** on ${weekday}${where === undefined ? ` (${own})` : ` in ${where} (${zone})`}.`;
}

function sayWrong({ context }: OfflineTurn, why: string): string {
  context.state.set('temp:outcome', 'fallback');
  return `${why} So I did nothing; say it again with the right one.`;
}

export function askBack(turn: OfflineTurn, { text, choices }: Extract<Understood, { kind: 'unclear' }>): string {
  turn.context.state.set('temp:outcome', 'fallback');
  const offers = choices.map(({ tool }) => SAY[tool] ?? tool.replaceAll('_', ' '));
  return `Shall I ${offers.join(', or ')}? You wrote: "${text}".`;
}

const SAY: Readonly<Record<string, string>> = {
  add_event: 'put it into your calendar',
  add_todo: 'put it on your todo list',
  set_reminder: 'remind you of it',
  remember: 'remember it',
  research: 'look it up',
  write_brief: 'work out a plan',
  search_files: 'look through your files',
};

/** What came due since the last message, told once. */
export async function tellNotices({ context }: OfflineTurn): Promise<string> {
  const fresh = assistantOf(context).reminders.takeNotices(context.session.user);
  const last = fresh.at(-1);
  // "Done", "snooze it": of what was just told, where nothing else was spoken of.
  if (last !== undefined && toldOf({ context } as OfflineTurn).length === 0)
    context.state.set(TOPIC, { kinds: ['reminder', 'todo'], name: last.text, at: last.at } as unknown as Json);
  return fresh.map(({ text }) => `You asked to be reminded: **${text}**.\n\n`).join('');
}
