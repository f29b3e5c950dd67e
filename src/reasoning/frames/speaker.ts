/**
 * Who speaks of whom. A conversation has a speaker: the patient, or whoever cares for them and says "my husband", "mum",
 * "he". A word for a relative means the patient of the record where sex, age and grammar let it, and nothing in the message
 * or the record makes it somebody else: a family history, a sick child beside a parent who asks for themselves.
 */

import { openCatalogue } from '../../clinical/catalogue/index.ts';
import type { Chart } from '../chart.ts';
import { passagesOf, stemsOf } from '../evidence/passages.ts';
import { kinIllsIn } from '../evidence/standing.ts';
import type { PatientView } from '../patient.ts';
import type { Focus, Speaker } from '../types.ts';
import { clausesOf } from './clause.ts';
import { cueWords, hasCue, isCue } from './cues.ts';
import { kinData } from './kin.ts';

type Row = (typeof kinData.kin)[number];

/** The relative that is the patient, as the message calls them; undefined where it speaks of nobody, or of somebody else. */
export function speakerOf(message: string, chart: Chart | null, focus: Focus): Speaker | undefined {
  if (chart === null || chart.view.id === '') return undefined;
  const spoken = withoutBystanders(message);
  const named = namedIn(spoken, chart.view, focus);
  if (named === undefined || speaksOfSelf(spoken, named.word) || !isOfAge(message, chart.view)) return undefined;
  const isKnown = focus.speaker?.word === named.word;
  if (!isKnown && !clausesOf(message).some(({ asks }) => asks)) return undefined;
  const { bond } = named.row;
  const isPast = PAST.test(spoken) && !isKnown;
  if (DIED.test(spoken) || (bond === 'forebear' && isPast && hasHistory(chart, named.word))) return undefined;
  if (bond === 'forebear' && !isKnown && isOfHistory(chart, named.word, spoken)) return undefined;
  const isOpen = (bond === 'forebear' && isPast) || (bond === 'spouse' && livesWith(chart, named.word));
  return {
    word: named.word,
    said: `your ${named.word}`,
    sex: chart.view.sex ?? named.row.sex ?? null,
    ...(isOpen && { isOpen: true as const }),
    ...(isKnown && { isKnown: true as const }),
  };
}

const EVERY = kinData.kin
  .flatMap(({ words }) => words)
  .toSorted((a, b) => b.length - a.length)
  .join('|');
const DOES = kinData.bystander.does.join('|');
const BESIDE = new RegExp(
  [
    `\\b(?:(?:my|our|the|his|her) )?(?:${EVERY})(?= (?:(?:always|also|just|now|still) )?(?:${DOES})\\b)`,
    `\\b(?:${kinData.bystander.before.join('|')}) (?:my|our|her|his) (?:${EVERY}) (?=had\\b|has\\b|did\\b|does\\b|takes\\b|took\\b)`,
    `\\b(?:${EVERY})['’]?s (?:group|friend|neighbou?r|advice|words)\\b`,
  ].join('|'),
  'gi',
);

/** "My wife says", "like my dad had": no subject of the question. */
function withoutBystanders(message: string): string {
  return message.replace(BESIDE, ' ');
}

/** "Mums last INR": a name that is said without an article has its owner's s without a mark too. */
const CALLED =
  'mum|mom|mam|mummy|mama|dad|daddy|papa|gran|grandma|nan|nana|granny|grandad|granddad|grandpa|gramps|hubby';

function namedIn(message: string, view: PatientView, focus: Focus): { word: string; row: Row } | undefined {
  for (const row of kinData.kin) {
    const [from, to] = row.likely ?? [Number.POSITIVE_INFINITY, 0];
    if (row.sex === undefined || view.sex === null || row.sex !== view.sex || view.age === null) continue;
    const word = row.words
      .toSorted((a, b) => b.length - a.length)
      .find(
        (each) =>
          new RegExp(`\\b(?:my|our) (?:\\w+ )?${each}(?:['’]?s)?\\b`, 'i').test(message) ||
          (CALLED.split('|').includes(each) &&
            new RegExp(`(?<!\\b(?:his|her|their|your|the|a|s|\\w['’]s) )\\b${each}(?:['’]?s)?\\b`, 'i').test(message)),
      );
    if (word !== undefined && ((view.age >= from && view.age <= to) || focus.speaker?.word === word))
      return { word, row };
  }
  return undefined;
}

const ASKING = new RegExp(kinData.asks.join('|'), 'gi');
const CARING = new RegExp(
  `\\b(?:can|could|should|shall|may|must|do|will|would|did) (?:i|we) (?:just |still |also |already |better |rather )?(?:${kinData.cares.join('|')})\\b`,
  'gi',
);
const WE = /\b(?:can|should|shall|do|must|may|could|will) we\b/gi;
const FIRST = /\b(?:i|i['’]m|i['’]ve|i['’]d|i['’]ll|im|ive|my|me|myself|mine)\b/i;

/** What is left of "I" and "my" once asking, caring and the relative are taken out is the speaker's own. */
function speaksOfSelf(message: string, word: string): boolean {
  const others = message
    .replace(new RegExp(`\\b(?:my|our) (?:\\w+ )?${word}(?:['’]?s)?\\b`, 'gi'), ' ')
    .replace(ASKING, ' ')
    .replace(CARING, ' ')
    .replace(WE, ' ');
  return FIRST.test(others);
}

