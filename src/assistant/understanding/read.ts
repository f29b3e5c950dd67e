/**
 * What a message asks of the assistant: a list of requests, each for one specialist and one tool, with what the tool needs.
 *
 * Invariant: nothing here races patterns. Each way to cut the message into clauses is weighed, each clause against every
 * frame (requests.yml), and the best whole is taken; what no frame explains is said so, what two explain is asked. Every part
 * ends as a request, as held, or as rest: nothing that was asked for is lost.
 */
import { accounted } from './accounted.ts';
import { answerAll, answerFirst, answerOpen, isNo } from './answer.ts';
import { withAntecedents } from './antecedent.ts';
import { withAskedDay } from './asked-again.ts';
import { understandBranches } from './branches.ts';
import { broughtIn } from './brought.ts';
import { type Message, readClause, textOf } from './clause.ts';
import { type ClockAsked, clockIn } from './clock.ts';
import { headOf } from './content.ts';
import { coordinate, unheard } from './coordinate.ts';
import { correctionIn, mayCorrect } from './corrections.ts';
import { leftIn } from './coverage.ts';
import { withEnding } from './ending.ts';
import { everydayFirst, everydayInstead, type Given } from './everyday/index.ts';
import { withShoppingList } from './everyday/shopping.ts';
import { withLongWords } from './everyday/shorthand.ts';
import { withThen } from './everyday/then.ts';
import { withoutEnd } from './eves.ts';
import { withGoverned } from './governed.ts';
import { type Held, heldIn, withoutHeld } from './held.ts';
import { type Known, NOTHING_KNOWN } from './known.ts';
import { leantOn } from './leant.ts';
import { withLegs } from './legs.ts';
import { lexicon } from './lexicon.ts';
import { mergeIn } from './merging.ts';
import { readMessage } from './message.ts';
import { certain } from './moves/certain.ts';
import { toldFirst, weighed } from './moves/index.ts';
import { merged } from './moves/merged.ts';
import { unsafeName } from './naming.ts';
import { keptUnder, noteCalled, noteOfEvent } from './note-called.ts';
import { partIn } from './part.ts';
import { patchIn } from './patches.ts';
import { pauseIn } from './pausing.ts';
import { planIn } from './plan.ts';
import { prepared } from './prepared.ts';
import { conditionalIn } from './provided.ts';
import {
  closeCall,
  isCourtesy,
  isLeantOn,
  isOnlyTold,
  isSameDeed,
  talkIn,
  UNDO,
  untold,
  withCount,
} from './read-parts.ts';
import { isExplained, withoutReason } from './reasons.ts';
import { resolved, takenFromFile } from './references.ts';
import { type Regimen, regimenIn } from './regimen.ts';
import { HEALTH, MOST_TOLD, type Request, toHealth, toRequest } from './request.ts';
import { bestSegments, type Segment, withChores } from './segments.ts';
import { settle } from './settle.ts';
import { isAstray, takenIn } from './taken.ts';
import { findWrong } from './time/pieces.ts';
import type { Place } from './time/when.ts';
import { withPlainTimes } from './time/written.ts';
import type { Topic } from './topic.ts';
import { unreadBounds } from './unread.ts';
import { withWording } from './wording/index.ts';

export type { Held } from './held.ts';
export type { Request } from './request.ts';

export type Understood =
  | {
      readonly kind: 'requests';
      readonly requests: readonly Request[];
      readonly rest: readonly string[];
      readonly held?: readonly Held[] | undefined;
      /** What was decided of what depends on something, in words. */
      readonly decided?: readonly string[] | undefined;
      /** The clock was asked too. */
      readonly clock?: ClockAsked | undefined;
    }
  | {
      readonly kind: 'unclear';
      readonly text: string;
      /** `say`: what would be done, in words. */
      readonly choices: readonly (Request & { readonly say?: string | undefined })[];
      /** What is spoken of by it. */
      readonly about?: Topic | undefined;
    }
  /** A day, a time or a zone that there is not. */
  | { readonly kind: 'wrong'; readonly why: string }
  | { readonly kind: 'clock'; readonly asked: ClockAsked }
  /** Answered by counting or wording alone: nothing is done. */
  | { readonly kind: 'told'; readonly say: string }
  | { readonly kind: 'nothing'; readonly talk?: Talk | undefined; readonly held?: readonly Held[] | undefined };

/** What asks for nothing and still wants an answer. */
export type Talk = 'hello' | 'thanks' | 'help' | 'dropped' | 'repeat';

/** Characters that are read; nobody asks for something in more. */
const LONGEST = 2_500;

