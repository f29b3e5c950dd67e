/**
 * What of a message may go into the record: only what is actual, affirmed and the patient's (what waits for a yes: `holds.ts`).
 * The same gate for the offline engine's facts and for a model's.
 */
import type { Fact } from '../../clinical/index.ts';
import { hasTime } from '../frames/inherit.ts';
import { isOnlyNamed, isStartOfKind } from '../frames/landmarks.ts';
import { isAmongOthers, isPrevented, isQuoted, toldIn } from '../frames/told.ts';
import { pattern } from '../patterns.ts';
import type { Frame } from '../types.ts';

type Gated = Pick<Fact, 'kind' | 'start' | 'name'> & Partial<Pick<Fact, 'end'>>;

/** What is felt is so though it stands in a question; a value that a question names ("is 74 high?") is only asked about. */
const FELT = new Set(['symptom']);
const GIVEN_ONCE = pattern('given_at_an_event');
const STATED = new Set(['measurement', 'symptom', 'condition', 'practitioner', 'organization']);

/** Whether the clause that holds a fact tells it: not asked, offered, planned, thought of or ordered. */
export function isTold({ kind, start, end, name }: Gated, frames: readonly Frame[]): boolean {
  const frame = frames.find((each) => start >= each.start && start < each.end);
  if (frames.some(({ aspect, act }) => act === 'ask' && aspect === 'written')) return false;
  if (frame === undefined) return true;
  if (frame.act === 'tell' && isOccasion(kind, frame, frames)) return false;
  if (isDating({ kind, start: start - frame.start, end: (end ?? start + name.length) - frame.start, name }, frame.text))
    return false;
  /** What was taken twice, or is missed for some days, is an accident, not how it is taken, and not that it was stopped. */
  if (kind === 'medication' && (isMishap(frame) || GIVEN_ONCE.test(frame.text))) return false;
  if (kind === 'condition' && (isPrevented(name, frame) || isAmongOthers(frame))) return false;
  if (QUOTABLE.has(kind) && isQuoted(frame, frames)) return false;
  const [from, to] = [start - frame.start, (end ?? start + name.length) - frame.start];
  if (
    QUOTABLE.has(kind) &&
    frames.some(({ typedOff }) => typedOff !== undefined && start >= typedOff.start && start < typedOff.end)
  )
    return false;
  if (kind === 'condition' && OF_VACCINE.test(frame.text.slice(to)) && VACCINE.test(frame.text)) return false;
  if (kind === 'symptom' && (GUESSED.test(frame.text.slice(0, from)) || WATCHED.test(frame.text.slice(0, from))))
    return false;
  if (kind === 'procedure' && !(DEED.test(frame.text) || hasTime(frame.scope) || DAY.test(frame.text))) return false;
  if (kind === 'encounter' && !(VISITED.test(name) || hasTime(frame.scope) || DAY.test(frame.text))) return false;
  /** "The cpap broke": a machine that fails was not done to anybody. */
  if (kind === 'procedure' && FAILED.test(frame.text)) return false;
  if (frame.act === 'ask')
    return FELT.has(kind) && !ABOUT_RECORD.has(frame.aspect) && frame.modality !== 'hypothetical';
  if (frame.act !== 'tell') return false;
  if (frame.modality === 'hypothetical') return false;
  return frame.modality === 'actual' || STATED.has(kind);
}

/** Named only because of who called, or to say when something else was. */
function isDating({ kind, start, end, name }: Required<Gated>, text: string): boolean {
  if (kind === 'medication')
    return isStartOfKind(name, text.slice(0, start)) || isOnlyNamed({ kind: 'procedure', start, end }, text);
  return (kind === 'condition' || kind === 'procedure') && isOnlyNamed({ kind, start, end }, text);
}

/** A value that a paper is said to hold stands in that paper, or is another's. */
const QUOTABLE = new Set(['condition', 'allergy', 'procedure', 'medication', 'immunization', 'device', 'measurement']);
const mishaps = new WeakMap<Frame, boolean>();

