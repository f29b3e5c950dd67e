/** A message as frames: each clause read by itself, then beside those before it and the focus of the conversation. */

import { wordsIn } from '../../text/index.ts';
import type { Chart } from '../chart.ts';
import { nameOf } from '../desk.ts';
import { withMeanings } from '../evidence/aliases.ts';
import { isEmpty, itemsFor } from '../evidence/items.ts';
import { contentWords } from '../evidence/words.ts';
import { alternatives, pattern } from '../patterns.ts';
import { signIn } from '../sayings/index.ts';
import { isSouthern } from '../seasons.ts';
import type { Aspect, Focus, Frame, Scope, Speaker, Subject } from '../types.ts';
import { withoutAsides } from './asides.ts';
import { withBout } from './bouts.ts';
import { type Clause, clausesOf } from './clause.ts';
import { eventByWords } from './events.ts';
import { isFragment } from './fragments.ts';
import { ungap } from './gapped.ts';
import { askFrame, hasTime } from './inherit.ts';
import { inFirstPerson } from './kin.ts';
import { splitListed } from './listed.ts';
import { commandIn, modalityOf } from './manner.ts';
import { meantBy, measuredIn } from './meaning.ts';
import { mendByRecord } from './mending.ts';
import { withOthers } from './others.ts';
import { toFirstPerson, type Voiced } from './person.ts';
import { asksPlainWords, plainFrame } from './plain-words.ts';
import { quotedSpan } from './quoted.ts';
import { eventScope, scopeOf, scopeThen } from './scope.ts';
import { settle } from './settle.ts';
import { scopeOfEvent } from './since-event.ts';
import { besideOf, speakerOf, withMarks, withoutWriter } from './speaker.ts';
import { writeOut } from './speech.ts';
import { subjectsIn } from './subjects.ts';
import { suppose } from './supposing.ts';

export interface ReadMessage {
  /** In the first person. */
  text: string;
  byOther: boolean;
  frames: Frame[];
  /** Who writes for the patient. */
  speaker?: Speaker;
}

const MOST_CLAUSES = 12;
const LONGEST = 4000;

/** What was read last for a chart: a turn reads its message several times, to store, to route and to answer. */
const READ = new WeakMap<Chart, Map<string, ReadMessage>>();
const MOST_READ = 4;

export function readMessage(message: string, chart: Chart | null, focus: Focus, now: string): ReadMessage {
  if (chart === null) return readAnew(message, chart, focus, now);
  const held = READ.get(chart) ?? new Map<string, ReadMessage>();
  READ.set(chart, held);
  const key = JSON.stringify([message, focus, now]);
  const read = held.get(key) ?? readAnew(message, chart, focus, now);
  held.set(key, read);
  for (const oldest of held.keys()) if (held.size > MOST_READ) held.delete(oldest);
  return read;
}

/** "The hep jabs and the shingles one": of what was named before it. */
const ONE_OF_JABS = /(?<=\b(?:jabs?|shots?|vaccines?|vaccinations?|boosters?)\b[^.?!]{0,40})(\bthe [\w-]+ )one\b/gi;

/** "1 …? 2 she says stop the coumadin": the number of a point is no amount. */
const COUNTED =
  /(?<=^\s*|[.?!]\s+)[1-9][.)]?\s+(?=(?:she|he|they|we|i|it|is|are|can|do|does|did|should|what|why|when|where|who|how|will|the|my|his|her)\b)/gi;

function readAnew(message: string, chart: Chart | null, focus: Focus, now: string): ReadMessage {
  const written = writeOut(
    withoutWriter(message.slice(0, LONGEST))
      .replace(/ [&+] (?=\p{L})/gu, ' and ')
      .replace(ONE_OF_JABS, '$1vaccine')
      .replace(COUNTED, ''),
  );
  const asked = withoutAsides(written);
  const mended = chart === null ? asked : mendByRecord(withMeanings(asked, chart), chart);
  const { text, byOther, speaker } = voiced(mended, chart, focus);
  // As it was typed: "HE gr 1" is no "he".
  if (asksPlainWords(written)) return { text, byOther, frames: [plainFrame(written)], ...(speaker && { speaker }) };
  const frames: Frame[] = [];
  const clauses = ungap(clausesOf(text).flatMap(splitListed).slice(0, MOST_CLAUSES));
  for (const [at, clause] of clauses.entries())
    frames.push(
      ofNoDoctor(
        readClause(clause, chart, frames, focus, now, isAskedOf(clauses.slice(at + 1, at + 3))),
        frames.at(-1),
      ),
    );
  const typedOff = frames.some(({ act }) => act === 'ask') ? quotedSpan(text) : undefined;
  const read = settle(asOfPapers(frames)).map((frame) => (typedOff === undefined ? frame : { ...frame, typedOff }));
  return { text, byOther, frames: read, ...(speaker && { speaker }) };
}

