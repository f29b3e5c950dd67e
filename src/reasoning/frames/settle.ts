/** Clauses of one message beside each other: what is told right before a question belongs to it. */
import { wordsIn } from '../../text/index.ts';
import { contentWords } from '../evidence/words.ts';
import type { Aspect, Frame, Subject } from '../types.ts';
import { isQuestion } from './clause.ts';
import { hasCue } from './cues.ts';
import { withGuesses } from './guesses.ts';
import { readAspects } from './recognise.ts';

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

/** "Who prescribed it, and why?" asks what it is for, not what it does. */
function isWhyGiven({ aspect, inherited, subjects, text }: Frame, before: Frame): boolean {
  return (
    aspect === 'cause' &&
    inherited === true &&
    before.aspect === 'who' &&
    wordsIn(text).length <= 3 &&
    subjects.every(({ kind }) => kind === 'drug' || kind === 'drug_class')
  );
}

const NO_MATTER = new Set<Aspect>(['about', 'have', 'safe', 'explain', 'cause', 'judge', 'overview']);
const BRIEF_WORDS = 8;

/** "Age?", "what's going on?", "is it the not smoking?" after a complaint: asked is what it comes from. */
function isBlame({ text, aspect, score, subjects, inherited }: Frame): boolean {
  if (!NO_MATTER.has(aspect) || wordsIn(text).length > BRIEF_WORDS) return false;
  const own = inherited ? [] : subjects.filter(({ kind }) => kind !== 'thing');
  if (aspect === 'cause' || hasCue('blames', text)) return true;
  return score < LEAST_SURE && own.every(({ kind }) => kind === 'condition' || kind === 'system') && BLAMING.test(text);
}

const BLAMING = /^\W*(?:and |so |but )?(?:is|could|can|might|would|was|from)\b/i;

/** "Calcium 2.74, too much milk?": what is blamed for a value, not what is to be had. */
const TOO_MUCH = /\b(?:too (?:much|many|little|few)|from (?:all )?the|because of(?: all)? the)\b/i;

/** "My brother has colchicine, or is naproxen better": both are asked about. */
function weighsBoth(frame: Frame, before: Frame): Frame | undefined {
  const other = before.subjects.filter(({ kind }) => kind === 'drug' || kind === 'drug_class');
  if (frame.aspect !== 'safe' || other.length === 0 || !/^\W*or\b/i.test(frame.text)) return undefined;
  return { ...frame, subjects: [...other, ...frame.subjects] };
}

/** "The letter said photoparoxysmal response": what it said is meant, not the letter. */
function saidIn({ subjects, text }: Frame): readonly Subject[] {
  const named = subjects.filter(({ kind }) => kind !== 'thing');
  return named.length > 0 || contentWords(text).size <= 1 ? subjects : named;
}

/** "School does the flu spray. Do I sign?": what is offered is weighed, whatever the words. */
const OF_OFFER = new Set<Aspect>(['said', 'about', 'judge', 'take', 'have']);

const NOW = /\b(?:this|these|now|today|tonight|still|again|just|yesterday|since|keeps?)\b/i;

/** "Which tablet gave me this rash?": what is there now is weighed as a complaint, not looked up as something of the past. */
function isThereNow({ aspect, text }: Frame): boolean {
  return aspect === 'culprit' && NOW.test(text);
}

const WEIGHS = new Set<Aspect>(['safe', 'dose', 'alternative']);

/** "Knees killing me, can I take ibuprofen?": named is why it is asked; nobody asks where it comes from. */
function isReason({ act, subjects, text }: Frame, next: Frame | undefined): boolean {
  return (
    act === 'ask' &&
    next?.act === 'ask' &&
    WEIGHS.has(next.aspect) &&
    next.subjects.some(({ kind }) => GIVEN.has(kind)) &&
    subjects.length > 0 &&
    subjects.every(({ kind }) => kind === 'symptom' || kind === 'condition' || kind === 'system') &&
    !isQuestion(text)
  );
}

