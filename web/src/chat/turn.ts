/**
 * A turn as the chat shows it: a fold over signals, from the log or live, in any mixture. The same signal twice is
 * once; words that are on the log are never changed by words that come late.
 */
import type { Answer, Event, PastAnswer, Signal } from '../api.ts';
import type { Waiting } from '../pieces/waiting.ts';

export interface Citation {
  marker: string;
  source_type: 'record' | 'knowledge' | 'web';
  title: string;
  uuid?: string;
  label?: string;
  date?: string;
  sources?: string[];
  url?: string;
  /** In Chicago style, as Markdown; where a function has cited. */
  footnote?: string;
}

export interface Fact {
  uuid?: string;
  kind: string;
  name: string;
  value?: number | string;
  unit?: string;
  time?: string;
  dose?: string;
  frequency?: string;
  change?: string;
  severity?: string;
  reaction?: string;
  assumed?: string;
}

interface Part {
  readonly key: string;
  readonly agent: string;
  readonly branch: string;
  readonly text: string;
  /** On the log: these are the words. */
  readonly kept: boolean;
}

export interface Turn {
  readonly invocation: string;
  readonly message: string;
  /** The person said it; else it came from the house itself (news, something that was due). */
  readonly isOwn: boolean;
  readonly time: number;
  readonly events: readonly Event[];
  readonly parts: readonly Part[];
  /** Agents that ended with words for the person. */
  readonly heard: readonly { agent: string; text: string }[];
  /** What the whole came to; undefined while it runs. */
  readonly final: string | undefined;
  /** Who is at it, and at what, in a few words. */
  readonly acting: string;
  readonly route: readonly string[];
  readonly speakers: readonly string[];
  readonly outcome: Answer['outcome'] | undefined;
  readonly section: string | undefined;
  readonly facts: readonly Fact[];
  readonly citations: readonly Citation[];
  readonly unsupported: Answer['unsupported'];
  /** What was wrong with its markers. */
  readonly warnings: readonly string[];
  readonly error: { code: string; message: string; hint?: string | undefined } | undefined;
  readonly ms: number | undefined;
  /** What it asks a person, while nobody has answered. */
  readonly waiting: readonly Waiting[];
}

export function newTurn(invocation: string, message: string, time: number, how?: string): Turn {
  return {
    invocation,
    message,
    isOwn: how !== 'system' && how !== 'trigger',
    time,
    events: [],
    parts: [],
    heard: [],
    final: undefined,
    acting: '',
    route: [],
    speakers: [],
    outcome: undefined,
    section: undefined,
    facts: [],
    citations: [],
    unsupported: [],
    warnings: [],
    error: undefined,
    ms: undefined,
    waiting: [],
  };
}

export function isRunning(turn: Turn): boolean {
  return turn.ms === undefined;
}

/** The words to show now. */
export function wordsOf(turn: Turn): string {
  if (!isRunning(turn) && turn.final) return turn.final;
  const latest = new Map<string, string>();
  for (const part of turn.parts) if (part.text.trim() !== '') latest.set(part.branch, part.text);
  return [...latest.values()].join('\n\n');
}

export function speakerOf(turn: Turn): string {
  const shown = turn.parts.findLast((part) => part.text.trim() !== '');
  const first = turn.heard.find(({ text }) => turn.final?.startsWith(text));
  return first?.agent ?? shown?.agent ?? turn.route[0] ?? '';
}

export function applySignal(turn: Turn, signal: Signal): Turn {
  if (signal.type === 'text_delta') return { ...turn, parts: addWords(turn.parts, signal) };
  if (signal.type === 'text_retracted')
    return { ...turn, parts: turn.parts.filter((part) => part.key !== signal.key || part.kept) };
  if (signal.type === 'progress') return turn;
  if ((turn.events.at(-1)?.seq ?? 0) >= signal.seq) return turn;
  const next = { ...applyNotes(turn, signal), events: [...turn.events, signal] };
  return applyEvent(next, signal);
}

function addWords(parts: readonly Part[], delta: Extract<Signal, { type: 'text_delta' }>): readonly Part[] {
  const { key, agent, branch, offset, text } = delta;
  const part = parts.find((other) => other.key === key);
  if (part === undefined) return offset === 0 ? [...parts, { key, agent, branch, text, kept: false }] : parts;
  // Heard already, or with a hole before it that the log will fill.
  if (part.kept || offset + text.length <= part.text.length || offset > part.text.length) return parts;
  return parts.map((other) => (other === part ? { ...part, text: part.text.slice(0, offset) + text } : other));
}

