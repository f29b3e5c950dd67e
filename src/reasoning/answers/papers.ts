/** What the papers say to a question that no entry settles; and what they tell to do in a case. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { stem } from '../../text/index.ts';
import { type Block, block, type Desk, isPaper, mentionPassage, quotePassage, sayPassage } from '../desk.ts';
import { type Ranked, rankParagraphs } from '../evidence/nearest.ts';
import { type Found, findPassages, inContext, passagesOf, stemsOf, withSynonyms } from '../evidence/passages.ts';
import { isPlan, isUnmet } from '../evidence/plans.ts';
import { takenBackBy } from '../evidence/renewed.ts';
import { contentWords, withWords } from '../evidence/words.ts';
import { daysBetween } from '../patient.ts';
import { pattern } from '../patterns.ts';
import type { Frame, Subject } from '../types.ts';
import { lower } from '../wording.ts';
import { ruledByPaper } from './permitted.ts';
import { CASE_FITS, plansFor } from './plan-cases.ts';
import { missingAfter } from './plans.ts';
import { settleWords } from './settled.ts';

/** Enough shared meaning that quoting it answers: a named concept, or two rare words. */
const ENOUGH = 4;
const COVERED = 0.6;
/** So near in meaning that it answers without sharing a word; and so near that it goes beside an answer. */
const MEANS_IT = 0.42;
const GOES_BESIDE = 0.5;

export function findPapers(desk: Desk, frame: Frame, cues: readonly string[] = []): Found[] {
  const concepts = frame.subjects.filter(({ kind }) => kind !== 'thing' && kind !== 'system').map(({ id }) => id);
  const isDirection = (label: string) =>
    label === 'IntakeRegimen' && !['dose', 'purpose', 'why-stopped', 'about'].includes(frame.aspect);
  return findPassages(desk.chart, {
    concepts,
    words: withWords(contentWords(frame.text), cues, 0.6),
    text: frame.inherited ? `${frame.subjects.map(({ text }) => text).join(', ')}: ${frame.text}` : frame.text,
  }).filter(({ passage }) => !isDirection(passage.label));
}

const CUES: Partial<Record<Frame['aspect'], readonly string[]>> = {
  said: ['advised', 'told', 'plan', 'call', 'once', 'changed', 'must'],
  result: ['showed', 'found', 'result', 'normal'],
  tried: ['stopped', 'tolerated', 'instead', 'changed', 'worse', 'reaction'],
  who: ['call', 'line', 'nurse', 'at'],
  goal: ['goal', 'aim', 'target'],
  due: ['next', 'due', 'again', 'repeat', 'years', 'months'],
  todo: ['must', 'should', 'before', 'needs'],
};

/** What a test or a scan showed stands where it is named. */
const THINGS = new Set(['procedure', 'observation', 'vaccine']);

/** "What did I put in my papers about reanimation?": what is looked for stands behind where it would stand. */
const TOPIC =
  /\b(?:papers?|letters?|notes?|documents?|file|record|will|directive|form)\b[^?]*?\b(?:about|regarding|concerning)\s+(.{4,})$/i;

export function answerFromPapers(desk: Desk, asking: Frame): Block | undefined {
  const frame = { ...asking, text: TOPIC.exec(asking.text)?.[1] ?? asking.text };
  const asked = [...contentWords(frame.text).keys()];
  const covers = (shared: readonly string[]) =>
    asked.length > 0 &&
    asked.filter((word) => [...withSynonyms(new Map([[word, 1]])).keys()].some((each) => shared.includes(each)))
      .length /
      asked.length >=
      COVERED;
  const parts = (frame.aspect === 'result' ? frame.subjects : [])
    .filter(({ kind }) => kind === 'system')
    .map(({ text }) => stem(text.toLowerCase()));
  const isOfThing =
    frame.aspect === 'written' ||
    ((frame.aspect === 'result' || frame.aspect === 'said') && frame.subjects.some(({ kind }) => THINGS.has(kind)));
  const found = findPapers(desk, frame, CUES[frame.aspect] ?? []).filter(
    ({ score, shared, named, near, passage }) =>
      (!isOfThing || named || near >= GOES_BESIDE) &&
      (parts.length === 0 ||
        parts.some((part) => [...withSynonyms(new Map([[part, 1]])).keys()].some((each) => passage.stems.has(each)))) &&
      ((score >= ENOUGH && (named || shared.length > 1 || score >= ENOUGH * 1.3)) ||
        (score >= 1.8 && covers(shared)) ||
        near >= MEANS_IT),
  );
  const [best] = found;
  if (best === undefined) return undefined;
  const denied = settleWords(desk, frame, best.passage);
  if (denied !== undefined) return denied;
  const others = found
    .slice(1)
    .filter(({ score }) => score >= best.score * 0.7)
    .slice(0, 2);
  const newer = takenBackBy(desk.chart, best.passage);
  if (newer !== undefined)
    return block(`**A later paper changes this.** ${quotePassage(desk, newer)}`, [
      `Before that: ${lower(sayPassage(desk, best.passage))}`,
      ...missingAfter(desk, newer),
    ]);
  const ruled = ruledByPaper(desk, frame, best.passage);
  const lead = ruled ?? quotePassage(desk, best.passage);
  const isOpen = frame.aspect === 'result' && (isPlan(best.passage.text) || isUnmet(best.passage.text));
  return block(
    isOpen
      ? `**No result of it is in your record; a paper speaks of it only as asked for.** ${lead}`
      : (ruled ?? `**${lead}**`),
    [
      ...others.map(({ passage }) => sayPassage(desk, passage)),
      otherSide(frame.text, best.passage.text),
      ...missingAfter(desk, best.passage),
    ],
  );
}