/** What is told right before a question belongs to it: "They prescribed Bactrim. Is that all right?" */
export function settle(given: readonly Frame[]): Frame[] {
  const read = withGuesses(given);
  const frames = read.map((frame, at) =>
    isThereNow(frame)
      ? { ...frame, aspect: 'cause' as const }
      : isReason(frame, read[at + 1])
        ? { ...frame, act: 'tell' as const, aspect: 'about' as const }
        : frame,
  );
  const settled = frames.map((frame, at): Frame => {
    const before = frames[at - 1];
    if (before?.act === 'ask' && isWhyOfIt(frame, before)) return { ...frame, aspect: 'why-stopped' };
    if (before?.act === 'ask' && isWhyGiven(frame, before)) return { ...frame, aspect: 'purpose' };
    if (frame.act !== 'ask' || before?.act !== 'tell') return frame;
    if (frame.aspect === 'explain' && (frame.subjects.length === 0 || frame.inherited))
      return { ...frame, text: `${before.text} ${frame.text}`, subjects: saidIn(before) };
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
    const measured = before.subjects.filter(({ kind }) => kind === 'observation');
    if (measured.length > 0 && frame.aspect === 'safe' && TOO_MUCH.test(frame.text))
      return { ...frame, aspect: 'cause', subjects: measured };
    if (named.length > 0 && !frame.inherited) return weighsBoth(frame, before) ?? frame;
    const isDeed = before.modality !== 'actual' && before.subjects.some(({ kind }) => kind === 'procedure');
    const isDrug = isDeed || before.subjects.some(({ kind }) => GIVEN.has(kind));
    const isMeasured = !isDrug && before.subjects.some(({ kind }) => kind === 'observation');
    const isVague = frame.aspect === 'judge' || (frame.aspect === 'about' && frame.score < LEAST_SURE);
    const weighsOffer = isDrug && before.modality === 'offered' && OF_OFFER.has(frame.aspect);
    const aspect =
      (isVague && isDrug) || weighsOffer ? 'safe' : frame.aspect === 'safe' && isMeasured ? 'judge' : frame.aspect;
    return {
      ...frame,
      aspect,
      subjects: [...before.subjects, ...frame.subjects.filter((each) => !before.subjects.includes(each))],
    };
  });
  return settled
    .filter((frame, at) => !isTriedAlready(frame, settled[at - 1]))
    .map((frame, at, all) => asLeavingOff(frame, all[at - 1]))
    .flatMap((frame, at, all) => apartFromStopping(frame, all[at - 1]));
}

/** "What did I try, and why was each stopped?": whoever tells what was tried tells why it ended. */
function isTriedAlready({ aspect, inherited }: Frame, before: Frame | undefined): boolean {
  return aspect === 'why-stopped' && inherited === true && before?.aspect === 'tried';
}

const NONE_OF = /\b(?:no|zero|minus|drop(?:ping)?|ditch(?:ing)?|skip(?:ping)?) (?:my |the |more |any )*$/i;

/** "Three days no insulin, just water. Shall I?": what is weighed is going without it, not having it. */
function asLeavingOff(frame: Frame, before: Frame | undefined): Frame {
  if (frame.act !== 'ask' || frame.aspect !== 'safe') return frame;
  const isLeft =
    (text: string) =>
    ({ kind, text: name }: Subject) => {
      const at = text.toLowerCase().indexOf(name.toLowerCase());
      return kind === 'drug' && at > 0 && NONE_OF.test(text.slice(0, at));
    };
  const told = frame.inherited === true && before?.act === 'tell' ? before.text : '';
  const left = frame.subjects.filter((each) => isLeft(frame.text)(each) || isLeft(told)(each));
  return left.length === 0 ? frame : { ...frame, aspect: 'stop', subjects: left };
}

const STOPPING =
  /\b(?:stop|stopping|leave off|leave out|skip|come off|quit|drop|pause)\s+(?:taking\s+)?(?:(?:the|my|all)\s+)*$/i;

/** "Go swimming and stop the water tablet, good idea?": the one is to be done, the other left off; each gets its verdict. */
function apartFromStopping(frame: Frame, before: Frame | undefined): Frame[] {
  if (frame.aspect !== 'safe' || before?.act !== 'tell' || before.modality === 'actual') return [frame];
  const left = before.subjects.filter(
    (each) =>
      (each.kind === 'drug' || each.kind === 'drug_class') &&
      frame.subjects.includes(each) &&
      STOPPING.test(before.text.slice(0, each.start)),
  );
  const rest = frame.subjects.filter((each) => !left.includes(each));
  if (left.length === 0 || !rest.some(({ kind }) => GIVEN.has(kind) || kind === 'procedure')) return [frame];
  return [
    { ...frame, aspect: 'stop', subjects: left },
    { ...frame, subjects: rest },
  ];
}
