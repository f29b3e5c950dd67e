/**
 * Which medicine did that: "the statin that gave me cramps". What it did is held against why medicines were given up, against
 * reactions and papers; where none says it, what the record knows to have done harm is told as that.
 */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { nearnessTo } from '../../search/semantic/nearness.ts';
import { wordsIn } from '../../text/index.ts';
import { type Block, block, cite, type Desk, nameOf, quotePassage } from '../desk.ts';
import { isWithin } from '../evidence/items.ts';
import { findPassages, type Passage, passagesOf, stemsOf, withSynonyms } from '../evidence/passages.ts';
import { contentWords } from '../evidence/words.ts';
import { isCue } from '../frames/cues.ts';
import type { AllergyView, MedicineView } from '../patient.ts';
import type { Frame, Subject } from '../types.ts';
import { capital, drugName, list, lower, sayDate } from '../wording.ts';
import { onsetOf, remarks } from './allergies.ts';
import { medicinesOf } from './medicines.ts';
import { answerFromPapers } from './papers.ts';
import { reactedTo, reactionsInPapers } from './reactions.ts';
import { stopReason } from './stopping.ts';

/** Something that may have done it, with all that the record says of it. */
interface Suspect {
  item: MedicineView | AllergyView;
  /** What is known of its harm: the reason on the entry, the reaction. */
  harm: readonly string[];
  /** Further sentences that name it. */
  said: readonly string[];
}

const KNOWN_BY = 0.38;
const MOST = 4;
const MOST_SAID = 6;

export function answerCulprit(desk: Desk, frame: Frame): Block | undefined {
  const { kinds, effect, signs } = partsOf(frame);
  // "My sister had something, what was it?": neither a medicine nor a harm was spoken of.
  if (WHICH_ONE.test(frame.text) && kinds.length === 0 && !speaksOfHarm(desk.message))
    return answerFromPapers(desk, { ...frame, aspect: 'said', text: desk.message, subjects: [] });
  const suspects = suspectsOf(desk, kinds);
  const harmful = suspects.filter(({ harm }) => harm.length > 0);
  const ofKind = effect === '' && kinds.length > 0 ? likestPaper(desk, kinds, desk.message, []) : undefined;
  if (ofKind !== undefined) return block(`**${quotePassage(desk, ofKind)}**`);
  if (effect === '')
    return harmful.length === 0 ? answerFromPapers(desk, frame) : tellCulprits(desk, harmful.slice(0, MOST));
  const found =
    likest(suspects, effect, signs) ??
    (kinds.length === 0 ? undefined : (onlyEnded(suspects) ?? likest(suspectsOf(desk, []), effect, signs)));
  if (found !== undefined) return tellCulprits(desk, found);
  const paper = likestPaper(desk, kinds, effect, signs);
  if (paper !== undefined) return block(`**${quotePassage(desk, paper)}**`);
  const told = reactionIn(desk, frame);
  if (told !== undefined) return told;
  if (signs.length > 0) return undefined;
  if (harmful.length === 0) return answerFromPapers(desk, frame);
  const all = tellCulprits(desk, harmful.slice(0, MOST));
  return {
    ...all,
    lead: `**Your record does not say it in those words. What it lists as having done harm:** ${all.lead}`,
    body: [...all.body, ...reactionsInPapers(desk)],
  };
}

function speaksOfHarm(message: string): boolean {
  return wordsIn(message).some(({ lower: word }) => isCue('harmed', word)) || HARM.test(message);
}

/** Medicines and what they do, named before "what was it?". */
const HARM =
  /\b(?:tablets?|pills?|medicines?|medications?|meds|drugs?|injections?|drip|antibiotics?|react\w*|rash|allerg\w*|side[- ]effects?|could not (?:take|stand|tolerate)|bad time|did not (?:suit|agree)|stopped)\b/i;

