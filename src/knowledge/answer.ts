import { sentencesOf } from '../text/index.ts';
import type { Section } from './entries.ts';
import type { KnowledgeResult, Lookup } from './lookup.ts';
import { type Ask, type Question, readQuestion } from './question.ts';
import { isCue, isCueOf, stemsOf } from './words.ts';

/** What the base says to a question, and how well it fits: what is missing is said rather than passed over. */
export interface KnowledgeAnswer {
  ask: Ask;
  /** Of "can one cause two", "does one help two": how the things are called in the question. */
  one: string;
  two: string;
  /** `named`: the reference links the two. `unnamed`: it knows one of them, and does not. */
  link: 'named' | 'unnamed' | undefined;
  /** The entries that answer: one, or the two that are compared. */
  parts: AnswerPart[];
  /** Other entries near the question. */
  related: string[];
}

export interface AnswerPart {
  entry: KnowledgeResult;
  section: string;
  /** The sentence that answers, then what follows it in its section. */
  sentences: string[];
  /** Does the first sentence hold what the question asked for? */
  told: boolean;
}

/** Below this share of the question's weight an entry is about something else; more is asked where no name is whole. */
const COVERED = 0.6;
const COVERED_UNNAMED = 0.85;
/** An entry not far behind that holds what the form asks for ("every 2 years") answers better than the first without. */
const NEAR = 0.55;

const MEASURED: ReadonlySet<Ask> = new Set(['duration', 'frequency', 'age', 'amount', 'repeat', 'contagion', 'need']);

export function answerQuestion(text: string, lookup: Lookup): KnowledgeAnswer | undefined {
  const question = readQuestion(text);
  const { ask, one, two } = question;
  const found = lookup(text, { limit: 4 });
  const compared = ask === 'difference' ? compare(question, found, lookup) : undefined;
  if (compared) return { ask, one, two, link: undefined, parts: compared, related: [] };
  const linked = ask === 'cause' || ask === 'help' ? findLink(question, text, found, lookup) : undefined;
  if (linked) return { ask, one, two, ...linked, related: othersThan(linked.parts, found) };
  const fitting = found.filter(isFitting);
  const best = bestOf(fitting, ask);
  if (best === undefined) return undefined;
  const near = [
    best,
    ...fitting.filter(({ score, whole, covered }) => score >= best.score * NEAR && (whole || covered >= best.covered)),
  ];
  const picked = near.map((entry) => pickSentences(entry, text, question));
  const told = MEASURED.has(ask) ? bestTold(picked) : picked[0];
  if (told === undefined && !best.whole) return undefined;
  const parts = [told ?? picked[0]!];
  return { ask, one, two, link: undefined, parts, related: othersThan(parts, fitting) };
}

/** The one whose section was asked for by name, where several hold a number. */
function bestTold(picked: readonly AnswerPart[]): AnswerPart | undefined {
  const told = picked.filter((part) => part.told);
  return told.find(({ entry }) => entry.asked) ?? told[0];
}

/** The first, unless another not far behind is named in the question and the first is not; who asks what to do, wants an entry that says so. */
function bestOf(fitting: readonly KnowledgeResult[], ask: Ask): KnowledgeResult | undefined {
  const [first] = fitting;
  const near = fitting.filter(({ score }) => score >= first!.score * NEAR);
  const able = ask === 'action' ? near.filter(saysWhatToDo) : near;
  return able.find(({ whole }) => whole) ?? able[0] ?? first;
}

function saysWhatToDo({ sections, asked }: KnowledgeResult): boolean {
  return asked || sections.some(({ name }) => SECTIONS.action?.includes(name));
}

function isFitting({ covered, whole }: KnowledgeResult): boolean {
  return covered >= (whole ? COVERED : COVERED_UNNAMED);
}

function othersThan(parts: readonly AnswerPart[], found: readonly KnowledgeResult[]): string[] {
  const told = new Set(parts.map(({ entry }) => entry.id));
  return found.filter(({ id, covered }) => !told.has(id) && covered >= COVERED_UNNAMED).map(({ title }) => title);
}

