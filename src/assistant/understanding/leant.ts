/** A message that leans on what was spoken of, as what is asked: it counts where the whole of what it stands for is understood. */
import { wallOf } from '../wall.ts';
import { startFor } from './answer.ts';
import { anotherNumber, followsUp } from './follow.ts';
import type { Known } from './known.ts';
import type { Understood } from './read.ts';
import type { Request } from './request.ts';
import type { Place } from './time/when.ts';
import type { Topic } from './topic.ts';

type Read = (said: string, place: Place, known: Known, about: Topic) => Understood;

interface Given {
  readonly place: Place;
  readonly known: Known;
  readonly about: Topic;
  /** Only what comes before any other reading. */
  readonly first: boolean;
}

export function leantOn(said: string, given: Given, read: Read): Understood | undefined {
  const { place, known, about, first } = given;
  if (about.open !== undefined && !about.open.aside) return undefined;
  const counted = first ? numbered(said, given, read) : undefined;
  if (counted !== undefined) return counted;
  for (const { sentence, about: spoken, requests: made, before = [], asks } of followsUp(said, about, {
    place,
    known,
    first,
  })) {
    if (made !== undefined)
      return { kind: 'requests', requests: made.map((one) => ({ ...one, text: said })), rest: [] };
    const understood = read(sentence!, place, known, { ...spoken, open: undefined });
    if (understood.kind === 'nothing' && understood.talk === 'repeat') return understood;
    if (understood.kind !== 'requests' || understood.rest.length > 0 || understood.held?.length) continue;
    if (asks !== undefined) {
      if (understood.requests.every(({ tool }) => tool === asks)) return understood;
      continue;
    }
    const requests = understood.requests.map((one) => ({ ...pointed(one, spoken, given), text: said }));
    return { ...understood, requests: [...before, ...requests] };
  }
  return undefined;
}

/** Of several with one name the one that is meant, where that is not the one that was spoken of last. */
function pointed(request: Request, { id, name, at }: Topic, { about, place }: Given): Request {
  const { tool, input } = request;
  const isOther = id !== about.id && at !== undefined && input['query'] === name;
  return isOther ? { ...request, input: { ...startFor(tool, wallOf(at, place.zone)), ...input } } : request;
}

/** What was asked for last, with another number: in place of what came of it. */
function numbered(said: string, { place, known, about }: Given, read: Read): Understood | undefined {
  const other = anotherNumber(said, about);
  if (other === undefined) return undefined;
  const { words, of } = other;
  const understood = read(words, place, known, { ...about, open: undefined, reminder: undefined });
  const [request, ...more] = understood.kind === 'requests' && understood.rest.length === 0 ? understood.requests : [];
  if (request?.tool !== 'set_reminder' || more.length > 0) return undefined;
  const agent = 'todo_agent';
  const thing = of ?? about;
  const was = thing.at === undefined ? undefined : wallOf(thing.at, place.zone);
  const meant = { query: thing.name, ...(was && { on: was.slice(0, 10), was: was.slice(11) }) };
  const gone: Request = { agent, tool: 'cancel_reminder', input: meant, text: said, score: 5, quiet: true };
  const moved: Request = {
    agent,
    tool: 'change_todo',
    input: { ...meant, due: request.input['at'] },
    text: said,
    score: 5,
  };
  const isCounted = request.input['leans'] === true || request.input['of'] !== undefined;
  const requests = isCounted ? [gone, { ...request, text: words }] : [moved];
  return { kind: 'requests', requests, rest: [] };
}
