/**
 * What a source says of harm, the gravest kept first: told whether or not somebody asked for it. A harm is said as one, or
 * is an illness that more people had with the treatment than without; the illness that is treated is none.
 */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import type { Statement } from './abstract.ts';
import { type Arms, isOfCompared } from './arms.ts';
import { type Result, resultsIn } from './outcomes.ts';
import { appraisal, foldText, hasAny } from './words.ts';

const MOST_HARMS = 3;

export interface Treated {
  /** What it treats, as the catalogue knows it. */
  readonly disease: readonly string[];
  readonly arms: Arms;
}

/** Sentences in the order of the text. What was known before and how it was watched for is no harm of this one. */
export function harmsOf(statements: readonly Statement[], results: readonly Result[], treated?: Treated): string[] {
  const found = statements
    .map(({ text, role }, at) => ({ text, at, grave: isTold(role, text) ? graveOf(text, results, treated) : 0 }))
    .filter(({ grave }) => grave > 0);
  return found
    .toSorted((a, b) => b.grave - a.grave || a.at - b.at)
    .slice(0, MOST_HARMS)
    .toSorted((a, b) => a.at - b.at)
    .map(({ text }) => text);
}

/** "We describe seven patients who developed …": of cases that is what was found. */
function isTold(role: Statement['role'], text: string): boolean {
  return role === 'method' ? CASES.test(text) && ACQUIRED.test(foldText(text)) : role !== 'background';
}

/** 0: nothing of harm. What a treatment is to prevent and prevents is none, unless it is told as an adverse event. */
export function graveOf(sentence: string, results: readonly Result[], treated?: Treated): number {
  const plain = treated === undefined ? foldText(sentence) : foldText(withoutDisease(sentence, treated.disease));
  const { kinds, deaths, named, labels, unmeasured } = appraisal().harms;
  if (hasAny(plain, unmeasured)) return 0;
  const grave = Math.max(0, ...kinds.filter(({ words }) => hasAny(plain, words)).map(({ grave }) => grave));
  const taken = results.filter((result) => result.told === sentence);
  // What is told of a part of a study only is no result of it, and no harm either where it was better.
  const told = taken.length > 0 || treated === undefined ? taken : resultsIn(sentence, treated.arms);
  const isHoped = told.some(({ change }) => change === 'favours' || change === 'same');
  if (isHoped && !hasAny(plain, named)) return 0;
  if (hasAny(plain, deaths)) return DEADLY;
  const worse =
    treated === undefined ? [] : resultsIn(sentence, treated.arms).filter(({ change }) => change === 'against');
  if (worse.some(({ outcome }) => DEATHS.some((name) => outcome.endsWith(name)))) return DEADLY;
  if (worse.length > 0 && grave < WORSE) return WORSE;
  // Of what nobody wants to have more often: "seroma was more common with mesh".
  const isMore = treated !== undefined && !isHoped && MORE.test(plain);
  if (isMore && resultsIn(sentence, treated.arms).some(({ change }) => change === 'higher'))
    return Math.max(grave, LIGHT);
  const isLabelled = labels.some((label) => plain.startsWith(`${label}:`));
  // "One developed hepatitis": an illness that somebody came down with.
  if (grave < WORSE && ACQUIRED.test(plain) && illnessesIn(plain).length > 0 && !isHoped) return WORSE;
  return Math.max(grave, isLabelled || isMoreFrequent(sentence, treated) ? LIGHT : 0);
}

const CASES = /\b(?:describe|report|present)\b/i;
const ACQUIRED =
  /\b(?:one|two|three|four|five|six|patients?|participants?|who|\d+) (?:\p{L}+ )?(?:developed|suffered|experienced|came down with)\b/u;
const MORE = /\bmore (?:common|frequent|often)\b|\bhigher (?:rates?|incidence|frequency) of\b/;
const DEADLY = 4;
const WORSE = 2;
const DEATHS = ['deaths', 'survival'];
const LIGHT = 1;

/** The diseases that a title says are treated: "in adults with heart failure", "for gout". What a warning is on is no such thing. */
export function diseaseIn(title: string, design: string): string[] {
  if (WARNING.includes(design)) return [];
  return illnessesIn(title)
    .filter(({ start }) => !AS_HARM.test(title.slice(0, start)))
    .map(({ concept }) => concept.id);
}

const WARNING = ['communication', 'regulatory', 'told_decision', 'news'];
const AS_HARM = /\b(?:risk of|risks of|incidence of|rates? of|induced|associated|and|causes?)\s(?:\p{L}+\s){0,2}$/iu;

const illnessesIn = (text: string) => openCatalogue().find(text, { kinds: ['condition', 'symptom'] });

/** "Patients with heart failure had less oedema": the first is whom it treats. */
function withoutDisease(sentence: string, disease: readonly string[]): string {
  if (disease.length === 0) return sentence;
  const catalogue = openCatalogue();
  return illnessesIn(sentence)
    .filter(({ concept }) => disease.some((id) => catalogue.isA(concept.id, id) || catalogue.isA(id, concept.id)))
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end }) => `${text.slice(0, start)} ${text.slice(end)}`, sentence);
}

const RATES =
  /(\d+(?:[.·]\d+)?)\s?%([^%;]{0,80}?)(?:versus|vs\.?|and|compared with|compared to|against|as against|but)\s(?:in |only |by )?(\d+(?:[.·]\d+)?)\s?%/iu;

/** An illness that is not the one treated, at two rates of which that of the treatment is the higher. */
function isMoreFrequent(sentence: string, treated: Treated | undefined): boolean {
  const [, first, whose = '', second] = RATES.exec(sentence) ?? [];
  if (first === undefined) return false;
  const rest = treated === undefined ? sentence : withoutDisease(sentence, treated.disease);
  if (illnessesIn(rest).length === 0) return false;
  const [one, other] = [first, second!].map((rate) => Number(rate.replace('·', '.')));
  const isTurned = treated !== undefined && isOfCompared(whose, treated.arms);
  return isTurned ? other! > one! : one! > other!;
}