/** What is done of a message: what was read of it, held to all that was said. */
export function understand(said: string, place: Place, known: Known = NOTHING_KNOWN, about?: Topic): Understood {
  const read = understandPart(said, place, known, about);
  const order = (text: string, of?: Topic, only = known) => understandOrder(text, place, only, of ?? about);
  const [plain, given] = [plainOf(said, place, known, about), { place, known, about, read: order, again: order }];
  return certain(plain, merged(plain, read, given), given);
}

const plainOf = (said: string, place: Place, known: Known, about: Topic | undefined) =>
  withThen(withPlainTimes(withWording(withLongWords(said), known)), about, place);

function understandPart(said: string, place: Place, known: Known, about?: Topic): Understood {
  const talk = understandTalk(plainOf(said, place, known, about), place, known, about, MOST_WRAPPED);
  return withShoppingList(talk, said, known, about?.list);
}

/** By the grammar; what people tell rather than order stands for an order that it reads (everyday/). */
function understandTalk(
  said: string,
  place: Place,
  known: Known,
  about: Topic | undefined,
  wrapped: number,
): Understood {
  const given: Given = {
    ...{ place, known, about },
    read: (text, of, only = known) => understandOrder(text, place, only, of ?? about),
    again: (text, of = about) =>
      wrapped === 0 ? understandOrder(text, place, known, of) : understandTalk(text, place, known, of, wrapped - 1),
  };
  const first = toldFirst(said, given) ?? everydayFirst(said, given);
  if (first !== undefined) return first;
  return weighed(said, everydayInstead(said, understandOrder(said, place, known, about), given), given);
}

/** How often a wish may stand in another. */
const MOST_WRAPPED = 2;

function understandOrder(said: string, place: Place, known: Known, about: Topic | undefined): Understood {
  const read = understandAll(said, place, known, about);
  // What stands behind a colon or on lines of its own is given as it is.
  if (read.kind !== 'requests' || headOf(said.slice(0, LONGEST), place).content !== undefined) return read;
  const { requests, held } = accounted(read.requests, readMessage(said.slice(0, LONGEST), place, known));
  if (held.length === 0) return read;
  const kept = [...(read.held ?? []), ...held];
  return requests.length === 0 && read.rest.length === 0
    ? { kind: 'nothing', held: kept }
    : { ...read, requests, held: kept };
}

/** Why it is wanted is left out, where what stands before it is whole without. */
function understandAll(said: string, place: Place, known: Known, about: Topic | undefined): Understood {
  const parted =
    said.length > LONGEST_APART ? undefined : withoutReason(said, (text) => readMessage(text, place, known));
  const head = parted && understandWhole(parted.head, place, known, about);
  const isWhole = head?.kind === 'requests' && head.rest.length === 0 && !head.held?.length;
  return isWhole && isExplained(head.requests) ? head : understandWhole(said, place, known, about);
}

function understandWhole(text: string, place: Place, known: Known, about: Topic | undefined): Understood {
  const said = withAskedDay(text, place, known, about);
  const { head: whole, content } = headOf(said.slice(0, LONGEST), place);
  const of = about?.kinds.includes('note') ? 'day' : about?.kinds.includes('event') ? 'event' : undefined;
  const ended = withEnding(whole, place, known, about);
  const head = of === undefined ? ended : withoutEnd(ended, of);
  const anchorEnd = about?.kinds.includes('event') ? known.ends?.[about.name] : undefined;
  const message = readMessage(prepared(head, place), { anchor: about?.at, anchorEnd, ...place }, known, {
    said,
    heard: about?.kinds.includes('event') ? withoutEnd(said, 'day') : said,
  });
  if (message.health.selfHarm) return { kind: 'requests', requests: [toHealth(said)], rest: [] };
  const conditional = content === undefined && !message.health.danger ? conditionalIn(message) : undefined;
  const decided = conditional && understandBranches(conditional, place, known, understandPart);
  if (decided !== undefined) return decided;
  const isLeaning = about !== undefined && content === undefined && !message.health.danger;
  const leant = isLeaning ? leantOn(said, { place, known, about, first: true }, understandPart) : undefined;
  if (leant !== undefined) return leant;
  const read = understandMessage(content === undefined ? message : { ...message, content }, place, about);
  return (
    (isLeaning && isUnread(read) ? leantOn(said, { place, known, about, first: false }, understandPart) : undefined) ??
    read
  );
}

/** Nothing of it was understood, or not what it is. */
function isUnread(read: Understood): boolean {
  return (
    read.kind === 'unclear' ||
    (read.kind === 'nothing' && read.talk === undefined && (read.held ?? []).every(({ why }) => why === 'story'))
  );
}

