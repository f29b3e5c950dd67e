/** Whether a message is about this person's record, however it is put: what is named, what was spoken of, what papers hold. */
import { triage } from '../../clinical/index.ts';
import { leaningOf } from '../../clinical/triage/kinds.ts';
import type { Chart } from '../chart.ts';
import { concernsOf } from '../concern.ts';
import type { Told } from '../concerns/types.ts';
import { nameOf } from '../desk.ts';
import { isEmpty, itemsFor } from '../evidence/items.ts';
import { findPassages, passagesOf, stemsOf } from '../evidence/passages.ts';
import { readingsOf } from '../evidence/series.ts';
import { contentWords } from '../evidence/words.ts';
import { type Term, termsIn } from '../glossary/index.ts';
import { pattern } from '../patterns.ts';
import type { Aspect, Focus, Frame, Subject } from '../types.ts';
import { askedIn } from './asked.ts';
import { hasCue } from './cues.ts';
import { readMessage } from './index.ts';
import { hasTime } from './inherit.ts';
import { factsIn, toldIn } from './told.ts';

const OWN = /\b(?:i|i'm|i’m|i've|i’ve|my|me|mine|myself|we|our|us)\b/i;
/** Words that people use of an illness of their own without naming it. */
const OF_ILLNESS =
  /\b(?:stage [1-5ivx]+|grade [1-4]|relapse|remission|flare|my (?:condition|illness|disease|treatment|results?|values?|levels?|dose|scan|operation))\b/i;
const BRIEF = 60;
const BACK = /\b(?:it|its|that|this|then|there|them|they|one)\b/i;
const PAPER_SCORE = 6;
const BRIEF_SCORE = 2.4;
const PAPER_NEAR = 0.45;

/** Questions that only a record answers, whoever words them without an "I". */
const OF_RECORD = new Set<Aspect>([
  'why-stopped',
  'who',
  'result',
  'tried',
  'culprit',
  'happened',
  'gestation',
  'when',
  'said',
  'next',
  'visit',
  'take',
  'purpose',
  'since',
  'changes',
  'count',
  'extreme',
  'redone',
  'limit',
  'link',
  'prevent',
  'informed',
  'leads',
]);
/** What only this person's papers can say. */
const OF_PLANS = new Set<Aspect>(['watch', 'bring', 'prepare']);
/** Whether a medicine, a food, a vaccine or an operation suits is a matter of the record, of what it lists and what not. */
const WEIGHS = new Set<Aspect>(['safe', 'stop', 'missed', 'dose']);
const WEIGHED = new Set<Subject['kind']>(['drug', 'drug_class', 'food', 'vaccine', 'procedure']);
const IN_GENERAL =
  /\b(?:people|patients|adults|children|anyone|someone|women|men|babies|in general|usually|generally)\b/i;
const TOLD_NEWS = new Set<Told['act']>(['measured', 'changed', 'double', 'missed', 'stopped', 'exposed', 'plans']);
const PARTS = new Set(['thing:visits', 'thing:hospital', 'thing:emergency', 'thing:documents', 'thing:labs']);
/** What is on a list of one's own, in whatever words it is asked for: "what am I allergic to, it is for a form". */
const LISTS = new Set(['thing:allergies', 'thing:medicines', 'thing:vaccines', 'thing:procedures', 'thing:conditions']);

const TELLS = pattern('others_should_know');
const PLAN = pattern('asks_whole_plan');

/** "What did the biopsy show?" is about one that was done. */
const DONE = /\b(?:did|was|were|has|have)\b/i;

/** Somebody who treats, by name. */
const TITLED = /\b(?:dr|doctor|nurse|prof|mr|mrs|ms|sister)\.? \p{L}{3,}/iu;

function asksOfRecord({ act, aspect, subjects, text, scope, score }: Frame, chart: Chart): boolean {
  if (act !== 'ask') return false;
  if ((aspect === 'overview' || (aspect === 'due' && score > WORDED)) && subjects.length === 0 && text.length < BRIEF)
    return true;
  /** "What am I not allowed to take?": to a record of a person, that asks for what the person must not have. */
  if (aspect === 'avoid' && score > WORDED && OWN.test(text) && subjects.length === 0 && text.length < BRIEF)
    return true;
  if (act === 'ask' && subjects.length === 0 && text.length < BRIEF && PLAN.test(text)) return true;
  /** "What should the school know?" can only be about the one whose record it is. */
  if (aspect === 'todo' && subjects.length === 0 && text.length < BRIEF && TELLS.test(text)) return true;
  const isTest = askedIn(text) !== undefined || subjects.some(({ kind }) => kind === 'procedure');
  if (aspect === 'result' && DONE.test(text) && isTest && !IN_GENERAL.test(text)) return true;
  if (
    OF_RECORD.has(aspect) &&
    (TITLED.test(text) || (subjects.length === 0 && hasTime(scope))) &&
    !IN_GENERAL.test(text)
  )
    return true;
  if (aspect === 'due' && (subjects.some(({ kind }) => kind === 'thing') || (score > WORDED && OWN.test(text))))
    return true;
  if (subjects.some(({ id }) => LISTS.has(id)) && aspect === 'list' && OWN.test(text) && !IN_GENERAL.test(text))
    return true;
  if (subjects.some(({ id }) => PARTS.has(id)) && (OF_RECORD.has(aspect) || aspect === 'list')) return true;
  if (WEIGHS.has(aspect) && subjects.some(({ kind }) => WEIGHED.has(kind)) && !IN_GENERAL.test(text)) return true;
  return (
    OF_RECORD.has(aspect) &&
    subjects.some(
      (subject) =>
        subject.kind !== 'thing' &&
        subject.kind !== 'system' &&
        (!isEmpty(itemsFor(subject, chart)) ||
          findPassages(chart, { concepts: [subject.id], words: new Map(), named: true }).length > 0),
    )
  );
}