/** An entry that is about both, else what each of the two is. "Type 1 and type 2 diabetes": the last word may be shared. */
function compare({ one, two }: Question, found: readonly KnowledgeResult[], lookup: Lookup): AnswerPart[] | undefined {
  const both = found.find((entry) => holdsAll(namesOf(entry), one) && holdsAll(namesOf(entry), two));
  if (both) return [openingOf(both)];
  const shared = two.split(' ').at(-1) ?? '';
  const first = subjectOf(`${one} ${shared}`, lookup) ?? subjectOf(one, lookup);
  const second = subjectOf(two, lookup);
  if (!first || !second) return undefined;
  return first.id === second.id ? [openingOf(first)] : [openingOf(first), openingOf(second)];
}

/** The entry that has these words as its name. */
function subjectOf(words: string, lookup: Lookup): KnowledgeResult | undefined {
  return lookup(words, { limit: 3 }).find((entry) => holdsAll(namesOf(entry), words));
}

function openingOf(entry: KnowledgeResult): AnswerPart {
  const section = OPENINGS.flatMap((name) => entry.sections.find((each) => each.name === name) ?? [])[0];
  return { entry, ...partOf(section ?? entry.sections[0]!), told: true };
}

const OPENINGS = ['what it is', 'used for'];

function partOf({ name, text }: Section): { section: string; sentences: string[] } {
  return { section: name, sentences: sentencesOf(text) };
}

/** Does what is known of either thing name the other? Where it is asked for first: causes of the one, effects of the other. */
function findLink(
  question: Question,
  text: string,
  found: readonly KnowledgeResult[],
  lookup: Lookup,
): Pick<KnowledgeAnswer, 'link' | 'parts'> | undefined {
  const { ask, one, two } = question;
  const both = found.find((entry) => [one, two].every((thing) => holdsAll([namesOf(entry).join(' ')], thing)));
  if (both) {
    const part = findMention(both, `${one} ${two}`, [], question) ?? pickSentences(both, text, question);
    return { link: undefined, parts: [part] };
  }
  const effect = subjectOf(two, lookup);
  const cause = subjectOf(one, lookup);
  const near = found.filter(({ id }) => id !== effect?.id && id !== cause?.id);
  const places: [KnowledgeResult | undefined, string, readonly string[]][] = [
    [effect, one, ask === 'cause' ? CAUSING : HELPING],
    [cause, two, ask === 'cause' ? EFFECTS : HELPING],
    ...near.map((entry): [KnowledgeResult, string, readonly string[]] => [entry, `${one} ${two}`, []]),
  ];
  for (const [entry, other, names] of places) {
    const part = entry && findMention(entry, other, names, question);
    if (part) return { link: 'named', parts: [part] };
  }
  const known = effect ?? cause;
  if (!known) return undefined;
  const names = known === effect ? (ask === 'cause' ? CAUSING : HELPING) : EFFECTS;
  const section = names.flatMap((name) => known.sections.find((each) => each.name === name) ?? [])[0];
  if (!section) return undefined;
  return { link: 'unnamed', parts: [{ entry: known, ...partOf(section), told: false }] };
}

const CAUSING = ['causes', 'what it is', 'good to know', 'high values', 'low values', 'symptoms'];
const EFFECTS = ['side effects', 'symptoms', 'complications', 'what it is', 'good to know', 'cautions'];
const HELPING = ['self-care', 'treatment', 'prevention', 'what to do', 'what it is', 'used for', 'good to know'];

/** The sentence of an entry that speaks of the other thing: in the sections named, or in any. */
function findMention(
  entry: KnowledgeResult,
  other: string,
  names: readonly string[],
  { told }: Question,
): AnswerPart | undefined {
  const sections =
    names.length === 0
      ? entry.sections.filter(({ name }) => name !== 'when to seek care')
      : names.flatMap((name) => entry.sections.find((each) => each.name === name) ?? []);
  const mentions = sections.flatMap((section) =>
    sentencesOf(section.text).flatMap((sentence, at) =>
      holdsAll([sentence], other) ? [{ section, at, sentence }] : [],
    ),
  );
  const best = mentions.find(({ sentence }) => told(sentence)) ?? mentions[0];
  if (!best) return undefined;
  return { entry, section: best.section.name, sentences: fromSentence(best.section, best.at), told: true };
}