/** What is asked, of a message whose head has been parted from what it is asked with. */
function understandMessage(message: Message, place: Place, about: Topic | undefined): Understood {
  if (message.tokens.length === 0) return { kind: 'nothing' };
  const unsafe = unsafeName(message);
  if (unsafe !== undefined) return { kind: 'wrong', why: unsafe };
  const answer = about?.open && answerOpen(message, readClause(message, 0, message.tokens.length), about.open);
  if (answer !== undefined) return { kind: 'requests', requests: [answer], rest: [] };
  if (about?.open?.lacks === 'word' && isNo(message)) return { kind: 'nothing', talk: 'dropped' };
  const each = about?.open && answerAll(message, about.open);
  if (each !== undefined) return { kind: 'requests', requests: each, rest: [] };
  const reads = (text: string) => requestsIn(text, place, message.known).length > 0;
  const both = about?.open && answerFirst(message, place, about.open, reads);
  if (both !== undefined) return withRest({ requests: [both.found], rest: [both.after] }, place, message.known);
  const noted = message.health.danger ? undefined : noteOfEvent(message, about);
  if (noted !== undefined) return { kind: 'requests', requests: [noted], rest: [] };
  const apart = message.health.danger ? undefined : readApart(message, place);
  if (apart !== undefined) return apart;
  const read = (text: string) => requestsIn(text, place, message.known);
  const fetched = message.health.danger || message.content !== undefined ? undefined : takenFromFile(message, read);
  if (fetched !== undefined) return { kind: 'requests', requests: fetched, rest: [] };
  const patch = message.health.danger ? undefined : patchIn(message);
  if (patch !== undefined) return { kind: 'requests', requests: patch, rest: [] };
  const lone =
    message.health.danger || message.content !== undefined
      ? undefined
      : (pauseIn(message, about) ?? mergeIn(message) ?? broughtIn(message));
  if (lone !== undefined) return { kind: 'requests', requests: lone, rest: [] };
  const planned = planIn(message);
  if (planned !== undefined) return { kind: 'requests', requests: planned, rest: [] };
  const regimen = message.health.danger ? undefined : regimenIn(message);
  if (regimen !== undefined) return withRest(regimen, place, message.known);
  const all = withGoverned(withLegs(withChores(bestSegments(message, about))));
  const held = heldIn(all);
  return understandSegments(message, place, withoutHeld(all, held), held, about);
}

function understandSegments(
  message: Message,
  place: Place,
  segments: readonly Segment[],
  held: ReadonlyMap<number, Held>,
  about: Topic | undefined,
): Understood {
  const read = (text: string) => requestsIn(text, place, message.known);
  const readings = settle(segments);
  const rest = segments
    .filter(
      ({ best, clause }, at) =>
        best === undefined &&
        clause.to > clause.from &&
        !held.has(at) &&
        !isLeantOn(segments, at) &&
        !isCourtesy(clause),
    )
    .map(({ clause }) => textOf(clause));
  const unnamed = readings.flatMap(unheard);
  const lost = message.whens.flatMap(({ again }) => again?.lost ?? []);
  const unclear = readings.length === 1 ? closeCall(segments) : undefined;
  if (unclear !== undefined) return unclear;
  const rows = readings.map(coordinate);
  const each = rows.flat();
  const bound = unreadBounds(message, segments, { readings: each, requests: each.map(toRequest) });
  if (bound.size > 0) {
    const others = segments.map((one, at) => (bound.has(at) ? { ...one, best: undefined, readings: [] } : one));
    return understandSegments(message, place, others, new Map([...held, ...bound]), about);
  }
  const requests = rows.flatMap((row, at) => row.map((one) => withCount(toRequest(one), rows[at - 1] ?? [])));
  const said = requests.filter((request, at) => at === 0 || !isSameDeed(request, requests[at - 1]!));
  const found = withAntecedents(said, about).map((request) => resolved(message, request, read));
  const asked = found.flatMap((one) => ('unsaid' in one ? [] : [...one]));
  // "Add milk and undo that": what was not understood was not done, and nothing older is taken back in its place.
  const isAfterRest = segments[0]?.best === undefined && (rest.length > 0 || held.get(0)?.why === 'beyond');
  const [once, idle] = [
    asked.filter((one) => !isAfterRest || one.tool !== UNDO),
    asked.filter(({ tool }) => isAfterRest && tool === UNDO),
  ];
  const unsaid = found.flatMap((one): Held[] => ('unsaid' in one ? [{ text: one.unsaid, why: 'unsaid' }] : []));
  const kept = [...held.values(), ...unsaid];
  const left = leftIn(message, segments, { readings: each, requests: once });
  if (message.health.danger) {
    const others = once.filter(({ tool }) => tool !== HEALTH.tool);
    const waiting = others.map(({ text }): Held => ({ text, why: 'danger' }));
    return { kind: 'requests', requests: [toHealth(message.said)], rest: [], held: waiting };
  }
  const taken = takenIn(message);
  if (taken !== undefined && isAstray(taken) && once.every(({ tool }) => tool === DONE))
    return { kind: 'requests', requests: [toHealth(message.said)], rest: [], held: [] };
  if (taken !== undefined && once.every(({ tool }) => tool !== HEALTH.tool))
    once.unshift({ ...toHealth(taken), input: { request: taken.slice(0, MOST_TOLD), heard: true } });
  const [wrong] = findWrong(message.tokens, place);
  if (wrong !== undefined) return { kind: 'wrong', why: wrong };
  const over = untold([...rest, ...idle.map(({ text }) => text), ...unnamed, ...lost, ...left], once);
  if (over.length > lost.length && isOnlyTold(message, segments, once))
    return { kind: 'nothing', held: [...kept, { text: message.said, why: 'story', of: over[0] }] };
  return once.length === 0
    ? // Where nothing was understood, what nobody can do is no more than that.
      { kind: 'nothing', talk: talkIn(segments), held: kept.filter(({ why }) => why !== 'beyond') }
    : { kind: 'requests', ...withStory(once, over, message.said), held: kept };
}

