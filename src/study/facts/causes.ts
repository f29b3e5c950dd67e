/** What a course counts as the causes, signs or indications of something (listings.yml), and what one thing is caused by. */
import { z } from 'zod';
import { readRows } from '../../text/rows.ts';
import { inSentence, isThing, plainTitle } from '../material/things.ts';
import type { Passage } from '../types.ts';
import { isNegated, readClause } from './clause.ts';

import type { Sentence } from './corpus.ts';
import { grammar } from './grammar.ts';
import { isOpenHead } from './lists.ts';
import { contentStems, isPlural, termKey } from './terms.ts';
import { conceptOf } from './things.ts';

export interface Caused {
  readonly sentence: Sentence;
  /** As it stands there, without an article. */
  readonly of: string;
  /** The heading says of what, and that names no illness: "signs" under "Salicylate" are not of the salicylate. */
  readonly isUnder?: boolean;
  /** "causes", "indications", with what joins it: "for". */
  readonly what: string;
  readonly joint: string;
  readonly items: readonly string[];
  /** Asked in the words of the sentence: "What does the aqueous layer contain?", "Elapids (____) are neurotoxic." */
  readonly asks?: string | undefined;
}

const row = z.strictObject({
  like: z.string(),
  what: z.string().optional(),
  joint: z.string().default('of'),
  example: z.string(),
  gives: z.string(),
  not: z.string(),
});
const file = z.strictObject({
  hints: z.string(),
  of_illness: z.string(),
  words: z.record(z.string(), z.string()),
  rows: z.array(row),
  denied: z.array(row),
});

export interface ListingRow extends Omit<z.infer<typeof row>, 'like'> {
  readonly like: RegExp;
}

let read: { hints: RegExp; ofIllness: RegExp; rows: readonly ListingRow[]; denied: readonly ListingRow[] } | undefined;

export function listings(): NonNullable<typeof read> {
  read ??= compile();
  return read;
}

function compile(): NonNullable<typeof read> {
  const given = file.parse(readRows(new URL('./listings.yml', import.meta.url)));
  const words: Record<string, string> = { ...given.words, of: '(?<of>.{2,80}?)', list: '(?<list>.{5,300}?)' };
  // {noun} within {what} stands in one row and is filled there too.
  const fill = (like: string): string => like.replace(/\{(\w+)\}/g, (_, name: string) => words[name] ?? '');
  const open = (rows: z.infer<typeof row>[]) =>
    rows.map((each) => ({ ...each, like: new RegExp(fill(each.like), 'iu') }));
  const ofIllness = new RegExp(`\\b(?:${given.of_illness})$`, 'i');
  return {
    hints: new RegExp(`\\b(?:${given.hints})\\b`, 'i'),
    ofIllness,
    rows: open(given.rows),
    denied: open(given.denied),
  };
}

const FEWEST = 2;
const MOST_WORDS = 6;
/** "This is caused by": by what stands before it. */
const POINTS = /^(?:this|that|these|those|they|such|both|each|one|others?|some|many)\b|[,;:]/i;
/** The thing of the chapter. */
const TOPIC =
  /^(?:it|the (?:disease|condition|disorder|syndrome|illness|infection)|(?:patients|people) with (?:it|the disease))$/i;

const kept = new WeakMap<Sentence, Caused | null>();

export function readCauses(sentence: Sentence): Caused | undefined {
  let caused = kept.get(sentence);
  if (caused === undefined) {
    caused = (hasList(sentence.text) ? readAnew(sentence) : undefined) ?? null;
    kept.set(sentence, caused);
  }
  return caused ?? undefined;
}

