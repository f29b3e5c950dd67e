/** A message as frames: each clause read by itself, then beside those before it and the focus of the conversation. */

import { wordsIn } from '../../text/index.ts';
import type { Chart } from '../chart.ts';
import { nameOf } from '../desk.ts';
import { isEmpty, itemsFor } from '../evidence/items.ts';
import { signIn } from '../sayings/index.ts';
import { isSouthern } from '../seasons.ts';
import type { Aspect, Focus, Frame, Scope, Subject } from '../types.ts';
import { type Clause, clausesOf, withoutLead } from './clause.ts';
import { hasCue } from './cues.ts';
import { commandIn, modalityOf } from './manner.ts';
import { meantBy, measuredIn } from './meaning.ts';
import { mendByRecord } from './mending.ts';
import { toFirstPerson } from './person.ts';
import { readAspects } from './recognise.ts';
import { eventScope, scopeOf, scopeThen } from './scope.ts';
import { writeOut } from './speech.ts';
import { subjectsIn } from './subjects.ts';

export interface ReadMessage {
  /** In the first person. */
  text: string;
  byOther: boolean;
  frames: Frame[];
}

/** "Hospital form asks: any allergies?": who wants to know is no part of the question. */
const WHO_ASKS = /^\s*(?:[\p{L}'’]+ ){1,5}(?:asks?|asked|wants? to know|needs? to know|says?|wants?)\s*:\s*(?=\p{L})/iu;

/** "… according to my notes?": where it would stand is no part of it either. */
const IN_PAPERS =
  /,?\s+\b(?:according to|going by|as per) (?:the|my|your|all my) (?:notes?|letters?|records?|reports?|file|documents|papers)\b/gi;

const MOST_CLAUSES = 12;
const LONGEST = 4000;

export function readMessage(message: string, chart: Chart | null, focus: Focus, now: string): ReadMessage {
  const written = writeOut(message.slice(0, LONGEST));
  const asked = written.replace(WHO_ASKS, '').replace(IN_PAPERS, ' ');
  const mended = chart === null ? asked : mendByRecord(asked, chart);
  const { text, byOther } = toFirstPerson(mended, chart?.view ?? null);
  const frames: Frame[] = [];
  for (const clause of clausesOf(text).slice(0, MOST_CLAUSES))
    frames.push(readClause(clause, chart, frames, focus, now));
  return { text, byOther, frames: settle(frames) };
}

const SMALL_TALK =
  /^\W*(?:(?:ok(?:ay)?|alright|thanks?|thank you|many thanks|cheers|great|good|perfect|fine|got it|i see|understood|bye|goodbye|hello|hi|hey|good (?:morning|evening|night)|yes|no|nope|yeah|sure)\W*)+$/i;

function readClause(clause: Clause, chart: Chart | null, before: readonly Frame[], focus: Focus, now: string): Frame {
  const { text, start, end, asks } = clause;
  const chosen = before.length === 0 ? chosenIn(text, focus) : undefined;
  if (chosen !== undefined) return { ...chosen, text, start, end };
  if (SMALL_TALK.test(text))
    return { act: 'react', aspect: 'about', subjects: [], scope: {}, modality: 'actual', text, start, end, score: 1 };
  const own = withSigns(readIn(text, asks, chart), text, asks);
  const event = chart === null ? undefined : eventScope(text, own, chart.view);
  const subjects =
    event === undefined || own.length === 1
      ? own.filter((each) => each !== event?.event)
      : own.filter((each) => each.start !== event.event.start);
  const scope: Scope = {
    ...scopeOf(text, now, isSouthern(chart?.country)),
    ...event?.scope,
    ...(event && { event: event.event }),
    ...(event === undefined && scopeThen(text, focus)),
  };
  if (scope.near !== undefined) delete scope.nth;
  const command = commandIn(text, own);
  const base = { subjects, scope, modality: modalityOf(text, own), text, start, end };
  if (command !== undefined && !asks) return { ...base, subjects: own, act: command, aspect: 'about', score: 5 };
  if (!asks && !isFragment(text, own, focus)) return { ...base, subjects: own, act: 'tell', aspect: 'about', score: 1 };
  return weighNew(askFrame(base, asks, before, focus), chart);
}

const ORDINALS = ['first', 'second', 'third', 'fourth'];
const BRIEF = 5;

/** The answer to what was asked back: one of what was offered, by its name or its place. */
function chosenIn(text: string, { pending }: Focus): Omit<Frame, 'text' | 'start' | 'end'> | undefined {
  const words = wordsIn(text).map(({ lower }) => lower);
  if (pending === undefined || words.length > BRIEF) return undefined;
  const place = words.includes('last') ? pending.offers.length - 1 : ORDINALS.findIndex((each) => words.includes(each));
  const named = subjectsIn(text).filter(({ kind }) => kind !== 'thing');
  const offered = pending.offers.find(
    ({ id, text: said }) => named.some((each) => each.id === id) || text.toLowerCase().includes(said.toLowerCase()),
  );
  const subjects =
    offered !== undefined ? [offered] : named.length > 0 ? named : pending.offers.slice(place, place + 1);
  if (subjects.length === 0 || (offered === undefined && named.length === 0 && place < 0)) return undefined;
  return { act: 'ask', aspect: pending.aspect, subjects, scope: {}, modality: 'actual', score: WORDED };
}

const WORDED = 5;
const SUBSTANCES = new Set<Subject['kind']>(['drug', 'drug_class', 'vaccine', 'procedure']);
const LOOKED_UP = new Set<Aspect>(['about', 'take', 'when', 'list', 'compare', 'judge']);
const BY_DEFAULT = 2.5;
const OF_RECORD = /\b(?:what|when|who|why|how|which|where|did|was|were|do i|am i|have i|had|ever|last|level)\b/i;

/** "Nurofen for my back?": what is only named, and stands nowhere in the record, is asked about before it is taken. */
function weighNew(frame: Frame, chart: Chart | null): Frame {
  const named = frame.subjects.filter(({ kind }) => SUBSTANCES.has(kind));
  if (chart === null || named.length === 0 || frame.inherited || !LOOKED_UP.has(frame.aspect)) return frame;
  if (
    frame.score > BY_DEFAULT ||
    OF_RECORD.test(frame.text) ||
    !named.every((subject) => isEmpty(itemsFor(subject, chart)))
  )
    return frame;
  return { ...frame, aspect: 'safe' };
}

function readIn(text: string, asks: boolean, chart: Chart | null): Subject[] {
  const named = subjectsIn(text);
  if (chart === null) return named;
  return asks ? meantBy(named, text, chart) : measuredIn(named, text, chart);
}

const PARTS = /[,;]\s+|\s+(?:and|but|plus|with)\s+/i;

/** What is said to be wrong without a name for it: "black strings floating in my eye"; part by part, where none is named. */
function withSigns(subjects: Subject[], text: string, asks: boolean): Subject[] {
  if (asks && (text.length > 120 || PAST.test(text) || subjects.some(({ kind }) => kind !== 'system'))) return subjects;
  const parts = partsOf(text);
  const open = (parts.length > 1 ? [{ said: text, start: 0 }, ...parts] : parts).filter(
    ({ said, start }) =>
      !subjects.some(({ kind, start: at }) => SIGNS.has(kind) && at >= start && at < start + said.length),
  );
  const found = new Set<string>();
  for (const { said } of open.slice(0, MOST_PARTS)) {
    const sign = signIn(said.trim(), asks);
    if (sign !== undefined) found.add(sign.concept);
  }
  return [
    ...subjects,
    ...[...found]
      .filter((id) => !subjects.some((subject) => subject.id === id))
      .map(
        (id): Subject => ({
          ...{ id, kind: 'symptom', as: 'itself', text: nameOf(id), start: text.length, end: text.length },
        }),
      ),
  ];
}

function partsOf(text: string): { said: string; start: number }[] {
  let start = 0;
  return text.split(PARTS).map((said) => {
    const at = text.indexOf(said, start);
    start = at + said.length;
    return { said, start: at };
  });
}

const MOST_PARTS = 6;
const PAST = /\b(?:did|was|were|had|lost|lose|could|can|may|should)\b/i;
const SIGNS = new Set(['symptom', 'condition']);

type Base = Pick<Frame, 'subjects' | 'scope' | 'modality' | 'text' | 'start' | 'end'>;

function askFrame(base: Base, asks: boolean, before: readonly Frame[], focus: Focus): Frame {
  const readings = readAspects(base.text, base.subjects);
  const [best, second] = readings;
  const last = before.findLast(({ act }) => act === 'ask');
  const spoken = before.findLast(({ subjects }) => subjects.length > 0);
  const prior =
    last !== undefined && last.subjects.length === 0 && spoken !== undefined
      ? { ...spoken, ...bare(last) }
      : (last ?? before.at(-1));
  const inherited = inherit(base, best?.aspect, best?.score ?? 0, prior, focus, before.length > 0);
  const again = inherited.subjects === base.subjects ? readings : readAspects(base.text, inherited.subjects);
  const aspect = inherited.aspect ?? again[0]?.aspect ?? best?.aspect ?? 'about';
  const score = again[0]?.score ?? best?.score ?? 0;
  return {
    ...base,
    act: 'ask',
    subjects: inherited.subjects,
    scope: inherited.scope,
    aspect,
    score: asks ? score : score * 0.8,
    ...(inherited.inherited && { inherited: true }),
    ...(second !== undefined && best !== undefined && best.score - second.score < 1 && { rival: second.aspect }),
  };
}

/** What a question asked, of whatever was spoken of before it: its matter comes from there. */
function bare({ act, aspect, scope }: Frame): Pick<Frame, 'act' | 'aspect' | 'scope'> {
  return { act, aspect, scope };
}

const POINTS_BACK = /\b(?:it|its|this|that|these|those|them|they|one|ones|then|same|there|the other)\b/i;
/** What asks for entries of any kind means what was spoken of only where it says so. */
const OF_ENTRIES = new Set<Aspect>(['result', 'list', 'have', 'said', 'visit', 'next', 'written']);
const POINTS_AT = /\b(?:it|its|this|that|these|those|them|ones?|same|the other)\b/i;
const GOES_ON = /^\W*(?:and|but|what about|how about|also|or)\b/i;
const SAME_MATTER = new Set<Aspect>([
  'cause',
  'worry',
  'trend',
  'judge',
  'why-stopped',
  'since',
  'when',
  'dose',
  'who',
  'value',
  'todo',
  'explain',
  'stop',
  'safe',
  'effects',
  'goal',
  'about',
  'compare',
  'extreme',
  'said',
  'take',
  'purpose',
  'count',
  'next',
  'due',
  'worked',
  'alternative',
  'avoid',
  'watch',
  'bring',
  'tried',
  'replaced',
  'redone',
  'result',
  'list',
  'have',
  'turn',
  'written',
  'changes',
]);

/** Changes one slot of what was asked before: the subject, the time, or what is asked of it. */
function inherit(
  base: Base,
  aspect: Aspect | undefined,
  score: number,
  prior: Frame | undefined,
  focus: Focus,
  within: boolean,
): Pick<Frame, 'subjects' | 'scope' | 'inherited'> & { aspect?: Aspect | undefined } {
  const { text, scope, subjects } = base;
  const named = subjects.filter(({ kind }) => kind !== 'thing');
  const from = prior ?? { subjects: focus.subjects, aspect: focus.aspect, scope: focus.scope };
  const short = text.split(/\s+/).length <= 8;
  const goesOn = GOES_ON.test(text);
  const points =
    aspect !== undefined && OF_ENTRIES.has(aspect)
      ? POINTS_AT.test(text) || (goesOn && wordsIn(text).length <= BRIEF)
      : POINTS_BACK.test(text) || hasTime(scope) || goesOn || short;
  if (
    named.length === 0 &&
    subjects.length === 0 &&
    from.subjects.length > 0 &&
    points &&
    (aspect === undefined || SAME_MATTER.has(aspect))
  ) {
    const onlyTime =
      score < 2 ||
      (hasTime(scope) && (aspect === 'value' || aspect === undefined || aspect === 'when' || aspect === 'visit'));
    const keeps = onlyTime ? seriesAspect(from.aspect, scope) : aspect;
    return {
      subjects: from.subjects,
      aspect: keeps,
      scope:
        prior?.act === 'ask' && !hasTime(scope) && hasTime(from.scope)
          ? from.scope
          : settleScope(scope, focus, from.scope),
      inherited: true as const,
    };
  }
  const tied = tiedTo(base, aspect, from.subjects);
  if (tied !== undefined) return { subjects: tied, aspect, scope };
  if (named.length > 0 && !within && goesOn && short && score < 3 && from.aspect !== undefined)
    return { subjects, aspect: fittingAspect(from.aspect, subjects), scope: hasTime(scope) ? scope : {} };
  return { subjects, aspect, scope };
}

const OF_VALUES = new Set<Aspect>(['cause', 'trend', 'compare', 'worked']);

/** "Is that the amiodarone?": the tablet is named, "that" is the value or complaint that was spoken of. */
function tiedTo(
  { text, subjects }: Base,
  aspect: Aspect | undefined,
  before: readonly Subject[],
): Subject[] | undefined {
  if (aspect === undefined || !/\b(?:it|that|this|they|them)\b/i.test(text)) return undefined;
  const given = before.filter(({ kind }) => kind === 'drug');
  if (aspect === 'dose' && given.length > 0 && subjects.every(({ id }) => id === 'observation:body_weight'))
    return given;
  if (!OF_VALUES.has(aspect)) return undefined;
  if (subjects.length === 0 || !subjects.every(({ kind }) => kind === 'drug' || kind === 'drug_class'))
    return undefined;
  const matter = before.filter(({ kind }) => ['observation', 'symptom', 'condition', 'system'].includes(kind));
  return matter.length === 0 ? undefined : [...matter, ...subjects];
}

function hasTime({ from, to, near, nth }: Scope): boolean {
  return from !== undefined || to !== undefined || near !== undefined || nth !== undefined;
}

/** After a trend, "and in 2020?" asks for a value. */
function seriesAspect(aspect: Aspect | undefined, scope: Scope): Aspect | undefined {
  if (aspect === undefined) return undefined;
  return hasTime(scope) && ['trend', 'judge', 'worry', 'cause', 'explain', 'goal', 'extreme'].includes(aspect)
    ? 'value'
    : aspect;
}

/** "And the one before?" counts on from where the last answer stood. */
function settleScope(scope: Scope, focus: Focus, before: Scope): Scope {
  const unit = scope.unit ?? before.unit;
  const kept = unit === undefined ? scope : { ...scope, unit };
  return scope.nth !== undefined && scope.nth > 0 && focus.nth !== undefined
    ? { ...kept, nth: focus.nth + scope.nth }
    : kept;
}

function fittingAspect(aspect: Aspect, subjects: readonly Subject[]): Aspect | undefined {
  const kinds = new Set(subjects.map(({ kind }) => kind));
  const drugish: Aspect[] = ['safe', 'take', 'dose', 'purpose', 'why-stopped', 'effects', 'stop'];
  const measured: Aspect[] = ['value', 'trend', 'judge', 'worry', 'cause', 'extreme', 'goal', 'compare'];
  if (kinds.has('drug') || kinds.has('drug_class') || kinds.has('food'))
    return drugish.includes(aspect) ? aspect : undefined;
  if (kinds.has('observation')) return measured.includes(aspect) ? aspect : undefined;
  return aspect;
}

const NO_VERB =
  /\b(?:am|is|are|was|were|be|been|has|have|had|went|go|goes|going|feels?|felt|hurts?|keeps?|kept|got|gets?|seems?|looks?|took|takes?|taking|stopped|started|says?|said|came|comes?|rose|fell|dropped|measured|showed|reads?|not|no|never)\b/i;
const LONGEST_NAMED = 12;

/** "My eye pressure now and before the drops": a value that is only named is asked for. */
function isNamedOnly(text: string, subjects: readonly Subject[]): boolean {
  return (
    /^\W*(?:and |so |ok |please )?(?:my|the|last|latest|current|newest)\b/i.test(text) &&
    !/\d/.test(text) &&
    !NO_VERB.test(text) &&
    wordsIn(text).length <= LONGEST_NAMED &&
    subjects.some(({ kind }) => kind === 'observation' || kind === 'procedure' || kind === 'vaccine')
  );
}

/** "and the year before", "LDL", "the left knee": no sentence, but part of the last question. */
function isFragment(text: string, subjects: readonly Subject[], focus: Focus): boolean {
  const words = withoutLead(text).split(/\s+/).filter(Boolean);
  if (isNamedOnly(text, subjects)) return true;
  if (words.length > 6 || focus.aspect === undefined)
    return (
      words.length <= 3 &&
      subjects.length > 0 &&
      !/\d/.test(text) &&
      !/\b(?:i|took|had|have|am|is|was|does|do|not|no|never)\b/i.test(text)
    );
  return (
    !/\b(?:i|i'm|i've|we|took|had|have|am|got|feel|started|stopped|was|is|my)\b/i.test(text) &&
    !/\d{2,}\s*\/|\d+\s*(?:mg|kg|mmol)/i.test(text)
  );
}

const GIVEN = new Set<Subject['kind']>(['drug', 'drug_class', 'food', 'vaccine']);
const LEAST_SURE = 3;

const OF_STOPPING = new Set<Aspect>([
  'said',
  'stop',
  'why-stopped',
  'tried',
  'replaced',
  'when',
  'since',
  'take',
  'have',
]);

/** "… and why?" of a medicine that was spoken of: why it was given up, not what it has done. */
function isWhyOfIt({ aspect, inherited, subjects, text }: Frame, before: Frame): boolean {
  return (
    aspect === 'cause' &&
    inherited === true &&
    OF_STOPPING.has(before.aspect) &&
    wordsIn(text).length <= 3 &&
    subjects.every(({ kind }) => kind === 'drug' || kind === 'drug_class')
  );
}

const NO_MATTER = new Set<Aspect>(['about', 'have', 'safe', 'explain', 'cause', 'judge']);
const BRIEF_WORDS = 6;

/** "Age?", "what's going on?", "is it the not smoking?" after a complaint: asked is what it comes from. */
function isBlame({ text, aspect, score, subjects, inherited }: Frame): boolean {
  if (!NO_MATTER.has(aspect) || wordsIn(text).length > BRIEF_WORDS) return false;
  const own = inherited ? [] : subjects.filter(({ kind }) => kind !== 'thing');
  if (aspect === 'cause' || hasCue('blames', text)) return true;
  return score < LEAST_SURE && own.every(({ kind }) => kind === 'condition') && BLAMING.test(text);
}

const BLAMING = /^\W*(?:and |so |but )?(?:is|could|can|might|would|was|from)\b/i;

/** "My brother has colchicine, or is naproxen better": both are asked about. */
function weighsBoth(frame: Frame, before: Frame): Frame | undefined {
  const other = before.subjects.filter(({ kind }) => kind === 'drug' || kind === 'drug_class');
  if (frame.aspect !== 'safe' || other.length === 0 || !/^\W*or\b/i.test(frame.text)) return undefined;
  return { ...frame, subjects: [...other, ...frame.subjects] };
}

/** What is told right before a question belongs to it: "They prescribed Bactrim. Is that all right?" */
function settle(frames: readonly Frame[]): Frame[] {
  return frames.map((frame, at) => {
    const before = frames[at - 1];
    if (before?.act === 'ask' && isWhyOfIt(frame, before)) return { ...frame, aspect: 'why-stopped' };
    if (frame.act !== 'ask' || before?.act !== 'tell') return frame;
    const whole =
      frame.score < LEAST_SURE && frame.subjects.length === 0
        ? readAspects(before.text, before.subjects)[0]
        : undefined;
    if (whole !== undefined && whole.score >= LEAST_SURE && before.subjects.length === 0)
      return { ...frame, aspect: whole.aspect, score: whole.score, text: `${before.text} ${frame.text}` };
    const named = frame.subjects.filter(({ kind }) => kind !== 'thing');
    const complaints = before.subjects.filter(({ kind }) => kind === 'symptom');
    if (complaints.length > 0 && isBlame(frame))
      return {
        ...frame,
        aspect: 'cause',
        subjects: [...complaints, ...named.filter((each) => !before.subjects.includes(each))],
      };
    if (named.length > 0 && !frame.inherited) return weighsBoth(frame, before) ?? frame;
    const isDrug = before.subjects.some(({ kind }) => GIVEN.has(kind));
    const isMeasured = !isDrug && before.subjects.some(({ kind }) => kind === 'observation');
    const isVague = frame.aspect === 'judge' || (frame.aspect === 'about' && frame.score < LEAST_SURE);
    const aspect = isVague && isDrug ? 'safe' : frame.aspect === 'safe' && isMeasured ? 'judge' : frame.aspect;
    return {
      ...frame,
      aspect,
      subjects: [...before.subjects, ...frame.subjects.filter((each) => !before.subjects.includes(each))],
    };
  });
}
