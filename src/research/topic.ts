/**
 * What a request or a text is about: its subjects as the catalogue knows them (a disease, a medicine, a class), with the
 * names that the catalogue does not know; for whom it is asked is apart, and how it is asked is no subject at all.
 */
import { openCatalogue } from '../clinical/catalogue/index.ts';
import { stem } from '../text/index.ts';
import { outcomesAsked } from './evidence/outcomes.ts';
import { withoutExclusions } from './exclusions.ts';
import { withoutHistory } from './history.ts';
import { interventionsIn, type NamedPlace } from './interventions.ts';
import { withoutCadence } from './rhythm.ts';
import { hadBy, isPerson, joinNeighbours, kindOf, type Span, withIllnesses, withoutAsking } from './spans.ts';
import { effectsIn } from './topic-effects.ts';
import { initialsOf, isDisease, SUBJECTS, trialsIn } from './topic-reading.ts';
import { isExcludedBehind, isOfPeople, whomCues, withoutAmount } from './topic-rules.ts';
import { type TopicWord, topicWords } from './topic-words.ts';

import { isQualifier, vocabulary, withoutConditions } from './vocabulary.ts';

export { isOn, isShort, names, type Reading, readText, trialsIn } from './topic-reading.ts';

export interface Subject {
  readonly text: string;
  readonly kind: 'problem' | 'medicine' | 'other';
  /** What the catalogue takes it for; one of them is enough. */
  readonly concepts: readonly string[];
  /** Words that belong to its name and that the catalogue does not know: Halden in "Halden myopathy". */
  readonly name: readonly string[];
}

export interface Topic {
  readonly label: string;
  readonly subjects: readonly Subject[];
  /** What it is to do, where what is done is named: postpartum haemorrhage in "does X prevent it?". */
  readonly aims: readonly Subject[];
  /** For whom: "in people with kidney disease" asks about something else. */
  readonly setting: readonly Subject[];
  /** What it is not to be about: "not in CKD", "excluding heart failure". */
  readonly excluded: readonly Subject[];
  /** Its telling words, known or not. */
  readonly words: readonly TopicWord[];
  /** Registered trials that are named by number. */
  readonly trials: readonly string[];
  /** First letters of words that stand together: DMD for Duchenne muscular dystrophy. */
  readonly initials: ReadonlySet<string>;
}

/** A name of one or two letters (T, Na) is too short to be a subject. */
const SHORTEST = 3;

/** What somebody wants to know is said in less; more takes its time on the thread that everybody shares. */
const LONGEST = 2_000;

/** The topics of the last texts: one message is asked for it by many. */
const found = new Map<string, Topic>();
const MOST_KEPT = 2000;

export function topicOf(given: string): Topic {
  const text = topicTextOf(given);
  return found.get(text) ?? keepTopic(text, findTopic(text));
}

export function keepTopic(text: string, topic: Topic): Topic {
  const [oldest] = found.size >= MOST_KEPT ? found.keys() : [];
  if (oldest !== undefined) found.delete(oldest);
  found.set(text, topic);
  return topic;
}

export const isTopicKept = (text: string) => found.has(text);

/** The beginning, and the trials that are named anywhere. */
export function topicTextOf(given: string): string {
  if (given.length <= LONGEST) return given;
  return [given.slice(0, LONGEST), ...trialsIn(given.slice(LONGEST)).slice(0, MOST_TRIALS)].join('\n');
}

const MOST_TRIALS = 20;

