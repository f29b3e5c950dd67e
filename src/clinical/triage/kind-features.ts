import { isBodyPart } from '../lexicon/finding-words.ts';
import { matchLexicon } from '../lexicon/lexicon.ts';
import { kindByEnding } from '../lexicon/morphology.ts';
import { idiomPlaces } from '../lexicon/speech.ts';
import { readData, splitList } from '../tables/tables.ts';
import { type Token, tokenize } from '../words/tokens.ts';

const LONGEST = 2000;

/**
 * What the weights of `kinds.ts` are about, each once: words and pairs of words, how the message begins, the fields of
 * life it names (`%`, the lists of `data/topics.yml`), the clinical lexicon (`#`), whose it is (`!`), and which of these
 * come together: "haemorrhaging" beside "cash" is of money, not of blood.
 */
export function kindFeatures(text: string): Set<string> {
  const tokens = tokenize(plainly(text.slice(0, LONGEST)));
  const norms = tokens.filter(({ kind }) => kind === 'word').map(({ norm }) => norm);
  const found = new Set<string>();
  const fields = new Set<string>();
  const groups = clinicalGroups(tokens);
  addWords(found, norms);
  addFields(found, fields, norms);
  for (const group of groups) found.add(`#${group}`);
  if (PRESSURE.test(text)) found.add('#pressure');
  const cues = cuesOf(text, norms);
  for (const cue of cues) found.add(`!${cue}`);
  addPairs(found, [...fields], [...groups], cues);
  return found;
}

/** The text without its figures of speech: a "pain in the neck" is no pain. */
function plainly(text: string): string {
  let plain = text;
  for (const [from, to] of idiomPlaces(text)) plain = plain.slice(0, from) + ' '.repeat(to - from) + plain.slice(to);
  return plain;
}

function addWords(found: Set<string>, norms: readonly string[]): void {
  norms.forEach((norm, at) => {
    found.add(norm);
    if (at > 0) found.add(`${norms[at - 1]} ${norm}`);
    if (POSSESSIVE.has(norm)) {
      found.add(`my>${norms[at + 1]}`);
      found.add(`my>>${norms[at + 2]}`);
    }
  });
  found.add(`^${norms[0]}`);
  found.add(`^${norms[0]} ${norms[1]}`);
}

const POSSESSIVE = new Set(['my', 'our']);

/** The fields of life that are named, how often, and whether they are the writer's own ("my server"). */
function addFields(found: Set<string>, fields: Set<string>, norms: readonly string[]): void {
  const { words } = lists();
  let everyday = 0;
  let health = 0;
  norms.forEach((norm, at) => {
    const here = [...(words.get(norm) ?? []), ...(words.get(`${norm} ${norms[at + 1]}`) ?? [])];
    for (const field of here) {
      fields.add(field);
      found.add(`%${field}`);
      if (POSSESSIVE.has(norms[at - 1] ?? '') || POSSESSIVE.has(norms[at - 2] ?? '')) found.add(`my>%${field}`);
    }
    if (here.includes('health')) health++;
    else if (here.length > 0) everyday++;
  });
  if (everyday > 0) found.add(`%everyday:${Math.min(3, everyday)}`);
  if (health > 0) found.add(`%health:${Math.min(3, health)}`);
  if (everyday > health) found.add('%mostly_everyday');
}

/** The groups of the lexicon, and what a word looks like. */
function clinicalGroups(tokens: Token[]): Set<string> {
  const groups = new Set<string>();
  for (const match of matchLexicon(tokens))
    for (const { group } of match.terms)
      if (group !== 'ignored' && group !== 'normal' && !isAmbiguous(group, match, tokens)) groups.add(group);
  tokens.forEach(({ norm, kind }, at) => {
    if (kind !== 'word') return;
    if (kindByEnding(norm)) groups.add('ending');
    if (isBodyPart(norm) && norm.length > 2 && norm !== 'back') groups.add('part');
    if ((norm === 'year' || norm === 'month') && tokens[at + 1]?.norm === 'old') groups.add('age');
  });
  return groups;
}

/** Names of measurements that are everyday words or single letters too. */
const AMBIGUOUS =
  /^(?:.{1,2}|tall|temperature|temp|weight|height|waist|sat|iron|sugar|weigh|length|renin|crit|oxygen|ph|cl|got|map|bs)$/;

function isAmbiguous(group: string, { from, to }: { from: number; to: number }, tokens: Token[]): boolean {
  return group === 'observation' && to - from === 1 && AMBIGUOUS.test(tokens[from]!.norm);
}