/** "What was it that made my face swell in 2021?": the reaction that a paper of that time tells of. */
function reactionIn(desk: Desk, { scope }: Frame): Block | undefined {
  const { from, to } = scope;
  if (from === undefined || to === undefined) return undefined;
  const found = passagesOf(desk.chart)
    .filter(({ remark, time }) => !remark && time !== null && time >= from && time <= `${to}~`)
    .flatMap((passage) => reactedTo(passage).map((id) => ({ id, passage })));
  const [first] = found;
  return first === undefined
    ? undefined
    : block(`**${capital(nameOf(first.id))}, by a paper of that time.** ${quotePassage(desk, first.passage)}`);
}

/** A medicine that stands on no list and of which a paper tells what it did. */
function likestPaper(
  desk: Desk,
  kinds: readonly Subject[],
  effect: string,
  signs: readonly string[],
): Passage | undefined {
  const named = passagesOf(desk.chart).filter(
    ({ remark, text }) =>
      !remark &&
      openCatalogue()
        .find(text, { kinds: ['drug', 'drug_class'] })
        .some(({ concept }) => kinds.length === 0 || kinds.some((kind) => isWithin(concept.id, kind))),
  );
  const worth = worthFor(
    effect,
    signs,
    named.map(({ text }) => text),
  );
  const [best] = named
    .map((passage) => ({ passage, score: worth(passage.text) }))
    .toSorted((a, b) => b.score - a.score);
  return best === undefined || best.score < KNOWN_BY ? undefined : best.passage;
}

const WHICH_ONE = /^\W*(?:and |so )?(?:which|what)(?: one| kind| sort)? was (?:it|that)\b/i;

/** What stands before the verb says which kind of medicine, what stands after it what it did. */
function partsOf({ text, subjects }: Frame): { kinds: Subject[]; effect: string; signs: string[] } {
  const verb = wordsIn(text).find(({ lower: word }) => isCue('harmed', word));
  // "I had a bad time with the sedative. Which one was it?": the kind was named before, and what it did.
  if (verb === undefined && WHICH_ONE.test(text))
    return { kinds: subjects.filter(({ kind }) => kind === 'drug' || kind === 'drug_class'), effect: '', signs: [] };
  const at = verb?.end ?? 0;
  const after = text.slice(at);
  return {
    kinds: subjects.filter(({ start, id }) => start < at && id !== 'thing:medicines'),
    effect: contentWords(after).size === 0 ? '' : after.split(/[,;?!]/)[0]!.trim(),
    signs: subjects
      .filter(({ start, kind }) => start >= at && (kind === 'symptom' || kind === 'condition'))
      .map(({ id }) => id),
  };
}

function suspectsOf(desk: Desk, kinds: readonly Subject[]): Suspect[] {
  const { view } = desk.chart;
  const given = kinds.length === 0 ? view.medicines : medicinesOf(desk, kinds);
  const treats = new Set(kinds.flatMap(({ id }) => [...openCatalogue().closure(id).treated_by]));
  const reacted = view.allergies.filter(
    ({ concepts }) =>
      kinds.length === 0 || concepts.some((id) => treats.has(id) || kinds.some((kind) => isWithin(id, kind))),
  );
  return [
    ...reacted.map(
      (item): Suspect => ({ item, harm: [...item.reactions, ...remarks(desk, [item])], said: papersOf(desk, item) }),
    ),
    ...given
      .filter(({ status }) => status !== 'planned')
      .map((item): Suspect => ({ item, harm: reasonsOf(desk, item), said: papersOf(desk, item) })),
  ];
}

function reasonsOf({ chart }: Desk, { uuid, note, status }: MedicineView): string[] {
  const stated = chart.property(uuid, 'status_reason');
  return [stated, status === 'stopped' ? note : null].filter(
    (each): each is string => typeof each === 'string' && each !== '',
  );
}

function papersOf({ chart }: Desk, { concepts }: { concepts: readonly string[] }): string[] {
  if (concepts.length === 0) return [];
  return findPassages(chart, { concepts, words: new Map(), named: true })
    .filter(({ passage }) => !passage.remark)
    .slice(0, MOST_SAID)
    .map(({ passage }) => passage.text);
}