/** Read once for all that a clause names: a long list of medicines is one clause. */
function isMishap(frame: Frame): boolean {
  const known = mishaps.get(frame) ?? toldIn([frame], []).some(({ act }) => act === 'double' || act === 'missed');
  mishaps.set(frame, known);
  return known;
}

/** "The shingles one": a jab is no illness. */
const OF_VACCINE = /^\s*(?:one|ones|jabs?|shots?|vaccin\w*|boosters?|immuni[sz]\w*)\b/i;
const VACCINE = /\b(?:jabs?|shots?|vaccin\w*|boosters?|immuni[sz]\w*|needles?)\b/i;
/** "Was it a bleed or what?": what it may have been is no complaint. */
const GUESSED =
  /\b(?:was|is|were|are|could|might|may|can) (?:it|that|this|they|those) (?:be |have been )?(?:an? |just |only |from |the )*$/i;
/** "Keep an eye for vomiting": what may come. */
const WATCHED =
  /\b(?:keep an eye (?:out )?(?:for|on)|wait and see for|watch(?:ing)? (?:out )?for|look(?:ing)? out for|alert for|in case of)\b[^.?!]*$/i;
/** "Pap, eyes, bowel": a procedure that is only named was not done. */
const DEED = /\b(?:had|have|has|having|did|done|got|gets?|getting|underwent|was|were|been|after|since|my|his|her)\b/i;

/** "The ER said …", "seeing the endocrinologist soon": a place or a plan without a day is no visit to keep. */
const VISITED =
  /\b(?:went|been|was|were|got|taken|rushed|admitted|hospitali[sz]ed|discharged|transferred|saw|seen|visited|met|spoke|talked|consulted|came|come|brought|presented|drove|stayed|spent|referred|appointment|appt|check-?up|follow)\w*\b/i;
const DAY =
  /\b(?:today|tonight|tomorrow|tmrw|yesterday|last (?:night|week|month|year)|next (?:week|month|year)|this (?:morning|afternoon|evening|week)|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*|\d)\b/i;

const DONE =
  /\b(?:took|take|taking|taken|started|start|using|used|use|had|have|has|been|swallowed|stopped|quit|since|yesterday|today|last|this|ago|now|diagnosed|got|feel|feeling|woke|again)\b/i;

/** Said of a medicine: that it was or is taken, not that it is talked of. */
const DOSED =
  /\b(?:took|take|taking|taken|started|start|using|used|swallowed|stopped|quit|on (?:it|the|my)|had (?:a|two|some|my)|been on|injected|put me on)\b/i;

const FAILED = /\b(?:broke|broken|faulty|leaks?|leaking|stopped working|not working|ran out|run out|lost|recalled)\b/i;
/** "Can I have two?" asks for leave, however it was read. */
const ASKS_LEAVE = /^\W*(?:can|may|could|should|shall|is it ok)\b/i;

/** "Hip is sore. Nurofen ok?", "They want to give me X for a chest infection. Problem?": why it is asked, not news. */
function isOccasion(kind: string, frame: Frame, frames: readonly Frame[]): boolean {
  const weighs = frames.some(
    ({ act, aspect, text }) => act === 'ask' && (aspect === 'safe' || aspect === 'stop' || ASKS_LEAVE.test(text)),
  );
  if (!weighs || kind === 'measurement' || kind === 'allergy') return false;
  if (frame.modality !== 'actual' || kind === 'symptom') return true;
  return !(kind === 'medication' ? DOSED : DONE).test(frame.text);
}

/** A question about what was does not tell that it is: "have I ever had a fit?" */
const ABOUT_RECORD = new Set<Frame['aspect']>([
  'have',
  'value',
  'when',
  'since',
  'count',
  'extreme',
  'visit',
  'tried',
  'list',
  'why-stopped',
  'said',
  'result',
  'explain',
  'effects',
  'risk',
  'goal',
  'due',
  'safe',
  'stop',
  'who',
  'written',
  'avoid',
  'culprit',
  'happened',
  'alternative',
  'next',
  'bring',
  'dose',
  'take',
  'purpose',
  'redone',
  'replaced',
  'trend',
  'compare',
]);
