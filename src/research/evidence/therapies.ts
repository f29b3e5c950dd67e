/** With what a source treats: what it is about, by its title, its arms, its register or its decision; a mention is none. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import type { SourceItem } from '../../sources/research/index.ts';
import { topicWords } from '../topic-words.ts';
import { isQualifier } from '../vocabulary.ts';
import type { Arms } from './arms.ts';
import { designOf } from './design.ts';
import { outcomesIn } from './outcome-names.ts';
import { appraisal, foldText, hasPhrase } from './words.ts';

const NO_ARMS: Arms['names'] = { studied: [], compared: [] };
/** They speak of each medicine that they name. */
const ON_ALL = ['guideline', 'regulatory', 'communication', 'coverage', 'told_decision'];
/** They tell what was decided, and on what. */
const DECIDING = ['regulatory', 'communication', 'coverage', 'told_decision', 'news'];
const MOST_STUDIED = 6;
const MOST_ADVISED = 16;

export function isOnAll(design: string): boolean {
  return ON_ALL.includes(design);
}

/** `known`: medicines by name, of the question and of other sources; what they are no catalogue needs to know. */
export function therapiesOf(given: SourceItem, arms: Arms['names'] = NO_ARMS, known: readonly string[] = []): string[] {
  const { id } = designOf(given);
  const item = id === 'regulatory' ? withoutPartners(given) : id === 'coverage' ? withoutRivals(given) : given;
  const studied = ON_ALL.includes(id) ? namedIn(item, known) : studiedIn(item, arms, known);
  // A review of many treatments is on each of them.
  const all = id === 'meta_analysis' ? [...studied, ...medicinesNamed(item.text)] : studied;
  const decided = DECIDING.includes(id) ? decidedIn(`${item.title}.\n${item.text}`) : [];
  return [...new Set([...registeredIn(item), ...decided, ...all].map(withoutSuffix))]
    .filter((name) => !isEponym(name, `${item.title}. ${item.text}`) && !isWholeDisease(name))
    .filter((name) => name !== '' && name !== 'placebo' && !isQualifier(name) && !arms.compared.includes(name))
    .slice(0, ON_ALL.includes(id) ? MOST_ADVISED : MOST_STUDIED);
}

/** "Velutomab-tzrq": four letters by which an authority tells makers apart are no part of the name. */
export function withoutSuffix(name: string): string {
  const [, bare] = /^(\p{L}{5,})-\p{Ll}{4}$/u.exec(name) ?? [];
  return bare !== undefined && isGeneric(bare) ? bare : name;
}

/** "Halvorsen syndrome": a name that stands only before what it is the name of is an illness's, and nothing is treated with it. */
function isEponym(name: string, text: string): boolean {
  const plain = foldText(text);
  const illness = `(?:'s|s')?(?: \\p{L}+)? (?:${appraisal().illnesses.join('|')})\\b`;
  const count = (pattern: string) => [...plain.matchAll(new RegExp(pattern, 'gu'))].length;
  const safe = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const ill = count(`(?<![\\p{L}\\p{N}])${safe}${illness}`);
  return ill > 0 && ill === count(`(?<![\\p{L}\\p{N}])${safe}(?![\\p{L}\\p{N}])`);
}

function registeredIn({ trial, approval }: SourceItem): string[] {
  return [...(trial?.interventions ?? []), approval?.generic ?? ''].map((name) => name.toLowerCase());
}

/** A guideline or a decision speaks of each medicine that it names. */
function namedIn({ title, text }: SourceItem, known: readonly string[]): string[] {
  const whole = foldText(`${title}. ${text}`);
  return [
    ...wordsOf(whole).filter(isGeneric),
    ...medicinesIn(`${title}. ${text}`),
    ...known.filter((name) => hasPhrase(whole, name)),
  ];
}

/** A study is on what its title or its arms name; where they name nothing, on what its text comes back to. */
function studiedIn({ title, text }: SourceItem, arms: Arms['names'], known: readonly string[]): string[] {
  const words = wordsOf(foldText(title));
  const titled = [
    ...words.filter(isGeneric),
    ...medicinesIn(title),
    ...joinedIn(
      words,
      known.filter((name) => hasPhrase(foldText(title), name)),
    ),
    ...runsOf(words, arms.studied),
    ...openingOf(title, text),
  ];
  const given = arms.studied.filter((name) => isGeneric(name) || known.includes(name) || medicinesIn(name).length > 0);
  if (titled.length + given.length > 0) return [...titled, ...given];
  const found = wordsOf(foldText(text)).filter(isGeneric);
  return found.filter((word, i) => found.indexOf(word) !== i);
}

