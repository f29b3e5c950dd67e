/** The events of a turn as a tree: who acted, what they asked of models and tools, what was changed and refused. */
import type { Event } from '../api.ts';
import { sayAgent } from '../chat/turn.ts';

export interface Step {
  id: string;
  kind: 'agent' | 'model' | 'tool' | 'transfer' | 'refused' | 'note' | 'failed';
  title: string;
  /** Milliseconds since the turn began. */
  start: number;
  ms: number;
  /** What can be looked at, by name. */
  details: Detail[];
  children: Step[];
}

export type Detail =
  | { kind: 'text'; name: string; text: string }
  | { kind: 'code'; name: string; text: string }
  | { kind: 'state'; name: string; changes: [key: string, value: string][] };

export function buildTree(events: readonly Event[]): Step[] {
  const began = events[0]?.time ?? 0;
  const top: Step[] = [];
  const frames = new Map<string, Step>();
  /** Calls by id, for their results, and by place, for the agents that ran inside. */
  const calls = new Map<string, Step>();
  const ancestor = (path: string): Step[] => {
    for (let cut = path.lastIndexOf('/'); cut >= 0; cut = path.lastIndexOf('/', cut - 1)) {
      const above = path.slice(0, cut);
      const found = calls.get(above) ?? frames.get(above);
      if (found) return found.children;
    }
    return top;
  };

  for (const event of events) {
    const path = event.key.slice(0, event.key.indexOf('#'));
    if (event.type === 'agent_started') {
      const step = newStep(event, 'agent', event.agent, event.time - began);
      frames.set(path, step);
      ancestor(path).push(step);
      addState(step, event);
      continue;
    }
    const frame = frames.get(path);
    const siblings = frame?.children ?? top;
    if (event.type === 'tool_returned') {
      finishCall(calls.get(event.call), event);
      continue;
    }
    if ((event.type === 'agent_finished' || event.type === 'agent_failed') && frame) {
      frame.ms = event.ms;
      // It is on the log once it was allowed to begin; it began before.
      frame.start = Math.max(0, event.time - began - event.ms);
      if (event.type === 'agent_failed') {
        frame.kind = 'failed';
        frame.details.push({ kind: 'text', name: 'Failed', text: event.error.message });
      }
      addState(frame, event);
      continue;
    }
    const step = toStep(event, began);
    if (step === undefined) continue;
    siblings.push(step);
    if (event.type === 'tool_called') {
      calls.set(event.call, step);
      const place = event.key.slice(event.key.indexOf('#') + 1).replace(/\.call$/, '');
      calls.set(`${path}/${place}>`, step);
    }
  }
  return top;
}

function newStep(event: Event, kind: Step['kind'], title: string, start: number, ms = 0): Step {
  return { id: `${event.seq}`, kind, title, start: Math.max(0, start), ms, details: [], children: [] };
}

function toStep(event: Event, began: number): Step | undefined {
  const at = event.time - began;
  switch (event.type) {
    case 'model_replied':
      return modelStep(event, at);
    case 'tool_called': {
      const step = newStep(event, 'tool', event.tool, at);
      step.details.push(...describeInput(event.input));
      return addState(step, event);
    }
    case 'transferred':
      return note(event, 'transfer', `Handed over to ${sayAgent(event.to)}`, at, event.reason);
    case 'transfer_refused':
      return note(
        event,
        'refused',
        `May not hand over to ${sayAgent(event.to)}`,
        at,
        `${event.why} Allowed: ${event.legal.map(sayAgent).join(', ') || 'nobody'}.`,
      );
    case 'model_failed':
      return note(
        event,
        'failed',
        `${event.speaker} did not answer`,
        at,
        `${event.error.message} Next: ${event.next}.`,
      );
    case 'output_invalid':
      return note(event, 'failed', 'The reply did not fit its schema', at, event.problem);
    case 'branches_merged':
      return note(
        event,
        'note',
        event.conflicts.length > 0 ? 'Branches joined, with conflicts' : 'Branches joined',
        at,
        [
          ...event.conflicts.map(({ key, branches }) => `${key} was written by ${branches.join(' and ')}.`),
          ...event.failed.map((name) => `${name} failed.`),
        ].join(' '),
      );
    case 'said':
      return note(event, 'note', 'Said', at, event.text);
    case 'step_done':
      return note(event, 'note', event.name, at, pretty(event.value));
    case 'limit_reached':
      return note(event, 'refused', 'A limit was reached', at, event.message);
    case 'warning':
      return note(event, 'note', 'Warning', at, event.message);
    case 'artifact_saved':
      return note(event, 'note', `Saved ${event.name}`, at, `${event.mimeType}, version ${event.version}`);
    case 'invocation_started':
      return event.delta ? addState(newStep(event, 'note', 'Began', at), event) : undefined;
    case 'invocation_finished':
      return event.error ? note(event, 'failed', 'Ended early', at, event.error.message) : undefined;
    default:
      return undefined;
  }
}

