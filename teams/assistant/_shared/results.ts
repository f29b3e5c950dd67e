/**
 * What a step came to, for a later one: "research heat pumps and put the main points on my list". A tool says with `gives`
 * what it found; a request that takes it gets it whole, or is asked once for each of its points.
 */
import { isDeed, pointsIn, type Request } from 'consilium/assistant';
import type { Json } from 'consilium/kernel';
import type { OfflineTurn } from 'consilium/models';

/** Of this message, and of the conversation. */
const NOW = 'temp:result';
const LAST = 'result';
const MOST_CHARS = 20_000;
const MOST_POINTS = 12;

type State = OfflineTurn['context']['state'];

/** What a tool found, in words that can stand elsewhere. */
export function givenBy(output: Json): string | undefined {
  const gives = (output as { gives?: Json } | null)?.gives;
  return typeof gives === 'string' && gives.trim() !== '' ? gives : undefined;
}

export function keepResult(state: State, given: string | undefined): void {
  if (given === undefined) return;
  state.set(NOW, given.slice(0, MOST_CHARS));
  state.set(LAST, given.slice(0, MOST_CHARS));
}

/**
 * The requests that one comes to with what it takes; none where the step before it found nothing. What nothing was found
 * for in the whole conversation is meant as it was said: "add points to my list".
 */
export function withResult(state: State, request: Request, isFirst: boolean): readonly Request[] {
  const { takes, ...plain } = request;
  if (takes === undefined) return [request];
  const found = state.get(isFirst ? LAST : NOW) ?? state.get(NOW);
  if (typeof found !== 'string') return isFirst ? [plain] : [];
  const { text, sources } = splitSources(found);
  if (takes.as === 'whole') {
    const whole = sources.length === 0 ? text : `${text}\n\nSources:\n${sources.map((one) => `- ${one}`).join('\n')}`;
    return [{ ...plain, input: { ...plain.input, [takes.slot]: whole } }];
  }
  const points = pointsIn(text).slice(0, MOST_POINTS);
  // "Make todos of them": what only says what is so is nothing to do.
  if (plain.tool === 'add_todo' && AS_TODOS.test(plain.text)) {
    const deeds = points.filter(isDeed);
    return deeds.map((point) => ({ ...plain, input: { ...plain.input, [takes.slot]: point.slice(0, 300) } }));
  }
  const all = points.length > 0 ? points : [firstOf(text)];
  return all.map((point) => ({ ...plain, input: { ...plain.input, [takes.slot]: point.slice(0, 300) } }));
}

/** Footnotes are of an answer; elsewhere what they name is a list of its own. */
function splitSources(found: string): { text: string; sources: readonly string[] } {
  const notes = /^\[\^[^\]]{1,20}\]:[^\S\n]*(.*)$/gm;
  const sources = [...found.matchAll(notes)].map(([, source]) => source!.trim());
  const text = found.replace(notes, '').replace(/\[\^[^\]]{1,20}\]/g, '');
  return { text: text.trim(), sources: [...new Set(sources)] };
}

/** Why nothing of what was found went into a request. */
export function sayUntaken(state: State, { text, tool }: Request): string {
  const isFound = typeof (state.get(NOW) ?? state.get(LAST)) === 'string';
  return isFound && tool === 'add_todo'
    ? 'There was nothing to take over: nothing in it is a thing to do, so I made no todos of it.'
    : `There was nothing to take over, so I left "${text}".`;
}

const AS_TODOS = /\b(?:to-?dos?|tasks?)\b/i;

function firstOf(text: string): string {
  return text.split('\n')[0]!.replace(/\*+/g, '');
}