export function findTopic(given: string): Topic {
  const whole = withoutExclusions(withoutConditions(given.slice(0, LONGEST)));
  const present = withoutHistory(whole);
  // Nothing but what was given before is said: then it is about that.
  const text = withoutDesigns(topicWords(present).length > 0 ? present : whole);
  const words = topicWords(text);
  const plain = blankedOf(text, vocabulary().manners);
  const namable = topicWords(plain);
  const matches = openCatalogue()
    .find(plain, { kinds: SUBJECTS })
    .filter((match) => match.as === 'itself' || match.as === 'medicines_for')
    .map((match) => (match.as === 'itself' ? match : withoutAsking(match, plain)))
    .filter((match) => match.end - match.start >= SHORTEST && !isPerson(text.slice(0, match.start)));
  const whom = whomCues(text);
  // "Therapy" by itself is how it is asked.
  const spans = withIllnesses(joinNeighbours(matches, plain), plain).filter(
    ({ start, end }) => topicWords(text.slice(start, end)).length > 0,
  );
  const had = hadBy(spans, text);
  const isWhom = ({ start, end }: Span) =>
    isOfPeople(text.slice(start, end)) ||
    whom.some((from) => start >= from && !/[.,;:?!]/.test(text.slice(from, start)));
  const isOut = ({ start }: Span) => isExcludedBehind(text.slice(0, start));
  const asked = spans.filter((span) => !isOut(span) && !had.includes(span));
  const isKnown = (place: NamedPlace) =>
    spans.some(
      (span) =>
        overlaps(span, place) &&
        (span.matches.length === 0 || span.matches.some(({ concept }) => kindOf(concept.kind) !== 'other')),
    );
  // With a disease that nobody knows every word is needed: "zorbanib for blick disease".
  const named = interventionsIn(withoutAddresses(withoutCadence(plain)), isKnown)
    .filter((place) => place.asked || asked.some((span) => !overlaps(span, place)))
    .map((place) => interventionOf(place, plain));
  const known = asked
    .filter((span) => !isWhom(span) && !named.some(({ place }) => overlaps(span, place)))
    .map((span) => ({ place: span, subject: subjectOf(behindNamed(span, named), plain, namable) }));
  const { subjects, aims } = withoutOutcomes(withoutEffects([...named, ...known], text), text);
  const setting = eachOnce(asked.filter(isWhom).map((span) => subjectOf(span, plain, namable)));
  const excluded = eachOnce(spans.filter(isOut).map((span) => subjectOf(span, plain, namable)));
  const told = asked.map(({ start, end }) => text.slice(start, end)).join(' ');
  const beside = had.map(({ start, end }) => text.slice(start, end)).join(' ');
  const left = words.filter(
    ({ text: word }) =>
      !excluded.some((out) => out.text.includes(word)) && (!beside.includes(word) || told.includes(word)),
  );
  const trials = trialsIn(given);
  const other = left.filter(({ text: word }) => !setting.some((whom) => whom.text.includes(word)));
  // Only for whom is said: then that is what it is about. Beside a name that nobody knows people are no disease.
  const isForPeople = other.length > 0 && setting.every((whom) => isOfPeople(whom.text));
  const about = subjects.length > 0 || isForPeople ? { subjects, setting } : { subjects: setting, setting: [] };
  const label = labelOf(about.subjects, isForPeople ? other : left) || trials.join(', ');
  return { ...about, aims, excluded, words: left, trials, initials: initialsOf(text), label };
}

/** "Double-blind" is how a trial is done, and nobody is blind. What is left keeps its place. */
const withoutDesigns = (text: string) => blankedOf(text, vocabulary().designs);

/** With a hyphen or without; what is left keeps its place. */
function blankedOf(text: string, phrases: readonly string[]): string {
  const said = phrases.map((phrase) => phrase.replace(/[ -]/g, '[ -]'));
  return text.replace(new RegExp(`(?<![\\p{L}-])(?:${said.join('|')})(?![\\p{L}-])`, 'giu'), (found) =>
    ' '.repeat(found.length),
  );
}

/** What is said twice is one subject. */
function eachOnce(subjects: readonly Subject[]): Subject[] {
  return subjects.filter(
    ({ text }, at) => subjects.findIndex((one) => one.text.toLowerCase() === text.toLowerCase()) === at,
  );
}

/** Nothing in an address is a name; what stands behind it keeps its place. */
function withoutAddresses(text: string): string {
  return text.replace(/https?:\/\/\S+/g, (address) => ' '.repeat(address.length));
}

/** "Does zorbine slow colitis?": what is given is no part of the name of what it is given for. */
function behindNamed(span: Span, named: readonly Placed[]): Span {
  const ends = named.map(({ place }) => place.end).filter((end) => end <= span.start);
  return { ...span, after: Math.max(span.after, ...ends) };
}

interface Placed {
  readonly place: NamedPlace;
  readonly subject: Subject;
}

const overlaps = (a: NamedPlace, b: NamedPlace) => a.start < b.end && b.start < a.end;