/** "I have thousands of photos, write me a script that …": what is told beside a task that is told in words belongs to it. */
function withStory(requests: Request[], rest: string[], said: string): { requests: Request[]; rest: string[] } {
  const [only, ...more] = requests;
  if (only?.tool !== 'write_code' || more.length > 0 || rest.length === 0) return { requests, rest };
  return { requests: [{ ...only, input: { ...only.input, task: said }, text: said }], rest: [] };
}

/** Nobody corrects a note in more; every way to cut so much would be read. */
const LONGEST_APART = 500;

/** The clock is asked, or a note corrected: read by the whole of that part, with what stands beside it read by itself. */
function readApart(message: Message, place: Place): Understood | undefined {
  const { known } = message;
  const ofText = (text: string) => readMessage(text, place, known);
  if (message.content !== undefined) {
    const noted = noteCalled(message) ?? keptUnder(message) ?? correctionIn(ofText(message.said));
    return noted && { kind: 'requests', requests: [noted], rest: [] };
  }
  const reads = (text: string) => requestsIn(text, place, known).length > 0;
  if (message.text.length > LONGEST_APART) return undefined;
  const asksClock = lexicon()
    .signsIn(message.tokens)
    .some(({ sign }) => sign === 'talk.clock' || sign === 'talk.date');
  const clock = asksClock ? partIn(message, (text) => clockIn(ofText(text)), reads) : undefined;
  if (clock !== undefined && clock.before + clock.after === '') return { kind: 'clock', asked: clock.found };
  if (clock !== undefined)
    return { ...withRest({ requests: [], rest: [clock.before, clock.after] }, place, known), clock: clock.found };
  const corrected = mayCorrect(message.text) ? partIn(message, (text) => correctionIn(ofText(text)), reads) : undefined;
  if (corrected === undefined) return undefined;
  const { before, found, after } = corrected;
  const first = withRest({ requests: [], rest: [before] }, place, known);
  const more = withRest({ requests: [found], rest: [after] }, place, known);
  return {
    kind: 'requests',
    requests: [...first.requests, ...more.requests],
    rest: [...first.rest, ...more.rest],
    held: [...(first.held ?? []), ...(more.held ?? [])],
  };
}

/** What stands beside something that was read apart (the doses of a regimen) is read by itself, and none of it is lost. */
function withRest({ requests, rest }: Regimen, place: Place, known: Known): Asked {
  const read = rest.filter(Boolean).map((text) => ({ text, understood: understandPart(text, place, known) }));
  const asked = read.flatMap(({ understood }) => (understood.kind === 'requests' ? [understood] : []));
  const left = read.filter(({ understood }) => understood.kind !== 'requests').map(({ text }) => text);
  return {
    kind: 'requests',
    requests: [...requests, ...asked.flatMap((one) => one.requests)],
    rest: [...asked.flatMap((one) => one.rest), ...left],
    held: asked.flatMap(({ held = [] }) => held),
  };
}

type Asked = Extract<Understood, { kind: 'requests' }>;

function requestsIn(text: string, place: Place, known: Known): readonly Request[] {
  const read = understandPart(text, place, known);
  return read.kind === 'requests' ? read.requests : [];
}

const DONE = 'complete_todo';