/** What agents leave for the application (`temp:` state), as soon as any branch has written it. */
function applyNotes(turn: Turn, { delta }: Event): Turn {
  if (delta === undefined) return turn;
  const { 'temp:outcome': outcome, 'temp:section': section, 'temp:facts': facts, 'temp:citations': citations } = delta;
  return {
    ...turn,
    ...(typeof outcome === 'string' && { outcome: outcome as Answer['outcome'] }),
    ...(typeof section === 'string' && { section }),
    ...(Array.isArray(facts) && { facts: facts as unknown as Fact[] }),
    ...(Array.isArray(citations) && { citations: citations.map(readCitation) }),
  };
}

/** The answer as the server has put it right: its words, footnotes and what nothing supports. */
export function applyAnswer(turn: Turn, answer: PastAnswer): Turn {
  const { text, citations, unsupported, warnings } = answer;
  const cited = citations.length === 0 ? turn.citations : citations.map(readCitation);
  return { ...turn, final: text || turn.final, citations: cited, unsupported, warnings };
}

/** Teams cite as `{marker, title, …}`, functions as `{marker, source: {title, …}, footnote}`. */
function readCitation(given: unknown): Citation {
  const { source, ...own } = given as Partial<Citation> & { source?: Partial<Citation> & { entry_uuid?: string } };
  const uuid = source?.entry_uuid;
  return { title: '', ...source, ...own, ...(uuid && { uuid }), marker: String(own.marker) } as Citation;
}

function applyEvent(turn: Turn, event: Event): Turn {
  switch (event.type) {
    case 'agent_started':
      return { ...turn, acting: event.kind === 'llm' ? `${sayAgent(event.agent)} is reading` : turn.acting };
    case 'tool_called':
      return { ...turn, acting: `${sayAgent(event.agent)}: ${sayTool(event.tool)}` };
    case 'transferred':
      return { ...turn, acting: `${sayAgent(event.agent)} asks ${sayAgent(event.to)}` };
    case 'model_failed':
      return { ...turn, acting: `${event.speaker} did not answer; asking ${event.next}` };
    case 'model_replied':
      return keepReply(turn, event);
    case 'agent_finished':
      return finishAgent(turn, event);
    case 'asked':
      return { ...turn, waiting: [...turn.waiting, { id: event.id, agent: event.agent, ...askedOf(event.question) }] };
    case 'answered':
      return { ...turn, waiting: turn.waiting.filter(({ id }) => id !== event.id) };
    case 'invocation_waiting':
      return { ...turn, acting: '', ms: turn.ms ?? 0, outcome: 'waiting' };
    case 'invocation_finished':
      return finishTurn(turn, event);
    default:
      return turn;
  }
}

/** What is shown of a question: who may answer is the server's to know. */
function askedOf({ what, why, effect, undo, until, choices }: Question): Omit<Waiting, 'id'> {
  return {
    what,
    why,
    effect,
    ...(undo !== undefined && { undo }),
    ...(until !== undefined && { until }),
    ...(choices !== undefined && { choices }),
  };
}

type Question = Extract<Event, { type: 'asked' }>['question'];

function keepReply(turn: Turn, event: Extract<Event, { type: 'model_replied' }>): Turn {
  const text = event.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const speakers = turn.speakers.includes(event.speaker) ? turn.speakers : [...turn.speakers, event.speaker];
  const { key, agent, branch } = event;
  const shown = turn.parts.some((part) => part.key === key);
  // A reply that was cut off was shown, or nobody would have asked for it to stop.
  if (!shown && event.finish === 'interrupted' && !key.includes('>'))
    return { ...turn, speakers, parts: [...turn.parts, { key, agent, branch, text, kept: true }] };
  const parts = turn.parts.map((part) => (part.key === key ? { ...part, text, kept: true } : part));
  return { ...turn, speakers, parts };
}

function finishAgent(before: Turn, { key, agent, result }: Extract<Event, { type: 'agent_finished' }>): Turn {
  const isHeard = !result.silent && result.text !== '' && !key.includes('>');
  // Those above it end with the same words later: the first to say them is the speaker.
  const turn = isHeard ? { ...before, heard: [...before.heard, { agent, text: result.text }] } : before;
  const isTop = !key.includes('/') && !key.includes('>');
  if (!isTop) return turn;
  const route = [...turn.route, ...result.route];
  return isHeard ? { ...turn, route, final: result.text } : { ...turn, route };
}

function finishTurn(turn: Turn, event: Extract<Event, { type: 'invocation_finished' }>): Turn {
  const { outcome, error, ms } = event;
  const said = outcome === 'completed' ? (turn.outcome ?? 'answered') : outcome === 'cancelled' ? 'cancelled' : 'error';
  return { ...turn, ms, acting: '', outcome: said, final: turn.final ?? '', ...(error && { error }) };
}

/** HealthConsultantAgent → Health consultant. */
export function sayAgent(name: string): string {
  const words = name
    .replace(/Agent(Inner)?$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .split(' ');
  return words.map((word, index) => (index > 0 && /^[A-Z][a-z]/.test(word) ? word.toLowerCase() : word)).join(' ');
}

export function sayTool(name: string): string {
  return name
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
}