/** How well a text speaks of it: by the sign itself, by words for it, by what is near in meaning. */
function worthFor(effect: string, signs: readonly string[], texts: readonly string[]): (text: string) => number {
  const catalogue = openCatalogue();
  const words = [...withSynonyms(contentWords(effect)).keys()];
  const near = new Map(nearnessTo(effect, texts).map((each, at) => [texts[at]!, each]));
  return (text) => {
    const stems = stemsOf(text);
    const isSign = signs.some((id) => catalogue.find(text).some(({ concept }) => catalogue.isA(concept.id, id)));
    return (isSign ? 1 : 0) + (words.some((word) => stems.has(word)) ? 0.6 : 0) + (near.get(text) ?? 0);
  };
}

const AS_LIKELY = 0.01;
const MOST_AS_LIKELY = 3;

/**
 * What was given up for it goes before what papers say of it. One sentence may name several ("black stools on naproxen and
 * apixaban"): all of them are told, those that were given up first; a whole list of medicines blames only those.
 */
function likest(suspects: readonly Suspect[], effect: string, signs: readonly string[]): Suspect[] | undefined {
  const worth = worthFor(effect, signs, [...new Set(suspects.flatMap(({ harm, said }) => [...harm, ...said]))]);
  const weighed = suspects
    .map((suspect) => ({
      suspect,
      score: Math.max(0, ...suspect.harm.map(worth), ...suspect.said.map((text) => worth(text) - 0.15)),
    }))
    .toSorted((a, b) => b.score - a.score);
  const [best] = weighed;
  if (best === undefined || best.score < KNOWN_BY) return undefined;
  const alike = weighed.filter(({ score }) => score >= best.score - AS_LIKELY).map(({ suspect }) => suspect);
  const ended = alike.filter(({ item }) => item.status === 'stopped');
  if (alike.length > MOST_AS_LIKELY) return ended.length > 0 ? ended.slice(0, MOST_AS_LIKELY) : alike.slice(0, 1);
  return [...ended, ...alike.filter((each) => !ended.includes(each))];
}

/** Which of a kind is asked, and only one of that kind was given up: it is that one. */
function onlyEnded(suspects: readonly Suspect[]): Suspect[] | undefined {
  const ended = suspects.filter(({ item }) => item.status === 'stopped');
  return ended.length === 1 ? ended : undefined;
}

function tellCulprits(desk: Desk, found: readonly Suspect[]): Block {
  const lines = found.map(({ item }) => ('reactions' in item ? tellReaction(desk, item) : tellEnded(desk, item)));
  const [first] = found;
  const day =
    first === undefined || 'reactions' in first.item ? undefined : (first.item.end ?? first.item.start)?.slice(0, 10);
  return {
    ...block(
      lines.length === 1
        ? lines[0]!
        : `**${capital(list(found.map(({ item }) => ('reactions' in item ? lower(item.name) : drugName(item.name)))))}.**`,
      lines.length === 1 ? [] : lines.map((line) => `- ${line.replaceAll('**', '')}`),
    ),
    about: found.map(
      ({ item }): Subject => ({
        id: item.concepts[0] ?? `entry:${item.uuid}`,
        kind: 'drug',
        as: 'itself',
        text: 'reactions' in item ? item.name : drugName(item.name),
        start: 0,
        end: 0,
      }),
    ),
    ...(day !== undefined && { at: { from: day, to: day } }),
  };
}

function tellReaction(desk: Desk, item: AllergyView): string {
  const did =
    item.reactions.length === 0
      ? 'your record lists it as not for you'
      : `it gave you ${list(item.reactions.map(lower))}`;
  return [
    `**${capital(lower(item.name))}: ${did}${onsetOf(desk, item)}.**${cite(desk, item)}`,
    ...remarks(desk, [item]),
  ].join(' ');
}

function tellEnded(desk: Desk, item: MedicineView): string {
  const reason = stopReason(desk, item) ?? '';
  const when =
    item.status === 'taken'
      ? `which you still take${item.start === null ? '' : `, since ${sayDate(item.start)}`}`
      : `${item.start === null ? '' : `from ${sayDate(item.start)} `}to ${item.end === null ? '?' : sayDate(item.end)}`;
  return `**${capital(drugName(item.name))}, ${when}.**${cite(desk, item, item.end ?? item.start)} ${reason}`.trim();
}