/** "When is the transfer?" of somebody who has one booked. */
function asksOfComing({ act, text }: Frame, { view }: Chart): boolean {
  const words = [...contentWords(text).keys()].filter((word) => word.length >= LEAST_LETTERS);
  return (
    act === 'ask' &&
    view.encounters.some(({ scheduled, name, reason }) => {
      const held = scheduled ? stemsOf(`${name} ${reason ?? ''}`) : new Set<string>();
      return words.some((word) => held.has(word));
    })
  );
}

const LEAST_LETTERS = 6;

/** Whom to ring, who treats, which blood group: a record's matter whatever else is named. */
function isOwnMatter({ act, aspect, score, text }: Frame): boolean {
  if (act !== 'ask' || score < WORDED) return false;
  if (aspect === 'identity') return /\bblood\b/i.test(text);
  return aspect === 'who' && (hasCue('trades', text) || /\b(?:ring|call|phone|reach|contact)\b/i.test(text));
}

const WORDED = 5;
const ASKS = /\?|^\W*(?:is|does|has|did|was|who|what|when|how)\b/i;

/** "Is Matteo a carrier?": a name that the papers know. */
function namesSomebodyOf(chart: Chart, message: string): boolean {
  const names = [...message.matchAll(/(?<=\s)\p{Lu}\p{Ll}{2,}\b/gu)].map(([name]) => name);
  return ASKS.test(message) && names.some((name) => passagesOf(chart).some(({ text }) => text.includes(name)));
}

/** Of its stem: "valv". */
const LEAST_NAMED = 4;

/** "What valve did they put in?", "the serial number of my valve": a word by which an illness or an operation of this record is called. */
function namesEntry({ view }: Chart, text: string): boolean {
  if (leaningOf(text).health <= ELSEWHERE) return false;
  const held = stemsOf([...view.conditions, ...view.procedures].map(({ name }) => name).join(' '));
  return [...contentWords(text).keys()].some((word) => word.length >= LEAST_NAMED && held.has(word));
}

function isHeld(subject: Subject, chart: Chart): boolean {
  if (subject.kind === 'thing' || subject.kind === 'system') return false;
  return !isEmpty(itemsFor(subject, chart)) || readingsOf(chart, subject.id).length > 0;
}

/** Below it a text is clearly about something else. */
const ELSEWHERE = -4;

/** "Will I be ok?", "how long have I got?": asked of a record, a brief question of one's own is about it unless it speaks of another thing. */
function isVague(message: string): boolean {
  return message.length < BRIEF && leaningOf(message).health > ELSEWHERE;
}

export function isAboutRecord(message: string, chart: Chart, focus: Focus, now: string): boolean {
  if (namesInitials(chart, message)) return true;
  const { frames, text, byOther, speaker } = readMessage(message, chart, focus, now);
  const isOwn = byOther || OWN.test(text);
  const named = frames.flatMap(({ subjects }) => subjects);
  const followsUp = frames.some(
    ({ act, subjects, text: clause }) =>
      act === 'ask' && subjects.some((each) => focus.subjects.includes(each)) && clause.length < 80,
  );
  const pointsOnly = focus.subjects.length > 0 && named.length === 0 && text.length < BRIEF && BACK.test(text);
  if (followsUp || pointsOnly) return true;
  if (isOwn && frames.some(isOwnMatter)) return true;
  // What is of one's own record in the first person is so in the third: "what is he allergic to".
  if (byOther && triage(text).rule === 'patient') return true;
  // "How much water can mum drink?" is asked of her, not of people.
  if (speaker !== undefined && triage(text).rule === 'general') return true;
  if (namesSomebodyOf(chart, message) || namesEntry(chart, text)) return true;
  if (frames.some((frame) => asksOfRecord(frame, chart) || asksOfComing(frame, chart))) return true;
  if (namesTerm(chart, text)) return true;
  if (bears(frames, chart)) return true;
  if (
    toldIn(
      frames.filter(({ act }) => act === 'tell'),
      factsIn(text, now),
    ).some(({ act }) => TOLD_NEWS.has(act))
  )
    return true;
  if (!isOwn && named.some((subject) => isHeld(subject, chart))) return true;
  if (!isOwn) return inPapers(chart, text, false);
  if (frames.some(({ act }) => act === 'command' || act === 'retract')) return true;
  if (named.some((subject) => subject.kind !== 'thing' && subject.kind !== 'food')) return true;
  if (named.some((subject) => subject.kind === 'food' && !isEmpty(itemsFor(subject, chart)))) return true;
  if (
    frames.some(
      ({ act, aspect, subjects }) => act === 'ask' && aspect === 'safe' && subjects.some(({ kind }) => kind === 'food'),
    )
  )
    return true;
  if (OF_ILLNESS.test(text)) return true;
  if (isVague(message) && frames.some(({ act }) => act === 'ask')) return true;
  if (frames.some(({ act, aspect }) => act === 'ask' && OF_PLANS.has(aspect))) return true;
  return inPapers(chart, text, isOwn);
}