const FOR_LEAVE = pattern('announced_for_leave');
const IS_DOCTOR = pattern('behind_an_organ_a_person');

/** "The kidney doctor found no cause": what is told of somebody is not about the organ that they are called after. */
function ofNoDoctor(frame: Frame, before: Frame | undefined): Frame {
  if (frame.act !== 'tell') return frame;
  const isOrgan = ({ kind, text }: Subject) =>
    (kind === 'system' || kind === 'observation') && IS_DOCTOR.test(behind(frame.text, text));
  const kept = frame.subjects.filter((each) => !isOrgan(each));
  if (kept.length === frame.subjects.length) return frame;
  // What it is about stays what was spoken of.
  return { ...frame, subjects: kept.length > 0 ? kept : (before?.subjects ?? []) };
}

function behind(said: string, word: string): string {
  const at = said.toLowerCase().indexOf(word.toLowerCase());
  return at < 0 ? '' : said.slice(at + word.length);
}

const SAID_BY_PAPER = pattern('said_by_paper');

/** "It says in my papers that I have diabetes. Nobody told me!": what a paper is said to say is asked about, not told. */
function asOfPapers(frames: Frame[]): Frame[] {
  if (frames.some(({ act }) => act === 'ask')) return frames;
  return frames.map((frame) =>
    frame.act === 'tell' && SAID_BY_PAPER.test(frame.text) ? { ...frame, act: 'ask', aspect: 'said' } : frame,
  );
}

/** In the first person of the patient, whoever writes. */
function voiced(message: string, chart: Chart | null, focus: Focus): Voiced & { speaker?: Speaker } {
  const speaker = speakerOf(message, chart, focus);
  const own = speaker === undefined ? undefined : inFirstPerson(withMarks(message), [speaker.word]);
  if (speaker !== undefined && own !== undefined) return { text: own, byOther: true, speaker };
  const said = toFirstPerson(message, chart?.view ?? null);
  const beside = said.byOther && chart !== null ? besideOf(message, chart.view, focus) : undefined;
  return beside === undefined ? said : { ...said, speaker: beside };
}

const SMALL_TALK = new RegExp(`^\\W*(?:(?:${alternatives('small_talk')})\\W*)+$`, 'i');

const BRIEF_ASK = 4;
const POINTS_BACK = /\b(?:it|its|that|this|they|those)\b/i;

/** "… how come?", "… does that mean it is wearing off?": a brief question is about what was told right before it. */
function isAskedOf(next: readonly Clause[]): boolean {
  return next.some(
    ({ asks, text }, at) =>
      asks &&
      !FOR_LEAVE.test(text) &&
      ((at === 0 && wordsIn(text).length <= BRIEF_ASK) ||
        (POINTS_BACK.test(text) && wordsIn(text).length <= BRIEF_ASK * 2)),
  );
}

function readClause(
  clause: Clause,
  chart: Chart | null,
  before: readonly Frame[],
  focus: Focus,
  now: string,
  askedOf: boolean,
): Frame {
  const { text, start, end, asks } = clause;
  const chosen = before.length === 0 ? chosenIn(text, focus) : undefined;
  if (chosen !== undefined) return { ...chosen, text, start, end };
  if (SMALL_TALK.test(text))
    return { act: 'react', aspect: 'about', subjects: [], scope: {}, modality: 'actual', text, start, end, score: 1 };
  const read = withPointed(readIn(text, asks || askedOf, chart), text, asks, focus);
  const own = withOthers(withSigns(read, text, asks), text, chart, focus);
  const event = chart === null ? undefined : eventScope(text, own, chart.view);
  const subjects =
    event === undefined || own.length === 1
      ? own.filter((each) => each !== event?.event)
      : own.filter((each) => each.start !== event.event.start);
  const scope: Scope = {
    ...scopeOf(text, now, isSouthern(chart?.country)),
    ...event?.scope,
    ...(event && { event: event.event }),
    ...(event === undefined &&
      (scopeThen(text, focus) ?? happenedIn(text, chart, own, focus, now) ?? timeOfEvent(text, own, focus, now))),
  };
  if (scope.near !== undefined) delete scope.nth;
  const bound = event === undefined && scope.say !== undefined && (scope.to ?? scope.near ?? scope.from) !== undefined;
  const meant = isValueThen(text, own, scope, before, focus)
    ? []
    : bound
      ? subjects.filter(({ id }) => id !== 'thing:medicines')
      : subjects;
  const command = commandIn(text, own);
  const base = { subjects: meant, scope, modality: modalityOf(text, own), text, start, end };
  const heard = command !== undefined && [text, ...before.map((each) => each.text)].some((said) => HEARD.test(said));
  if (heard) return askFrame({ ...base, text }, true, before, focus);
  if (command !== undefined && !asks) return { ...base, subjects: own, act: command, aspect: 'about', score: 5 };
  if (!asks && !isFragment(text, own, focus)) return { ...base, subjects: own, act: 'tell', aspect: 'about', score: 1 };
  return suppose(weighNew(askFrame(base, asks, before, focus), chart), chart);
}