/** "Kolvarin for ulcerative colitis": the one word before what it is given for, which the text comes back to. */
function openingOf(title: string, text: string): string[] {
  const [, name, joint] = /^\s*([\p{L}][\p{L}\p{N}-]{5,})\s+(for|in|versus|vs\.?)\s/iu.exec(title) ?? [];
  if (name === undefined || topicWords(name).length !== 1 || isQualifier(name) || isDisease(name)) return [];
  const word = foldText(name);
  if (outcomesIn(word).length > 0) return [];
  const told = foldText(text)
    .split(/[^\p{L}\p{N}-]+/u)
    .filter((each) => each === word).length;
  return told >= (joint!.toLowerCase() === 'in' ? 2 : 1) ? [word] : [];
}

/** "Approves rimvegant for …", "a complete response letter for zolubine": the name right behind the deed. */
function decidedIn(text: string): string[] {
  const pattern = new RegExp(`\\b(?:${appraisal().decisions.objects.join('|')}) ([\\p{L}][\\p{L}\\p{N}-]{3,})`, 'giu');
  return [...text.matchAll(pattern)]
    .map(([, name]) => name!)
    .filter((name) => topicWords(name).length === 1 && !isDisease(name))
    .map((name) => name.toLowerCase());
}

function isDisease(name: string): boolean {
  return openCatalogue().find(name, { kinds: ['condition', 'symptom'] }).length > 0;
}

function isWholeDisease(name: string): boolean {
  return openCatalogue()
    .find(name, { kinds: ['condition'] })
    .some(({ start, end, as }) => as === 'itself' && start === 0 && end === name.length);
}

function wordsOf(folded: string): string[] {
  return folded.match(/[\p{L}\p{N}-]+/gu) ?? [];
}

/** It ends as generic names do. */
function isGeneric(word: string): boolean {
  if (word.length < SHORTEST_GENERIC || isQualifier(word)) return false;
  return appraisal().medicine_endings.some((ending) => word.endsWith(ending));
}

const SHORTEST_GENERIC = 7;

function medicinesIn(text: string): string[] {
  return openCatalogue()
    .find(text, { kinds: ['drug'] })
    .filter(({ as, start, end }) => as === 'itself' && end - start > 3)
    .map(({ start, end }) => text.slice(start, end).toLowerCase())
    .filter((name) => !isQualifier(name));
}

/** By what is known of them, or as generic names end. */
export function medicinesNamed(text: string): string[] {
  return [...new Set([...wordsOf(foldText(text)).filter(isGeneric), ...medicinesIn(text)])];
}

/** Of names of one word, those that stand together are one: "faecal microbiota capsules". */
function joinedIn(words: readonly string[], names: readonly string[]): string[] {
  const single = names.filter((name) => !name.includes(' '));
  const runs = runsOf(words, single);
  return [...names.filter((name) => !single.includes(name) || runs.includes(name)), ...runs];
}

/** Words that stand together: "renal denervation". */
function runsOf(words: readonly string[], wanted: readonly string[]): string[] {
  const runs: string[][] = [[]];
  for (const word of words)
    if (wanted.includes(word)) runs.at(-1)!.push(word);
    else if (runs.at(-1)!.length > 0) runs.push([]);
  return runs.filter((run) => run.length > 0).map((run) => run.join(' '));
}

/** "No added benefit of X over Y" decides on X. */
function withoutRivals(item: SourceItem): SourceItem {
  const bare = (text: string) =>
    text.replace(/\b(?:over|versus|vs\.?|than|compared (?:with|to)|instead of|in place of)\s+[\p{L}\p{N}-]+/giu, ' ');
  return { ...item, title: bare(item.title), text: bare(item.text) };
}

/** A decision is on what is let onto the market, not on what it is given with. */
function withoutPartners(item: SourceItem): SourceItem {
  const bare = (text: string) =>
    text.replace(
      /\b(?:in combination with|combined with|together with|with|plus|added to)\b[^.;]*?(?=\bfor\b|[.;]|$)/gim,
      ' ',
    );
  return { ...item, title: bare(item.title), text: bare(item.text) };
}