const PRESSURE = /(?<![\d/])(?:[89]\d|1\d\d|2[0-4]\d)\/(?:[4-9]\d|1[0-3]\d)(?![\d/])/;

/** Who speaks of whom, and how: asking, telling, since when, for a lesson or a story. */
function cuesOf(text: string, norms: readonly string[]): string[] {
  const cues: string[] = [];
  const has = (words: ReadonlySet<string>) => norms.some((norm) => words.has(norm));
  const impersonal = text.replace(IMPERSONAL, ' ');
  if (SELF.test(impersonal)) cues.push('self');
  if (OWN.test(impersonal)) cues.push('own');
  if (has(KIN)) cues.push('kin');
  if (/\b(?:he|she|him|her)\b/i.test(text)) cues.push('third');
  if (has(lists().learning)) cues.push('learning');
  if (text.includes('?')) cues.push('question');
  if (ASKING.test(text)) cues.push('asking');
  if (SINCE.test(text)) cues.push('since');
  if (/\d/.test(text)) cues.push('number');
  if (TITLE.test(text)) cues.push('title');
  if (norms.length <= 3) cues.push('short');
  else if (norms.length > 14) cues.push('long');
  return cues;
}

/** A word in capitals inside a sentence, as in the name of a film; a doctor's name is none. */
const TITLE = /[a-z0-9,:] (?!Dr\b|Doctor\b|Mr|Ms|I\b)(?<!\b(?:Dr|Doctor|Prof|Mrs?|Ms|St)\.? )[A-Z][a-z]{2,}/;

const IMPERSONAL =
  /\b(?:(?:tell|give|show|teach|explain to|quiz|help) me|let me know|explain like i'?m \w+|i(?:'m| am)? (?:want|need|would like|'d like|curious|wonder|wondering|read|heard|study|studying|teach|teaching|writing|preparing|training as)|my (?:question|class|course|essay|homework|novel|book|story|play|exam|students?|teacher|professor|friend asked)|(?:do|can|should|must|could|would|why|how) we)\b/gi;
const SELF = /\b(?:i|i['’]?m|i['’]?ve|i['’]?d|i['’]ll|me|myself|mine)\b/i;
const OWN = /\b(?:my|our)\b/i;
const KIN = new Set(
  'mum mom mother dad father nan gran granny grandma grandpa grandad grandfather grandmother husband wife partner hubby son daughter brother sister toddler kid baby boy girl uncle aunt child'.split(
    ' ',
  ),
);
const ASKING =
  /^\s*(?:what|why|how|when|which|who|where|is|are|can|could|do|does|did|should|will|would|am|has|have|was|were)\b/i;
const SINCE =
  /\b(?:since|for (?:\w+ ){0,2}(?:days?|weeks?|months?|years?|hours?)|today|yesterday|lately|again|all (?:day|week|night)|this (?:morning|week)|last (?:night|week|month)|these days|every (?:day|night|morning|evening|meal))\b/i;

function addPairs(found: Set<string>, fields: string[], groups: string[], cues: string[]): void {
  const kinds = [...groups.map((group) => `#${group}`), ...fields.map((field) => `%${field}`)];
  for (const kind of kinds) {
    for (const cue of cues) if (PAIRED.has(cue)) found.add(`${kind}&${cue}`);
    for (const field of fields) if (kind.startsWith('#') && field !== 'health') found.add(`${kind}&${field}`);
  }
  const paired = cues.filter((cue) => PAIRED.has(cue));
  paired.forEach((cue, at) => {
    for (const other of paired.slice(at + 1)) found.add(`${cue}&${other}`);
  });
  if (groups.length === 0 && !fields.includes('health')) found.add('#none');
  if (fields.every((field) => field === 'health')) found.add('%no_other');
}

const PAIRED = new Set(['self', 'own', 'kin', 'third', 'learning', 'question', 'asking', 'since', 'title']);

interface Lists {
  /** A word or pair of words → the fields it belongs to. */
  words: Map<string, string[]>;
  learning: Set<string>;
}

let known: Lists | undefined;

function lists(): Lists {
  if (known) return known;
  const words = new Map<string, string[]>();
  const learning = new Set<string>();
  for (const [field, cell] of Object.entries(readData('topics'))) {
    if (field === 'source') continue;
    for (const phrase of splitList(cell.replace(/\n/g, ' '))) {
      const key = tokenize(phrase)
        .filter(({ kind }) => kind === 'word')
        .map(({ norm }) => norm)
        .join(' ');
      if (field === 'learning') learning.add(key);
      else words.set(key, [...(words.get(key) ?? []), field]);
    }
  }
  known = { words, learning };
  return known;
}