/** A list has commas or joins two, and one of the hints says of what. */
function hasList(text: string): boolean {
  return /\b(?:and|or)\b|\([^()]*,[^()]*,/.test(text) && listings().hints.test(text);
}

function readAnew(sentence: Sentence): Caused | undefined {
  if (!sentence.stands || isNegated(sentence.text)) return undefined;
  const text = sentence.text.trim().replace(/\.$/, '');
  for (const { like, what: called, joint: joins } of listings().rows) {
    const { of: written, list = '', what = called ?? '', joint = joins } = like.exec(text)?.groups ?? {};
    const isPlaced = written === undefined || TOPIC.test(written);
    const of = isPlaced ? (sentence.about ?? topicOf(sentence.passage) ?? headingFor(what, sentence)) : written;
    const items = list === '' || of === undefined ? undefined : wholeList(list);
    if (of === undefined || items === undefined) continue;
    if (POINTS.test(of) || of.split(' ').length > MOST_WORDS) return undefined;
    if (what === 'examples' && isOpenHead(of) && !OF_A_KIND.test(of)) return undefined;
    const asks = written === of ? askedAsSaid(text, of, list) : undefined;
    const isUnder = isPlaced && joint === 'of' && standsUnder(of, what);
    return { sentence, of: of.replace(/ \([^()]*\)$/, ''), isUnder, what: what.toLowerCase(), joint, items, asks };
  }
  return undefined;
}

const BE = /^(?:is|are) /;
const ADVERB = /^(?:\p{L}+ly|often|may|can) /u;

/** The sentence turned into its question, where it goes from the thing ({it}) by its verb to the list. */
function askedAsSaid(text: string, of: string, list: string): string | undefined {
  const [from, to] = [text.indexOf(of), text.lastIndexOf(list)];
  const [subject, joint] = [text.slice(0, from + of.length), text.slice(from + of.length, to).trim()];
  if (from > 4 || to <= from) return undefined;
  if (joint === '(') return `${text.slice(0, to)}____${text.slice(to + list.length)}. Which are they?`;
  if (to + list.length < text.length) return undefined;
  const named = `${subject.slice(0, from).toLowerCase()}{it}`;
  if (BE.test(joint)) return `What ${joint.slice(0, joint.indexOf(' '))} ${named} ${joint.replace(BE, '')}?`;
  const verb = readVerb(joint.replace(ADVERB, ''));
  return verb && `What ${verb.isSingular ? 'does' : 'do'} ${named} ${verb.base}?`;
}

/** "leads to" is lead to, and of one. */
function readVerb(joint: string): { base: string; isSingular: boolean } | undefined {
  const [, verb = '', rest = ''] = /^(\p{Ll}+)((?: (?:to|in|of|with|from))?)$/u.exec(joint) ?? [];
  const lemma = grammar().verbs.get(verb)?.lemma;
  if (lemma === undefined) return undefined;
  return { base: `${lemma}${rest}`, isSingular: verb !== lemma };
}

/** "Ototoxic drugs" are some, "drugs" are any. */
const OF_A_KIND = /^\p{L}+(?:ic|al|ous|ive|ing|able) (?:drugs|medicines|agents|foods|substances|antibiotics)$/iu;

/** "Unsafe drugs include …" are so in what the heading names, whatever that is. */
function headingFor(what: string, { passage, text }: Sentence): string | undefined {
  const title = inSentence(plainTitle(passage.topic ?? '').replace(/^\d+(?:\.\d+)*\.?\s+/, ''));
  if (FILE.test(title)) return undefined;
  if (OWN.test(text) && isThing({ ...passage, topic: title })) return title;
  return /^(?:un)?safe\b/i.test(what) && contentStems(title).size > 1 ? title : undefined;
}

/** "Delirium and dry skin are its signs": of the thing that the heading names, where nothing else does. */
const OWN = /\b(?:are|include) (?:its|their)\b|^(?:its|their)\b/i;

/** A text without a heading goes by its file. */
const FILE = /\.\p{L}{2,5}$/u;

/** What a text says not to belong to the thing of its chapter. */
export function readDenied(sentence: Sentence): readonly string[] {
  if (!/\b(?:not|no|never)\b/.test(sentence.text)) return [];
  const text = sentence.text.trim().replace(/\.$/, '');
  const [found] = listings().denied.flatMap(({ like }) => like.exec(text)?.groups?.list ?? []);
  return found === undefined ? [] : (wholeList(found) ?? []);
}

/** Of a chapter that is about one thing: it has the parts that things have, or begins with its name. "Regulation" is none. */
export function topicOf(passage: Passage): string | undefined {
  const { topic = '', section, text = '' } = passage;
  const title = plainTitle(topic);
  if (topic === '' || !isThing({ ...passage, topic: title })) return undefined;
  const isAbout =
    section !== undefined ||
    conceptOf(title)?.kind === 'condition' ||
    ILLNESS.test(title) ||
    termKey(text.slice(0, topic.length + 8)).startsWith(termKey(topic));
  return isAbout ? title : undefined;
}

/** Named as illnesses are: "Porphyria cutanea tarda", "Acute cholangitis". */
export const ILLNESS =
  /^(?:\p{L}+[ -]){0,4}(?:\p{L}*(?:itis|osis|oma|aemia|emia|pathy|phyria|plegia|algia)|syndrome|disease|failure|infarction|deficiency|palsy|fever|sickness|o?edema|poisoning|embolism|shock|cancer|stroke|closure|haemorrhage)(?: \p{L}+){0,2}$/iu;

/** Its heading names no illness and no complaint, and only such has it: "signs" under "Salicylate" are not the salicylate's. */
export function standsUnder(of: string, what: string): boolean {
  const known = conceptOf(of)?.kind;
  const isIllness = known === undefined ? ILLNESS.test(of) : known === 'condition' || known === 'symptom';
  return !isIllness && listings().ofIllness.test(what);
}

/** All that is listed must have been understood: a list that is cut off, or of which one thing has a remark of its own, is no key. */
export function wholeList(list: string): string[] | undefined {
  const bare = list.replace(/ \([^()]*\)/g, '');
  if (/[;:()]/.test(bare)) return undefined;
  const parts = bare
    .split(/,\s+(?:and|or)\s+|,\s+|\s+(?:and|or)\s+(?=[^,]*$)/)
    .map((part) => part.trim().replace(/^(?:an?|the) (?=\p{L})/iu, ''));
  // "Caused by A, roseola by B and C by D": of each its own.
  if (parts.some((part) => / by /.test(part))) return undefined;
  if (sharesHead(parts)) return undefined;
  const isSound = parts.length >= FEWEST && parts.every(isPart) && /,|^\S+ (?:and|or) \S+$/.test(bare);
  return isSound ? parts : undefined;
}

/** "Pellagra with dermatitis, diarrhoea and dementia", "cancers of the cervix, breast and bowel": what follows is of the first, too. */
export function sharesHead([first = '', ...others]: readonly string[]): boolean {
  const [, head = '', joint] = /^(.+?) (with|of|in)(?: the)? \p{L}/u.exec(first) ?? [];
  if (joint === undefined || conceptOf(first) !== undefined || others.some((other) => / (?:with|of|in) /.test(other)))
    return false;
  return joint === 'with' || isPlural(head);
}

/** "Yew contains taxine" says something of its own. */
export function isClause(item: string): boolean {
  const read = readClause(`${item}.`);
  return read !== undefined && item.slice(read.verb.end).trim() !== '';
}

/** "Hoarseness or stridor" is one point of a list. */
function isPart(item: string): boolean {
  return item.split(' or ').every(isItem) && !isClause(item);
}

const PLAIN = /^[\p{L}\p{N}'’/+% -]{3,60}$/u;
const MOST_OF_ITEM = 9;

/** A noun phrase: no clause, no word that begins one. */
export function isItem(item: string): boolean {
  const { small, auxiliaries, verbs } = grammar();
  const words = item.toLowerCase().split(' ');
  if (!PLAIN.test(item) || words.length > MOST_OF_ITEM || contentStems(item).size === 0) return false;
  if (words.some((word) => auxiliaries.has(word) || LEADS.has(word))) return false;
  // "an increase in plasma volume" goes on behind its noun, "in elderly people" does not begin one.
  if (small.has(words[0] as string) && !MARKS.has(words[0] as string)) return false;
  const verb = verbs.get(words[0] as string);
  return verb === undefined || words.length === 1 || /(?:ed|ing)$/.test(words[0] as string);
}

const LEADS = new Set('that which who because when if while whereas although it they this these and or but'.split(' '));
const MARKS = new Set(['early', 'late', 'later', 'second', 'third', 'first', 'over', 'under', 'above', 'below', 'up']);

export interface Cause {
  readonly sentence: Sentence;
  readonly of: string;
  readonly by: string;
}

const ONE = /^(?:An? |The )?(.{3,60}?) (?:is|are) caused by (?:an? |the )?(.{4,80})\.$/;
const MOST_OF_CAUSE = 9;

/** "Postrenal injury is caused by obstruction of the urinary tract": one thing by one. */
export function readCause(sentence: Sentence): Cause | undefined {
  if (!sentence.stands || isNegated(sentence.text)) return undefined;
  const [, of = '', by = ''] = ONE.exec(sentence.text) ?? [];
  if (of === '' || TOPIC.test(of) || POINTS.test(of) || of.split(' ').length > MOST_WORDS) return undefined;
  if (
    by.split(' ').length > MOST_OF_CAUSE ||
    /[,;:()]|\b(?:and|or|it|its|their|this|these|which|that|such)\b/i.test(by)
  )
    return undefined;
  return { sentence, of, by };
}

/** "A, B and C". */
export function joined(items: readonly string[]): string {
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