const POINTS_BACK = /\b(?:it|its|this|that|these|those|them|they|ones?|same|then|there)\b/i;

/** Whether a clause that points at nothing speaks of a matter of its own: a paper is near to it and holds one of its words. */
export function isNamedByPapers(desk: Desk, frame: Frame): boolean {
  if (POINTS_BACK.test(frame.text)) return false;
  return findPapers(desk, frame).some(({ near, shared }) => near >= MEANS_IT && shared.length > 0);
}

const MANNER = pattern('manner_of_taking');
const LEAST_SHARED = 1;

/** "Why do I inject after I have begun to eat?": why in this way; the sentence of a paper that says just that. */
export function answerManner(desk: Desk, frame: Frame): Block | undefined {
  if (!MANNER.test(frame.text)) return undefined;
  const found = findPapers(desk, frame).find(
    ({ passage, named, near, shared }) =>
      !passage.remark && named && MANNER.test(passage.text) && (near >= MEANS_IT || shared.length >= LEAST_SHARED),
  );
  return found === undefined ? undefined : block(`**${quotePassage(desk, found.passage)}**`);
}

const SIDED = /\b(left|right)\s+(arm|leg|hand|side|foot|breast|eye|ear|wrist|forearm)\b/i;

/** What is forbidden on one side leaves the other: "no blood draws on the left arm". */
export function otherSide(asked: string, said: string): string | undefined {
  const found = SIDED.exec(said);
  if (
    found === null ||
    !/\b(?:no|not|never|avoid)\b/i.test(said) ||
    !/\b(?:arm|leg|hand|side|wrist|forearm)\b/i.test(asked)
  )
    return undefined;
  const other = found[1]!.toLowerCase() === 'left' ? 'right' : 'left';
  return `So not the ${found[1]!.toLowerCase()} ${found[2]!.toLowerCase()}: the other one, the ${other}, or the back of that hand.`;
}

/** What one entry settles: beside it only what names it. */
const OF_ENTRY = new Set<Frame['aspect']>(['value', 'dose', 'since']);

/** What papers say so near to the question that it belongs to the answer, whatever else settled it. */
export function papersBeside(desk: Desk, frame: Frame): string[] {
  return findPapers(desk, frame)
    .filter(
      ({ near, passage, named }) =>
        near >= GOES_BESIDE && !passage.remark && !desk.quoted.has(passage) && (!OF_ENTRY.has(frame.aspect) || named),
    )
    .slice(0, 2)
    .map(({ passage }) => (frame.aspect === 'value' ? mentionPassage(desk, passage) : sayPassage(desk, passage)))
    .filter((said) => said !== '');
}

/** From here on a paragraph is more often than not what was asked for, and near enough by itself. */
const IS_LIKELY = 0.13;
const LEAST_NEAR = 0.33;
const MOST_BESIDE = 2;
/** A word of the question that so few paragraphs hold is what it is about; one that is not spoken of was passed over. */
const IS_RARE = 1.4;
const IS_NEAR_ENOUGH = 0.28;