/** What was heard of a medicine is no order, but a question of it. */
const HEARD = pattern('heard_withdrawn');

const WAS_IT =
  /\b(?:what|how (?:high|low|much|bad|good)) (?:was|were) (?:it|that|they|mine)\b|^\W*(?:and|n|but|what about|how about)\s+(?:(?:just|right|shortly|even|only)\s+)?(?:when|while|back|before|prior to|after|since|during|until)\b/i;

/** After a value, "and what was it in 2016 on the gliclazide?" asks for the value again: what else is named says when. */
function isValueThen(
  text: string,
  own: readonly Subject[],
  scope: Scope,
  before: readonly Frame[],
  focus: Focus,
): boolean {
  const spoken = before.length > 0 ? before.at(-1)!.subjects : focus.subjects;
  return (
    hasTime(scope) &&
    spoken.some(({ kind }) => kind === 'observation') &&
    !own.some(({ kind }) => kind === 'observation' || kind === 'symptom') &&
    WAS_IT.test(text)
  );
}

function timeOfEvent(text: string, own: readonly Subject[], focus: Focus, now: string): Scope | undefined {
  return hasTime(scopeOf(text, now)) ? undefined : scopeOfEvent(text, own, focus);
}

const DATED = new Set<Subject['kind']>(['observation', 'drug', 'system']);

/** Asked of a value or a dose: what happened then says which one is meant, unless a date does. */
function happenedIn(
  text: string,
  chart: Chart | null,
  own: readonly Subject[],
  focus: Focus,
  now: string,
): Scope | undefined {
  const spoken = own.some(({ kind }) => DATED.has(kind)) ? own : focus.subjects;
  const isValue = spoken.some(({ kind }) => DATED.has(kind));
  if (chart === null || !isValue || hasTime(scopeOf(text, now))) return undefined;
  return eventByWords(text, chart, spoken);
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
const OF_RECORD =
  /\b(?:what|when|who|why|how|which|where|did|was|were|do i|am i|have i|had|has|anyone|anybody|checked|tested|measured|ever|last|level)\b/i;

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
  return asks ? meantBy(withBout(named, text, chart), text, chart) : measuredIn(named, text, chart);
}

const POINTED = pattern('points_at_medicine');

/** "The locum has put me back on it": told of the medicine that was just spoken of. */
function withPointed(subjects: Subject[], text: string, asks: boolean, focus: Focus): Subject[] {
  const found = asks ? null : POINTED.exec(text);
  if (found === null || subjects.some(({ kind }) => kind === 'drug' || kind === 'drug_class')) return subjects;
  const [spoken, ...others] = focus.subjects.filter(({ kind }) => kind === 'drug');
  if (spoken === undefined || others.length > 0) return subjects;
  return [...subjects, { ...spoken, start: found.index, end: found.index + found[0].length }];
}

/** "…, left arm too": where it goes on, no sign by itself. */
const BARE_PART = pattern('bare_part');
const PARTS = /[,;]\s+|\s+(?:and|but|plus|with)\s+/i;

/** "Scales said 84.3 this morning": a measure, its value and a day, and no word of anything else. */
function isOnlyValue(said: string, subjects: readonly Subject[]): boolean {
  const measures = subjects.filter(({ kind, text }) => kind === 'observation' && text !== '' && said.includes(text));
  if (measures.length === 0 || !/\d/.test(said)) return false;
  const rest = measures.reduce((left, { text }) => left.replace(text, ' '), said);
  return contentWords(rest.replace(/\d[\d.,]*/g, ' ')).size <= MOST_BESIDE_VALUE;
}

/** The day of which it is. */
const MOST_BESIDE_VALUE = 2;

/** What is said to be wrong without a name for it: "black strings floating in my eye"; part by part, where none is named. */
function withSigns(subjects: Subject[], text: string, asks: boolean): Subject[] {
  if (asks && (text.length > 120 || PAST.test(text) || subjects.some(({ kind }) => kind !== 'system'))) return subjects;
  const parts = partsOf(text);
  const open = (parts.length > 1 ? [{ said: text, start: 0 }, ...parts] : parts).filter(
    ({ said, start }) =>
      !BARE_PART.test(said) &&
      !isOnlyValue(said, subjects) &&
      !subjects.some(({ kind, start: at }) => SIGNS.has(kind) && at >= start && at < start + said.length),
  );
  const found = new Set<string>(BLOW_TO_HEAD.test(text) && !GIVEN_UP.test(text) ? [HEAD_KNOCK] : []);
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

const BLOW_TO_HEAD = pattern('blow_to_head');
const GIVEN_UP = pattern('given_up_idiom');
const HEAD_KNOCK = 'symptom:head_knock';

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