const SAID_AGE =
  /\b(?:is|she['’]s|he['’]s|aged|age|just turned) (\d{1,3})(?: years?(?: old)?)?\b(?! ?(?:mg|ml|kg|%|\/|times|hours|days|weeks|months|min))/i;
const NEAR = 1;

/** "My mum is 80" beside a record of 64 is another mum. */
function isOfAge(message: string, { age }: PatientView): boolean {
  const said = SAID_AGE.exec(message)?.[1];
  return said === undefined || age === null || Number(said) < 18 || Math.abs(Number(said) - age) <= NEAR;
}

const DIED = /\b(?:die|died|dies|passed away|death)\b/i;
/** Asked of what somebody once had, or how old they were: what a family history tells. */
const PAST =
  /\b(?:did|had|was|were)\b[^?.]{0,60}\b(?:have|had|get|got|suffer|diagnosed|how old|when (?:she|he))\b|\bhow old was\b/i;

function hasHistory(chart: Chart, word: string): boolean {
  const called = (['mothers', 'fathers'] as const).find((cue) => isCue(cue, word));
  const stems = [...stemsOf([word, ...(called === undefined ? [] : cueWords(called))].join(' '))];
  return passagesOf(chart).some(
    (passage) =>
      stems.some((stem) => passage.stems.has(stem)) &&
      ((passage.label === 'Patient' && passage.title === 'family history') || kinIllsIn(passage.text).length > 0),
  );
}

/** "My mum had bowel cancer": an illness that the family history gives to the patient's own mother, and the record not to the patient. */
function isOfHistory(chart: Chart, word: string, message: string): boolean {
  const catalogue = openCatalogue();
  const called = (['mothers', 'fathers'] as const).find((cue) => isCue(cue, word));
  const stems = [...stemsOf([word, ...(called === undefined ? [] : cueWords(called))].join(' '))];
  const named = catalogue.find(message, { kinds: ['condition'] }).map(({ concept }) => concept.id);
  const own = chart.view.conditions.flatMap(({ concepts }) => concepts);
  const theirs = passagesOf(chart)
    .filter(
      ({ label, title, stems: held }) =>
        label === 'Patient' && title === 'family history' && stems.some((stem) => held.has(stem)),
    )
    .flatMap(({ text }) => catalogue.find(text, { kinds: ['condition'] }).map(({ concept }) => concept.id));
  return named.some(
    (id) => theirs.some((each) => catalogue.isA(each, id)) && !own.some((each) => catalogue.isA(each, id)),
  );
}

/** Papers that give the patient a husband or a wife of that word: then it is open who is meant. */
function livesWith(chart: Chart, word: string): boolean {
  const own = new RegExp(`\\b(?:his|her) ${word}\\b`, 'i');
  return passagesOf(chart).some(({ text }) => own.test(text));
}

const PRONOUNS = { female: /\b(?:she|her|hers)\b/i, male: /\b(?:he|him|his)\b/i } as const;

/** "He", "Henrikas": somebody beside the patient writes, and has said no more of who they are. */
export function besideOf(message: string, { name, sex }: PatientView, focus: Focus): Speaker | undefined {
  if (focus.speaker !== undefined) return { ...focus.speaker, isKnown: true };
  const given = name?.split(' ')[0];
  const isNamed = given !== undefined && given.length > 2 && new RegExp(`\\b${given}\\b`, 'i').test(message);
  // "Saw Dr Patel, she stopped it": the one who was seen.
  const isOfDoctor = /\b(?:dr|prof)\b/i.test(message) || hasCue('trades', message);
  if (!isNamed && (isOfDoctor || sex === null || !PRONOUNS[sex].test(message))) return undefined;
  return { word: given ?? 'patient', said: given ?? 'the patient', sex };
}

const KIN = new RegExp(`\\b(?:my|our) (?:\\w+ )?(?:${[EVERY, ...cueWords('kin')].join('|')})\\b`, 'i');

/** Whether words in the patient's own person speak of a relative, and not only of what one says or gives. */
export function namesKin(said: string): boolean {
  return KIN.test(withoutBystanders(said));
}

const OF_PATIENT = new RegExp(
  [
    `(?:^|[,.;:–-]\\s*|\\s)(?:it['’]?s|this is|i['’]?m|i am|im) (?:her|his|their|the) (?:${[EVERY, ...cueWords('kin')].join('|')})\\b`,
    // By name or not, and nothing more; or the question follows at once.
    "(?:(?:,? (?!(?:who|that|which|has|is|had|does|and|here)\\b)\\p{L}[\\p{L}'’-]+)?(?: here)?(?=\\s*(?:$|[.,;:!?–-]))|(?=,?\\s+(?:can|should|may|what|when|how|does|do|did)\\b))",
    '[\\s.,:;–-]*',
  ].join(''),
  'giu',
);

/** "…, its her gran": who writes is no part of the question. */
export function withoutWriter(message: string): string {
  const rest = message.replace(OF_PATIENT, ' ').trim();
  return rest === '' ? message : rest;
}

/** The message in words that `asPatient` reads: "mums INR" with its mark. */
export function withMarks(message: string): string {
  return message.replace(new RegExp(`\\b(${CALLED})s(?= \\p{L})`, 'giu'), "$1's");
}