function modelStep(event: Extract<Event, { type: 'model_replied' }>, at: number): Step {
  const speaker = event.speaker === 'offline' ? 'Offline engine' : event.speaker;
  const step = newStep(event, 'model', speaker, at - event.ms, event.ms);
  const { inputTokens, outputTokens } = event.usage;
  const words = event.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  if (words) step.details.push({ kind: 'text', name: 'Replied', text: words });
  for (const part of event.content)
    if (part.type === 'tool-call')
      step.details.push({ kind: 'code', name: `Wants ${part.toolName}`, text: prettyText(part.input) });
  step.details.push({ kind: 'text', name: 'Tokens', text: `${inputTokens} in, ${outputTokens} out · ${event.finish}` });
  return addState(step, event);
}

function note(event: Event, kind: Step['kind'], title: string, at: number, text: string | undefined): Step {
  const step = newStep(event, kind, title, at);
  if (text) step.details.push({ kind: 'text', name: 'Why', text });
  return addState(step, event);
}

/** A query is for reading: it stands apart from the other arguments. */
function describeInput(input: unknown): Detail[] {
  if (typeof input !== 'object' || input === null) return [{ kind: 'code', name: 'Asked', text: pretty(input) }];
  const { query, cypher, ...rest } = input as Record<string, unknown>;
  const asked = cypher ?? query;
  if (typeof asked !== 'string') return [{ kind: 'code', name: 'Asked', text: pretty(input) }];
  const isCypher = /\b(MATCH|RETURN)\b/i.test(asked);
  return [
    { kind: 'code', name: isCypher ? 'Cypher' : 'Asked', text: isCypher ? layOut(asked) : asked },
    ...(Object.keys(rest).length > 0 ? [{ kind: 'code' as const, name: 'With', text: pretty(rest) }] : []),
  ];
}

const CLAUSES = /\s+(?=(?:OPTIONAL MATCH|MATCH|WHERE|WITH|RETURN|ORDER BY|LIMIT|SKIP|UNWIND|UNION)\b)/g;

/** Cypher with a clause a line. */
export function layOut(cypher: string): string {
  return cypher
    .trim()
    .replace(/\s+/g, ' ')
    .replace(CLAUSES, '\n')
    .replace(/OPTIONAL\nMATCH/g, 'OPTIONAL MATCH');
}

function finishCall(step: Step | undefined, event: Extract<Event, { type: 'tool_returned' }>): void {
  if (step === undefined) return;
  step.ms = event.ms;
  const { output } = event;
  if (output.kind === 'error') {
    step.kind = 'failed';
    step.details.push({ kind: 'text', name: 'Refused', text: output.error.message });
  } else if (output.kind === 'truncated')
    step.details.push({ kind: 'code', name: `Gave (first part of ${output.bytes} bytes)`, text: output.head });
  else step.details.push(...describeOutput(output.value));
  addState(step, event);
}

/** What an inner agent asked of the record stands as Cypher, apart from what came back. */
function describeOutput(value: unknown): Detail[] {
  const given = typeof value === 'string' ? parse(value) : value;
  const { query, cypher, ...rest } = (typeof given === 'object' && given !== null ? given : {}) as Record<
    string,
    unknown
  >;
  const asked = cypher ?? query;
  if (typeof asked !== 'string' || Array.isArray(given))
    return [{ kind: 'code', name: 'Gave', text: prettyText(value) }];
  return [
    { kind: 'code', name: 'Cypher', text: layOut(asked) },
    { kind: 'code', name: 'Gave', text: pretty(rest) },
  ];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function addState(step: Step, { delta }: Event): Step {
  const changes = Object.entries(delta ?? {}).map(([key, value]): [string, string] => [
    key,
    value === null ? 'removed' : clip(JSON.stringify(value), 400),
  ]);
  if (changes.length > 0) step.details.push({ kind: 'state', name: 'State', changes });
  return step;
}

function prettyText(value: unknown): string {
  if (typeof value !== 'string') return pretty(value);
  try {
    return pretty(JSON.parse(value));
  } catch {
    return clip(value, 6000);
  }
}

function pretty(value: unknown): string {
  return clip(JSON.stringify(value, null, 2) ?? '', 6000);
}

function clip(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
