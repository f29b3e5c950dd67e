/**
 * What a source says of harm, the gravest kept first: told whether or not somebody asked for it. A harm is said as one, or
 * is an illness that more people had with the treatment than without; the illness that is treated is none.
 */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { effectsIn } from '../topic-effects.ts';
import type { Statement } from './abstract.ts';
import { type Arms, isOfCompared } from './arms.ts';
import { baseOf, type Result } from './outcome-names.ts';
import { outcomeWords } from './outcome-words.ts';
import { mainResult, resultsIn } from './outcomes.ts';
import { appraisal, foldText, hasAny } from './words.ts';

const MOST_HARMS = 3;

const COUNT = String.raw`(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten)`;
let compiled:
  | Readonly<Record<'behind' | 'cases' | 'acquired' | 'newly' | 'before' | 'others' | 'event', RegExp>>
  | undefined;

/** How an illness that came is told: words from appraisal.yml. */
function patterns(): NonNullable<typeof compiled> {
  const { events } = appraisal().harms;
  const any = (some: readonly string[]) => `(?:${some.join('|')})`;
  compiled ??= {
    behind: new RegExp(`\\b${any(events.behind)}\\b`, 'i'),
    cases: new RegExp(`\\b${any(events.cases)}\\b`, 'i'),
    acquired: new RegExp(`\\b(?:${any(events.had)}|who|${COUNT}) (?:\\p{L}+ )?${any(events.acquired)}\\b`, 'u'),
    newly: new RegExp(`\\b${any(events.newly)}\\s(?:[\\p{L}-]+\\s){0,2}$`, 'iu'),
    before: new RegExp(`\\b${any(events.before)}\\b`, 'i'),
    others: new RegExp(`\\b${any(events.others)}\\b`, 'i'),
    // "Two participants had uveitis", "detachment occurred in 3", "endophthalmitis in 4 patients".
    event: new RegExp(
      `^${COUNT} (?:(?:of \\d+|treated|other) )*${any(events.had)} had\\b|^${COUNT} ${any(events.counted)} of\\b|\\b${any(events.verbs)}\\b|^[^,;]{4,80}? in ${COUNT}\\b`,
      'iu',
    ),
  };
  return compiled;
}

export interface Treated {
  /** What it treats, as the catalogue knows it. */
  readonly disease: readonly string[];
  readonly arms: Arms;
}

/** Sentences in the order of the text. What was known before and how it was watched for is no harm of this one. */
export function harmsOf(statements: readonly Statement[], results: readonly Result[], treated?: Treated): string[] {
  const found = statements
    .map(({ text, role }, at) => ({
      ...{ text, at },
      grave: isTold(role, text) ? graveOf(text, results, treated) || (isOnHarm(text, results, treated) ? LEAST : 0) : 0,
    }))
    .filter(({ grave }) => grave > 0);
  return found
    .toSorted((a, b) => b.grave - a.grave || a.at - b.at)
    .slice(0, MOST_HARMS)
    .toSorted((a, b) => a.at - b.at)
    .map(({ text }) => text);
}

/** "Bleeding did not differ", beside what the study was made for: that is told of harm too. */
function isOnHarm(sentence: string, results: readonly Result[], treated: Treated | undefined): boolean {
  const { outcomes } = outcomeWords();
  const isHarm = ({ outcome }: Result) => {
    const { harm, watched } = outcomes[baseOf(outcome)] ?? {};
    return harm === true || watched === true || isMoreFrequent(foldText(sentence), treated);
  };
  const main = mainResult(results);
  return (
    main !== undefined &&
    main.told !== sentence &&
    results.some((result) => result.told === sentence && !result.main && isHarm(result))
  );
}

const LEAST = 0.5;

/** "We describe seven patients who developed …": of cases that is what was found. */
function isTold(role: Statement['role'], text: string): boolean {
  if (role !== 'method') return role !== 'background';
  return patterns().cases.test(text) && (patterns().acquired.test(foldText(text)) || patterns().behind.test(text));
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
  const isHoped =
    told.some(({ change }) => change === 'favours' || change === 'same') &&
    !told.some(({ change }) => change === 'against');
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
  const isCase =
    patterns().acquired.test(plain) || (patterns().cases.test(sentence) && patterns().behind.test(sentence));
  if (grave < WORSE && isCase && illnessesIn(plain).length > 0 && !isHoped) return WORSE;
  const isEvent = isMoreFrequent(sentence, treated) || (!isHoped && isEventIn(sentence, treated));
  return Math.max(grave, isLabelled || isEvent ? LIGHT : 0);
}