/** Does one of the texts hold every word of these that names something? */
function holdsAll(texts: readonly string[], words: string): boolean {
  const wanted = stemsOf(words);
  if (wanted.length === 0) return false;
  return texts.some((text) => {
    const stems = new Set(stemsOf(text));
    return wanted.every((stem) => stems.has(stem));
  });
}

function namesOf({ title, also }: KnowledgeResult): string[] {
  return [title, ...also];
}

/** The sentence that holds most of what is asked: the words that the subject's name does not hold, and what the form wants. */
function pickSentences(entry: KnowledgeResult, text: string, question: Question): AnswerPart {
  const named = subjectStems(entry, text);
  const extras = [...new Set(stemsOf(text))].filter((stem) => !named.has(stem));
  const wanted = entry.asked ? [entry.section] : (SECTIONS[question.ask] ?? []);
  const asked = wanted.flatMap((name) => entry.sections.find((each) => each.name === name) ?? [])[0];
  const first = asked?.name ?? entry.section;
  const opens = entry.kind === 'topic' && !(question.ask in SECTIONS) && !asksByName(entry, question);
  const scored = entry.sections.flatMap((section) =>
    sentencesOf(section.text).map((sentence, at) => {
      const stems = new Set(stemsOf(sentence));
      const held = extras.reduce((sum, stem) => sum + (stems.has(stem) ? worth(stem, section.name) : 0), 0);
      const told = question.told(sentence);
      const place =
        placeOf(section.name, first, opens, entry.asked) - (isBesideAsk(section.name, question.ask) ? HELD : 0);
      return {
        section,
        at,
        told,
        score: held + (told ? (MEASURED.has(question.ask) ? MEASURE : TOLD) : 0) + place - at / 100,
      };
    }),
  );
  const best = scored.reduce((a, b) => (b.score > a.score ? b : a));
  const at = best.at === 1 && !best.told && OPENINGS.includes(best.section.name) ? 0 : best.at;
  return { entry, section: best.section.name, sentences: fromSentence(best.section, at), told: best.told };
}

/** "Why do I …", "signs of …"; "how do I know …" asks for no steps. */
function asksByName({ asked, section }: KnowledgeResult, { ask }: Question): boolean {
  return ask === 'plain' && asked && section !== 'what to do' && section !== 'used for';
}

/** The words that only say what the question is about: the title, and of a thing any name of it in the question. */
function subjectStems(entry: KnowledgeResult, text: string): Set<string> {
  const asked = new Set(stemsOf(text));
  const names = entry.kind === 'topic' ? [] : entry.also.map(stemsOf);
  return new Set([...stemsOf(entry.title), ...names.filter((name) => name.every((stem) => asked.has(stem))).flat()]);
}

/** What a word of the question in a sentence counts, and what the form of the question wants to hear. */
const HELD = 3;
const HELD_CUE = 1.5;
const TOLD = 2;
const MEASURE = 3;

function worth(stem: string, section: string): number {
  if (isCueOf(stem, section)) return 0;
  return isCue(stem) ? HELD_CUE : HELD;
}

/** Causes are no answer to what can be done, whatever words they share with the question. */
function isBesideAsk(name: string, ask: Ask): boolean {
  return ask === 'action' && !SECTIONS.action?.includes(name);
}

/** How likely the answer stands in a section: the one asked for, and of a topic where it begins. */
function placeOf(name: string, first: string, opens: boolean, asked: boolean): number {
  if (opens && name === 'what it is') return 2;
  if (name === first) return opens ? 1 : asked ? 2.5 : 1.5;
  return name === 'when to seek care' ? -1.5 : 0;
}

/** Where the answer to a form stands, the likeliest first; the question's own words may ask for another. */
const SECTIONS: Partial<Record<Ask, readonly string[]>> = {
  care: ['when to seek care'],
  action: ['what to do', 'self-care', 'treatment', 'prevention'],
  duration: ['outlook'],
};

/** The sentence and what follows it; what stands before it comes after. "It …" needs the sentence before it. */
function fromSentence({ text }: Section, from: number): string[] {
  const all = sentencesOf(text);
  const at = from > 0 && /^(?:It|They|This|These|That|Others)\b/.test(all[from]!) ? from - 1 : from;
  return [...all.slice(at), ...all.slice(0, at)];
}
