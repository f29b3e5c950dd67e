/** What is done, what is offered, and what is left: of all that a message may mean. */
import type { Given } from '../everyday/model.ts';
import { offer } from '../everyday/model.ts';
import type { Held } from '../held.ts';
import type { Understood } from '../read.ts';
import type { Request } from '../request.ts';
import { accountedBeside } from './asides.ts';
import { type Doubt, doubtOf, doubtOfAll } from './doubts.ts';
import type { Said } from './said.ts';
import { type Candidate, scoreOf, weights } from './score.ts';
import { type Thing, topicOf, worldOf } from './world.ts';

/** The best, where it is good enough to be done or offered; beside another that is as good, both are named. */
export function chosenOf(candidates: readonly Candidate[], said: Said, given: Given): Understood | undefined {
  const { text } = said;
  const world = worldOf(given.known);
  const beside = candidates.map((one) => accountedBeside(one, said, world, given));
  const ranked = beside.map((one) => ({ one, score: scoreOf(one) })).toSorted((a, b) => b.score - a.score);
  const [best, ...others] = ranked;
  const { do: enough, offer: plausible, near } = weights();
  if (best === undefined || best.score < plausible) return undefined;
  const rival = others.find(({ one, score }) => best.score - score < near && one.say !== best.one.say);
  if (best.one.harmless)
    return best.one.requests.length === 0
      ? { kind: 'told', say: best.one.say }
      : { kind: 'requests', requests: best.one.requests, rest: [] };
  if (best.one.requests.length === 0) return { kind: 'nothing', talk: 'dropped' };
  const isSure = best.score >= enough && best.one.left.length === 0 && !(best.one.signs.doubted! > 0.5);
  if (isSure && rival === undefined) return { kind: 'requests', requests: best.one.requests, rest: [] };
  const [request, ...more] = best.one.requests;
  if (request === undefined || more.length > 0) return undefined;
  const [thing] = best.one.things;
  const spoken = thing && topicOf(thing, given.about);
  if (rival === undefined || rival.one.requests.length !== 1 || rival.one.harmless)
    return {
      kind: 'nothing',
      held: [{ text, why: 'offer', of: best.one.say, request: { ...request, text }, about: spoken }],
    };
  const choices = [best.one, rival.one].map((one) => ({ ...one.requests[0]!, say: one.say }));
  return { kind: 'unclear', text, choices, about: spoken };
}

/** What was read, with what speaks against it: of that nothing is done without a yes. */
export function passed(read: Understood, said: Said, world: readonly Thing[], given: Given): Understood {
  if (read.kind !== 'requests') return read;
  const open = doubtOfAll(read.requests, said, given);
  const doubts = read.requests.map((request) => (open === 'none' ? doubtOf(request, said, world, given) : open));
  return doubts.every((doubt) => doubt === 'none') ? read : withDoubts(read, said, doubts);
}

/** The rest of it is done; of several that may be meant none is offered alone. */
export function withDoubts(
  read: Extract<Understood, { kind: 'requests' }>,
  said: Said,
  doubts: readonly Doubt[],
): Understood {
  const requests = read.requests.filter((_, at) => doubts[at] === 'none');
  const [only, ...more] = read.requests.filter((_, at) => doubts[at] === 'some');
  const others = read.requests.filter((_, at) => doubts[at] === 'all');
  const held: Held[] = [
    ...(read.held ?? []),
    ...(only === undefined || more.length > 0 ? [] : heldOf(only)),
    ...(others.length + more.length === 0 ? [] : [{ text: said.text, why: 'unsure' } as const]),
  ];
  return requests.length === 0 ? { kind: 'nothing', held } : { ...read, requests, held };
}

function heldOf(request: Request): readonly Held[] {
  const made = offer(request, request.text);
  return made.kind === 'nothing' ? (made.held ?? []) : [];
}