/** "What is ascites?" of somebody who has it, or whose letters say so; what a value means in general is for everybody. */
export function isHeldHere(message: string, chart: Chart, focus: Focus, now: string): boolean {
  const { frames, text } = readMessage(message, chart, focus, now);
  return (
    namesTerm(chart, text, ({ of }) => of.length > 0) ||
    isSpokenOf(chart, text) ||
    frames.some(
      ({ act, subjects }) =>
        act === 'ask' && subjects.some((subject) => ILL_OR_DONE.has(subject.kind) && isHeld(subject, chart)),
    )
  );
}

const ASKS_PLAINLY =
  /^\W*(?:and |so |but |ok )*(?:what|whats|who|whos|when|where|which|how|does|do|is|are|has|have|did|was)\b/i;
const MOST_HELD = 6;
const SPOKEN_SHARE = 0.6;

/** "What does aura mean?", "who has the power of attorney?": a question whose own words stand in these papers, and in few places. */
function isSpokenOf(chart: Chart, text: string): boolean {
  if (!ASKS_PLAINLY.test(text)) return false;
  const words = [...contentWords(text).keys()].filter((word) => !OF_ASKING.has(word));
  const passages = passagesOf(chart);
  const held = words.map((word) => passages.filter(({ stems }) => stems.has(word)).length);
  const some = held.filter((many) => many > 0);
  return words.length > 0 && some.some((many) => many <= MOST_HELD) && some.length / words.length >= SPOKEN_SHARE;
}

const OF_ASKING = new Set(['mean', 'meant', 'actual', 'explain', 'word', 'exact']);

const ILL_OR_DONE = new Set<Subject['kind']>(['condition', 'symptom', 'procedure']);

/** A word of letters that the glossary explains, and that stands in these papers or values. */
function namesTerm(chart: Chart, text: string, isMeant: (term: Term) => boolean = () => true): boolean {
  return termsIn(text)
    .filter(isMeant)
    .some(({ says }) => {
      const names = says.map((name) => [...stemsOf(name)]);
      const isSaid = (held: ReadonlySet<string>) => names.some((words) => words.every((word) => held.has(word)));
      return (
        passagesOf(chart).some(({ stems }) => isSaid(stems)) ||
        [...chart.view.series.keys()].some((id) => isSaid(stemsOf(nameOf(id)))) ||
        chart.view.conditions.some(({ name }) => isSaid(stemsOf(name)))
      );
    });
}

const DONE_OR_EATEN = new Set<Subject['kind']>(['food', 'procedure', 'drug', 'drug_class', 'vaccine']);

/** Oysters, candles, a journey: about this record where they make a danger of something in it. */
function bears(frames: readonly Frame[], chart: Chart): boolean {
  const named = frames.flatMap(({ subjects }) => subjects.filter(({ kind }) => DONE_OR_EATEN.has(kind)));
  if (named.length === 0 || IN_GENERAL.test(frames.map(({ text }) => text).join(' '))) return false;
  return concernsOf(
    chart.view,
    [],
    named.map(({ id }) => id),
    [],
  ).some(({ fresh, severity, evidence }) => fresh && severity !== 'worth_knowing' && evidence.some(({ uuid }) => uuid));
}

/** Papers hold what is asked: two rare words of it, or the one that a short message is about. */
function inPapers(chart: Chart, text: string, isOwn: boolean): boolean {
  const words = contentWords(text);
  const brief = isOwn && words.size <= 3;
  return findPassages(chart, { concepts: [], words, text }).some(
    ({ score, shared, near }) =>
      near >= PAPER_NEAR || (score >= PAPER_SCORE && shared.length > 1) || (brief && score >= BRIEF_SCORE),
  );
}

const INITIALS = /\b(?=[A-Z\d]*[A-Z]{2})[A-Z][A-Z\d]{1,6}\b/g;
const MOST_INITIALS = 4;

/** "What is this HHT anyhow?": letters that stand so in these papers, in a message that is not all in capitals. */
function namesInitials(chart: Chart, message: string): boolean {
  const said = message === message.toUpperCase() ? [] : (message.match(INITIALS) ?? []).slice(0, MOST_INITIALS);
  return said.some((letters) => {
    const whole = new RegExp(`\\b${letters}\\b`);
    return passagesOf(chart).some(({ text, title }) => whole.test(text) || whole.test(title));
  });
}
