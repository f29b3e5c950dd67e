/** What a turn came to, read from its events: for whoever asks again with the same key, in another process too. */
import type { Delta, Event, Outcome } from './event.ts';
import { TEMP } from './state.ts';
import type { TurnResult } from './turn.ts';

/** Of the events of one invocation, all of them and in order. */
export function readResult(session: string, events: readonly Event[]): TurnResult {
  const usage = { modelCalls: 0, inputTokens: 0, outputTokens: 0 };
  const speakers = new Set<string>();
  const notes: Delta = {};
  let text = '';
  let route: readonly string[] = [];
  let end: { outcome: Outcome; error?: TurnResult['error']; ms: number } = { outcome: 'waiting', ms: 0 };
  for (const event of events) {
    if (event.branch === '') takeNotes(notes, event.delta);
    if ('usage' in event && event.usage !== undefined) {
      if (event.type !== 'said' && event.type !== 'remote_paused') usage.modelCalls++;
      usage.inputTokens += event.usage.inputTokens;
      usage.outputTokens += event.usage.outputTokens;
    }
    if (event.type === 'model_replied' && event.finish !== 'interrupted') speakers.add(event.speaker);
    if (event.type === 'agent_finished' && isTop(event.key)) {
      text = event.result.silent ? '' : event.result.text;
      route = [...route, ...event.result.route];
    }
    if (event.type === 'invocation_finished') end = event;
  }
  const { outcome, error, ms } = end;
  return {
    session,
    invocation: events[0]?.invocation ?? '',
    text: outcome === 'completed' ? text : '',
    route: route.filter((name, index) => name !== route[index - 1]),
    outcome,
    ...(error && { error }),
    notes,
    usage,
    speakers: [...speakers],
    ms,
  };
}

function takeNotes(notes: Delta, delta: Delta | undefined): void {
  for (const [key, value] of Object.entries(delta ?? {})) {
    if (!key.startsWith(TEMP)) continue;
    if (value === null) delete notes[key.slice(TEMP.length)];
    else notes[key.slice(TEMP.length)] = value;
  }
}

/** A run right below the trunk: the root, or whoever it handed the turn to. */
function isTop(key: string): boolean {
  return !key.includes('/') && !key.includes('>');
}