function interventionOf(place: NamedPlace, text: string): Placed {
  const said = withoutAmount(text.slice(place.start, place.end));
  // "Gene therapy": without what it is the word says nothing.
  const [what = ''] = vocabulary().modalities.includes(said.toLowerCase())
    ? (MODALITY.exec(text.slice(place.end)) ?? [])
    : [];
  const name = (said.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(stem);
  return { place, subject: { text: `${said}${what}`, kind: 'medicine', concepts: [], name } };
}

const MODALITY =
  /^[ -](?:therap(?:y|ies)|treatments?|editing|transplantation|transplants?|replacement|training|surgery)\b/i;

/** "How common is hearing loss with velutomab?" is on velutomab. */
function withoutEffects(placed: readonly Placed[], text: string): readonly Placed[] {
  const illnesses = placed.filter(({ subject }) => subject.kind === 'problem').map(({ place }) => place);
  // "Nausea after chemotherapy" is nausea: only a medicine by its name caused it.
  const isMedicine = ({ kind, concepts }: Subject) =>
    kind === 'medicine' && (concepts.length === 0 || concepts.some((id) => id.startsWith('drug:')));
  const medicines = placed.filter(({ subject }) => isMedicine(subject)).map(({ place }) => place);
  const effects = effectsIn(illnesses, medicines, text, (word) => openCatalogue().find(word).length > 0);
  const causes = effects.flatMap(({ cause }) => (cause === undefined ? [] : [interventionOf(cause, text)]));
  return [...placed.filter(({ place }) => !effects.some(({ illness }) => illness === place)), ...causes];
}

/** "Does it prevent stroke?": with what is done named, what it is to do is not what it is about. In the order of the text. */
function withoutOutcomes(placed: readonly Placed[], text: string): { subjects: Subject[]; aims: Subject[] } {
  const inOrder = placed.toSorted((a, b) => a.place.start - b.place.start);
  const isTreated = inOrder.some(({ subject }) => subject.kind === 'medicine');
  const outcomes = isTreated ? outcomesAsked(text).filter(({ change }) => change !== 'same') : [];
  const left = inOrder.filter(({ subject, place }) => {
    const said = text.slice(place.start, place.end).toLowerCase();
    return subject.kind === 'medicine' || !outcomes.some((outcome) => outcome.said.includes(said));
  });
  const hoped = outcomes.filter(({ change }) => change === 'favours').map(({ said }) => said);
  const aims = inOrder.filter(
    (one) =>
      !left.includes(one) &&
      one.subject.kind === 'problem' &&
      hoped.some((said) => said.includes(text.slice(one.place.start, one.place.end).toLowerCase())),
  );
  return { subjects: eachOnce(left.map(({ subject }) => subject)), aims: eachOnce(aims.map(({ subject }) => subject)) };
}

/** The disease area: what an agent is made for. With a treatment only, that. */
export function areaOf({ subjects, aims, label, trials }: Topic): string {
  const problems = subjects.filter(({ kind }) => kind === 'problem');
  const wide = problems.length > 0 ? problems : aims.filter(({ concepts }) => concepts.some(isDisease));
  if (wide.length === 0) return label || trials.join(', ');
  const area = [...new Set(wide.map(({ text }) => text))].slice(0, 2).join(' and ');
  return area[0]!.toUpperCase() + area.slice(1);
}

/** What literature is searched by: the names of a topic, and nothing of how it was asked. */
export function termsOf({ subjects, words, trials }: Topic): string {
  const named = subjects.map(({ text }) => text);
  const covered = named.join(' ').toLowerCase();
  const unknown = words.filter(({ text }) => !covered.includes(text.toLowerCase())).map(({ text }) => text);
  const all = [...named, ...unknown.slice(0, MOST_UNKNOWN)];
  const terms = [...new Map(all.map((term) => [term.toLowerCase(), term])).values()];
  return (terms.length > 0 ? terms : trials).join(' ');
}

const MOST_UNKNOWN = 3;

function subjectOf({ start, end, matches, after }: Span, text: string, words: readonly TopicWord[]): Subject {
  if (matches.length === 0) {
    const said = text.slice(start, end);
    return { text: said, kind: 'problem', concepts: [], name: topicWords(said).map((word) => word.stem) };
  }
  const catalogue = openCatalogue();
  const ids = [...new Set(matches.map(({ concept }) => concept.id))];
  const concepts = ids.filter((id) => !ids.some((other) => other !== id && catalogue.isA(other, id)));
  const kinds = matches.map(({ concept }) => kindOf(concept.kind));
  const kind = kinds.includes('problem') ? 'problem' : kinds.includes('medicine') ? 'medicine' : 'other';
  const name = nameBefore(text.slice(after, start), words);
  const said = [...name, text.slice(start, end)].join(' ');
  return { text: said, kind, concepts, name: name.map((word) => stem(word.toLowerCase())) };
}

/** The unknown words right before a known one are part of its name; how it is (severe, chronic) is not. */
function nameBefore(text: string, words: readonly TopicWord[]): string[] {
  const name: string[] = [];
  for (const word of (/[\p{L}\p{N} -]*$/u.exec(text)?.[0] ?? '').split(/\s+/).filter(Boolean).reverse().slice(0, 2)) {
    if (isQualifier(word)) continue;
    if (!words.some((known) => known.text === word)) break;
    name.unshift(word);
  }
  return name;
}

function labelOf(all: readonly Subject[], words: readonly TopicWord[]): string {
  const strong = all.filter(({ kind }) => kind !== 'other');
  const subjects = strong.length > 0 ? strong : all;
  const label =
    subjects.length > 0
      ? [...new Set(subjects.map(({ text }) => text))].slice(0, 3).join(' and ')
      : words
          .slice(0, 6)
          .map(({ text }) => text)
          .join(' ');
  return label === '' ? '' : label[0]!.toUpperCase() + label.slice(1);
}