const MORE =
  /\bmore (?:common|frequent|often)\b|\bhigher (?:rates?|incidence|frequency) of\b|\b(?:risk|incidence) of [^.;]{3,60}? (?:was|were) (?:raised|increased|higher|elevated)\b/;
const DEADLY = 4;
const WORSE = 2;
const DEATHS = ['deaths', 'survival'];
const LIGHT = 1;

/** The diseases that a title says are treated: "in adults with heart failure", "for gout". What a warning is on is no such thing. */
export function diseaseIn(title: string, design: string, therapies: readonly string[] = []): string[] {
  if (WARNING.includes(design)) return [];
  const found = illnessesIn(title);
  const caused = causedIn(title, therapies, found);
  return found
    .filter((match) => !AS_HARM.test(title.slice(0, match.start)) && !caused.includes(match.start))
    .map(({ concept }) => concept.id);
}

/** A title says that it looks for harm: by a word for it, or by one of the graver kinds. */
export function isOfHarm(title: string): boolean {
  const { titles, kinds } = appraisal().harms;
  const plain = foldText(title);
  return hasAny(plain, [...titles, ...kinds.filter(({ grave }) => grave === GRAVE).flatMap(({ words }) => words)]);
}

const GRAVE = 3;
const WARNING = ['communication', 'regulatory', 'told_decision', 'news'];
const AS_HARM = /\b(?:risk of|risks of|incidence of|rates? of|induced|associated|and|causes?)\s(?:\p{L}+\s){0,2}$/iu;

/** Where a title names an illness that what it treats with may have caused: "retinal vasculitis after zelcoplan". */
export function causedIn(
  title: string,
  therapies: readonly string[],
  illnesses: readonly { start: number; end: number }[] = illnessesIn(title),
): number[] {
  const known = openCatalogue().find(title, { kinds: ['drug', 'vaccine'] });
  const plain = title.toLowerCase();
  const named = therapies.flatMap((name) => {
    const start = plain.indexOf(name);
    return start < 0 ? [] : [{ start, end: start + name.length }];
  });
  return effectsIn(illnesses, [...known, ...named], title, () => true).map(({ illness }) => illness.start);
}

const illnessesIn = (text: string) => openCatalogue().find(text, { kinds: ['condition', 'symptom'] });

/** "Patients with heart failure had less oedema": the first is whom it treats. */
function withoutDisease(sentence: string, disease: readonly string[]): string {
  if (disease.length === 0) return sentence;
  const catalogue = openCatalogue();
  return illnessesIn(sentence)
    .filter(({ start }) => !patterns().newly.test(sentence.slice(0, start)))
    .filter(({ concept }) => disease.some((id) => catalogue.isA(concept.id, id) || catalogue.isA(id, concept.id)))
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end }) => `${text.slice(0, start)} ${text.slice(end)}`, sentence);
}

const RATES =
  /(\d+(?:[.·]\d+)?)\s?%([^%;]{0,80}?)(?:versus|vs\.?|and|compared with|compared to|against|as against|but)\s(?:in |only |by )?(\d+(?:[.·]\d+)?)\s?%/iu;

/** An illness by name, or by how such names end. */
function isIll(text: string): boolean {
  const { illness_endings } = appraisal();
  return (
    illnessesIn(text).length > 0 ||
    (foldText(text).match(/\p{L}{8,}/gu) ?? []).some((word) => illness_endings.some((ending) => word.endsWith(ending)))
  );
}

/** "Retinal detachment occurred in 3 treated participants": an illness that came, unless those who were not treated had it as often. */
function isEventIn(sentence: string, treated: Treated | undefined): boolean {
  if (treated === undefined || !patterns().event.test(sentence)) return false;
  if (!isIll(withoutDisease(sentence, treated.disease)) || patterns().before.test(sentence)) return false;
  const rates = [...sentence.matchAll(/(\d+(?:[.·]\d+)?)\s?%(?=([^%]{0,40}))/g)].map(([, rate, behind]) => ({
    rate: Number(rate!.replace('·', '.')),
    isOther: patterns().others.test(behind!.split(/,|;|\band\b|\bvs\b|\bversus\b/)[0]!),
  }));
  if (rates.length < 2) return true;
  const others = rates.some(({ isOther }) => isOther) ? rates.filter(({ isOther }) => isOther) : rates.slice(-1);
  const least = Math.max(...others.map(({ rate }) => rate));
  return rates.some((one) => !others.includes(one) && one.rate > least);
}

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
