/** Whether what sounded like a danger is none. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import type { Fact } from '../../clinical/index.ts';
import { stem, wordsIn } from '../../text/index.ts';
import { stemsOf } from '../evidence/passages.ts';
import { contentWords } from '../evidence/words.ts';
import { readMessage } from '../frames/index.ts';
import { toldAct } from '../frames/manner.ts';
import { factsIn, toldIn } from '../frames/told.ts';
import { pattern } from '../patterns.ts';
import { LOCAL } from '../slight.ts';
import { type Frame, NO_FOCUS, type Subject } from '../types.ts';

const SAYS_PAPER = pattern('paper_says');
const PAPER = /\b(?:letters?|notes?)\b/i;

/** "It says in one of the letters …": the letter that was taken for a farewell is one of the doctor's. */
export function isOfPaper(message: string, words: string): boolean {
  return PAPER.test(words) && SAYS_PAPER.test(message);
}

/**
 * Whether a guessed danger is none: what is read in the message is a missed dose, a medicine that somebody else takes, or a question
 * about one, and no sign, no value and no overdose beside it.
 */
export function isCalm(message: string, rule: string, now: string): boolean {
  const { frames, text } = readMessage(message, null, NO_FOCUS, now);
  const told = toldIn(frames, factsIn(text, now));
  const named = frames.flatMap(({ subjects }) => subjects);
  const ofMedicines = named.some(
    ({ kind, id }) => kind === 'drug' || kind === 'drug_class' || id === 'thing:medicines',
  );
  const background = new Set(frames.filter(isHeader).flatMap(({ subjects }) => subjects));
  const signs = named.filter((each) => (each.kind === 'symptom' || each.kind === 'condition') && !background.has(each));
  const facts = factsIn(text, now);
  if (rule !== 'suicide' && isExplained(signs, named, facts) && !UNABLE.test(message)) return true;
  if (rule === 'danger' && told.length === 0 && isOnlyRead(frames, text)) return true;
  if (rule === 'danger' && told.length === 0 && frames.every(isArranging)) return true;
  if (!ofMedicines || signs.length > 0 || told.some(({ act, count = 2 }) => act === 'measured' || count > A_FEW))
    return false;
  /** What was taken twice has rules of its own, which know the medicine. */
  if (rule !== 'suicide' && told.some(({ act }) => act === 'double')) return true;
  if (rule !== 'suicide' && frames.some(({ act }) => act === 'command' || act === 'correct')) return true;
  /** "Put it down as 5 mg": what is taken is told, and no danger is named. */
  if (rule === 'danger' && told.length > 0 && told.every(({ act, value }) => act === 'takes' && value !== undefined))
    return true;
  const ofOthers = facts.some(({ kind, experiencer }) => kind === 'medication' && experiencer !== 'patient');
  if (rule !== 'suicide' && told.length === 0 && ofOthers) return true;
  /** What a paper is said to say is no deed. */
  if (rule === 'danger' && SAYS_PAPER.test(message) && !told.some(({ act }) => act === 'took' || act === 'double'))
    return true;
  const isMissed = ({ text: clause, subjects }: Frame) => toldAct(clause, subjects) === 'missed';
  /** Beside a missed dose nothing else may be said where it sounded like a wish to die. */
  const missed = rule === 'suicide' ? frames.every(isMissed) : frames.some(isMissed);
  return missed || (rule !== 'suicide' && frames.some(({ act }) => act === 'ask'));
}

const HEADER =
  /^\W*\d{1,3}\s?(?:y\/?o\b|yrs?\b|years?(?: old)?\b|-?year-?old\b)?\s?(?:m|f|male|female|man|woman|boy|girl)\b\W*(?:with|w\/|known|hx|pmh|post|s\/p)?\b/i;

/** "71F, AF." is how a colleague says of whom they ask: illnesses that are known, and nothing that happens. */
function isHeader({ act, subjects, text }: Frame): boolean {
  const [lead] = HEADER.exec(text) ?? [];
  if (act !== 'tell' || lead === undefined || subjects.some(({ kind }) => kind !== 'condition')) return false;
  const named = stemsOf(subjects.map(({ text: said }) => said).join(' '));
  return wordsIn(text.slice(lead.length)).every(
    ({ lower }) => contentWords(lower).size === 0 || named.has(stem(lower)),
  );
}

const ARRANGES = pattern('words_of_arranging');
const ARRANGED = new Set<Subject['kind']>([
  'drug',
  'drug_class',
  'procedure',
  'vaccine',
  'observation',
  'thing',
  'system',
]);

/** "Is everything ready for her bone injection?": whether a thing is booked or due, and not a word more. */
function isArranging({ act, subjects, text }: Frame): boolean {
  if (act !== 'ask' || subjects.length === 0 || !subjects.every(({ kind }) => ARRANGED.has(kind))) return false;
  const named = stemsOf(subjects.map(({ text: said }) => said).join(' '));
  const others = wordsIn(text).filter(({ lower }) => contentWords(lower).size > 0);
  return ARRANGES.test(text) && others.every(({ lower }) => named.has(stem(lower)) || ARRANGES.test(lower));
}

const A_FEW = 3;
const SAID_BY_PAPER = pattern('said_by_paper');
const OF_READING = pattern('words_of_reading');

/**
 * "It says in my papers I've got diabetes. Nobody told me!": illnesses and medicines that a paper names, and not a word more.
 * Any other word may be the sign that sounded like danger.
 */
function isOnlyRead(frames: readonly Frame[], text: string): boolean {
  const named = stemsOf(frames.flatMap(({ subjects }) => subjects.map(({ text: said }) => said)).join(' '));
  const isIll = frames.every(({ subjects }) => subjects.every(({ kind }) => kind !== 'symptom'));
  const others = wordsIn(text).filter(({ lower }) => contentWords(lower).size > 0 && !OF_READING.test(lower));
  return (
    isIll &&
    frames.some((frame) => SAID_BY_PAPER.test(frame.text)) &&
    others.every(({ lower }) => named.has(stem(lower)))
  );
}

const FALL = 'symptom:fall';
/** Who can not do it any more is not calm. */
const UNABLE = /\b(?:can(?:['’]?t|not| not)|unable|not able|could(?:n['’]?t| not))\b/i;

/** "My jaw hurts since the tooth came out": an ache of one place, after something that was done to it, and no sign beside it. */
function isExplained(signs: readonly Subject[], named: readonly Subject[], facts: readonly Fact[]): boolean {
  const isLocal = ({ name }: Fact) =>
    openCatalogue()
      .linkAll({ name, kinds: ['symptom', 'condition'] })
      .some(({ id }) => LOCAL.has(id) || id === FALL) ||
    /\b(?:sore|ach\w*|hurts?|pain\w*|fell|fall|injur\w*)\b/i.test(name);
  return (
    facts.filter(({ kind }) => kind === 'symptom' || kind === 'condition').every(isLocal) &&
    signs.some(({ id }) => LOCAL.has(id)) &&
    signs.every(({ id }) => LOCAL.has(id) || id === FALL) &&
    named.some(
      ({ kind, id }) => id === FALL || (kind === 'procedure' && openCatalogue().isA(id, 'procedure:operation')),
    )
  );
}