/** The paragraph that the question is after where the answer has not quoted it, and one that holds a word it passed over. */
export function nearestBeside(desk: Desk, frame: Frame, { lead, body }: Block): string[] {
  const about = frame.inherited ? frame.subjects.map(({ text }) => text).join(', ') : '';
  const ranked = rankParagraphs(desk.chart, about === '' ? frame.text : `${about}: ${frame.text}`).filter(
    ({ passage }) => isPaper(passage),
  );
  const isQuoted = ({ passage }: Ranked) => inContext(passage).some((each) => desk.quoted.has(each));
  const beside = ranked
    .slice(0, MOST_BESIDE)
    .filter((each) => each.fair >= IS_LIKELY && each.near >= LEAST_NEAR && !isQuoted(each))
    .map(({ passage }) => sayPassage(desk, passage));
  const spoken = stemsOf([lead, ...body, ...beside].join(' '));
  const isSpokenOf = (word: string) => [...withSynonyms(new Map([[word, 1]])).keys()].some((same) => spoken.has(same));
  const passed = ranked.find(
    (each) =>
      each.near >= IS_NEAR_ENOUGH &&
      !isQuoted(each) &&
      [...each.held].some(([word, rarity]) => rarity >= IS_RARE && !isSpokenOf(word)),
  );
  return [...beside, ...(passed === undefined ? [] : [sayPassage(desk, passed.passage)])].filter((said) => said !== '');
}

/** The paper that says most about it beyond the entry. */
export function papersOn(desk: Desk, frame: Frame, subject: Subject): string[] {
  return findPassages(desk.chart, { concepts: [subject.id], words: contentWords(frame.text), named: true })
    .filter(({ passage }) => !passage.remark)
    .slice(0, 1)
    .map(({ passage }) => sayPassage(desk, passage));
}

const DEMANDS = pattern('asked_by_a_time');
const STILL_DAYS = 400;

/** What a paper asks to be done to that part of the body, or of that kind: "the left eye must be looked at by December". */
export function papersDemanding(desk: Desk, { subjects }: Frame): string[] {
  const named = subjects.filter(({ kind }) => kind === 'system' || kind === 'procedure' || kind === 'observation');
  const words = [...withSynonyms(contentWords(named.map(({ text }) => text).join(' '))).keys()];
  if (words.length === 0) return [];
  return passagesOf(desk.chart)
    .filter(
      ({ text, time, stems, remark }) =>
        !remark &&
        time !== null &&
        daysBetween(time, desk.now) < STILL_DAYS &&
        words.some((word) => stems.has(word)) &&
        DEMANDS.test(text),
    )
    .toSorted((a, b) => b.time!.localeCompare(a.time!))
    .slice(0, 1)
    .map((passage) => sayPassage(desk, passage))
    .filter((said) => said !== '');
}

/** What papers say that name the very thing, beside the answer that no entry holds it. */
export function papersNaming(desk: Desk, frame: Frame): string[] {
  return findPapers(desk, frame)
    .filter(({ named, passage }) => named && !passage.remark)
    .slice(0, 1)
    .map(({ passage }) => sayPassage(desk, passage))
    .filter((said) => said !== '');
}

const ASKS_WHAT_TO_DO = pattern('asks_what_to_do');
const TELLS_AND_ASKS = new Set<Frame['aspect']>(['about', 'todo', 'worry', 'judge', 'said', 'who']);

/** "Blew 290 and woke up twice. Do I do anything or wait?": what papers tell to do in the case that was just told. */
export function answerNow(desk: Desk, frame: Frame): Block | undefined {
  const told = desk.told.map(({ concept }) => concept);
  if (!TELLS_AND_ASKS.has(frame.aspect) || told.length === 0 || !ASKS_WHAT_TO_DO.test(frame.text)) return undefined;
  const plans = plansFor(desk.chart, desk.message, told).filter(({ fit = 0 }) => fit >= CASE_FITS);
  return quoteFound(desk, plans);
}

/** The plan of a paper for what might happen, nearest first. */
export function answerInCase(desk: Desk, frame: Frame): Block | undefined {
  const named = frame.subjects.filter(({ kind }) => kind === 'symptom' || kind === 'condition').map(({ id }) => id);
  const wider = named.flatMap((id) => [id, ...openCatalogue().ancestors(id)]).filter((id) => !TOO_WIDE.has(id));
  const found = plansFor(desk.chart, frame.text, wider).filter(
    ({ passage, near, named: isNamed }) => SETS_CASE.test(passage.text) && (isNamed || near >= MEANS_IT),
  );
  return quoteFound(desk, found);
}

/** The first leads, the others stand beside it. */
function quoteFound(desk: Desk, found: readonly Found[]): Block | undefined {
  const [first, ...others] = found;
  return first === undefined
    ? undefined
    : block(
        `**${quotePassage(desk, first.passage)}**`,
        others.map(({ passage }) => sayPassage(desk, passage)),
      );
}

const SETS_CASE = /\b(?:if|when|for|with|in case|during)\b|:/i;
const TOO_WIDE = new Set(['condition:condition', 'condition:disease', 'symptom:symptom']);
