import { readForeign, sayEmergency } from '../languages/languages.ts';
import { type Hit, type Lists, openPhrasebook, type Phrasebook, readLists } from '../rules/phrases.ts';
import { readData, splitList } from '../tables/tables.ts';
import { leaningOf } from '../triage/kinds.ts';
import { openMender } from '../words/mending.ts';
import { plainWords } from '../words/plain.ts';
import { splitSentences } from '../words/sentences.ts';
import { dangerScore, findDanger, type Reading } from './danger.ts';
import { type Cues, type Presence, readCues, readPresence } from './presence.ts';
import { tellingOf } from './presupposition.ts';
import { type FoundSign, type Place, placesOf, readSign, type Sign } from './signs.ts';

/** A sign of danger to life now, with the words that show it and what to do. */
export interface RedFlag {
  rule: string;
  name: string;
  text: string;
  start: number;
  end: number;
  advice: string;
  /** The first of it in the writer's own language, where that is not English. */
  spoken?: string;
  /** The code of that language, for `sayEmergency` with the number of the place. */
  language?: string;
  /** Found by the learned score alone: that there is danger is likely, which one is a guess. */
  guessed?: true;
  version: string;
}

interface Rule {
  id: string;
  name: string;
  advice: string;
  signs: Sign[];
}

interface Rules {
  version: string;
  rules: Rule[];
  book: Phrasebook;
  cues: Cues;
  forms: Map<string, string>;
  mend: (word: string) => string;
  /** "The blue inhaler": the colour of a thing, not of a face. */
  coloured: RegExp;
}

/** Emergencies are said in the first lines; a pasted record is no cry for help. */
const LONGEST = 6000;

/**
 * Finds red flags that are present now, for the writer or someone with them; denied, past and textbook ones are not.
 * A sign names what it finds and a learned score says whether it is meant; what sounds like danger without a known sign
 * is found by the score alone.
 */
/** "…, isn't he?" asks for a yes and denies nothing. */
const TAG =
  /\b(?:is|are|was|were|do|does|did|has|have|had|should|would|could|wo|ca)n['’]?t (?:he|she|it|they|we|i|you)\b(?=\s*[?!.]*\s*$)/i;

/** "Took all my pills as normal": all that are due, and no more. Whatever else is told stands. */
const ALL_DUE =
  /\ball (?:of )?(?=(?:my|his|her|the|their) (?:\w+ )?(?:pills|tablets|meds|medication|medicines?) (?:as (?:normal|usual|always|prescribed|directed)|like (?:normal|always))\b)/gi;

export function findRedFlags(whole: string): RedFlag[] {
  const blank = (found: string) => ' '.repeat(found.length);
  const text = whole.replace(TAG, blank).replace(ALL_DUE, blank);
  const { reading, alarms } = findAlarms(text);
  const foreign = foreignFlags(text);
  const flags = alarms.map(({ rule, place, guessed }) => {
    const flag = flagOf(rule, text, reading.plain.words[place.from]!.start, reading.plain.words[place.to]!.end);
    if (guessed) flag.guessed = true;
    const same = foreign.find((other) => other.rule === flag.rule);
    return same === undefined ? flag : { ...same, ...flag, advice: same.advice };
  });
  const told = foreign.filter(({ rule }) => !flags.some((flag) => flag.rule === rule));
  // What is told in words stands before what is only guessed.
  return flags.some(({ guessed }) => guessed) ? [...told, ...flags] : [...flags, ...told];
}

/** Dangers told in another language, with what to do in that language too. */
function foreignFlags(text: string): RedFlag[] {
  return (readForeign(text)?.dangers ?? []).map(({ rule: id, start, end, language }) => {
    const rule = load().rules.find((one) => one.id === id)!;
    const spoken = sayEmergency(language);
    return { ...flagOf({ ...rule, advice: `${spoken} ${rule.advice}` }, text, start, end), spoken, language };
  });
}

function flagOf({ id, name, advice }: Rule, text: string, start: number, end: number): RedFlag {
  return { rule: id, name, text: text.slice(start, end), start, end, advice, version: load().version };
}

interface Alarm {
  rule: Rule;
  place: Place;
  guessed?: true;
}

/** What weighs a message beside its signs; the trainer puts in what it learned without the set at hand. */
export interface Scales {
  danger(reading: Reading): number;
  health(text: string): number;
}

const SCALES: Scales = { danger: dangerScore, health: (text) => leaningOf(text).health };

/** What a message tells, and what its questions take for granted. */
export function findAlarms(text: string, scales = SCALES): { reading: Reading; alarms: Alarm[] } {
  const told = alarmsTold(text, scales);
  const telling = told.alarms.length > 0 ? undefined : tellingOf(text, told.reading.plain);
  if (telling === undefined) return told;
  const { reading, alarms } = alarmsTold(telling.text, scales);
  // What a question only sounds like is left to who answers it: a sign must name the danger.
  const stands = alarms.filter(({ rule, guessed }) => LASTING.has(rule.id) || !(telling.past || guessed));
  return stands.length > 0 ? { reading, alarms: stands } : told;
}

/** What has been is danger still: who felt like dying is asked about it, whenever that was. */
const LASTING = new Set(['suicide']);

/** A sign and the score must agree: the surer the one, the less is asked of the other. */
function alarmsTold(text: string, scales: Scales): { reading: Reading; alarms: Alarm[] } {
  const reading = readMessage(text);
  const score = scales.danger(reading);
  const stands = reading.signs.filter((found) => isMeant(found, score, text) || isMeantAlone(found));
  const danger = stands.length === 0 ? findDanger(reading, score) : undefined;
  const alarms = stands.map(({ sign: { rule }, place }) => ({ rule: ruleOf(rule), place }));
  return { reading, alarms: danger ? [{ rule: ruleOf(guessOf(danger.rule)), place: danger, guessed: true }] : alarms };

  function isMeant({ sign }: FoundSign, weight: number, where: string): boolean {
    if (sign.plain) return true;
    if (sign.sure) return scales.health(where) >= EVERYDAY || weight >= LEAST_FIRM;
    const least = (sign.firm ? LEAST_FIRM : LEAST) - (SPOKEN_CALMLY.has(sign.rule) ? FURTHER : 0);
    return weight >= least && (weight >= least + UNUSUAL || scales.health(where) >= EVERYDAY);
  }

  /** A sign is judged in its own sentences too: calm words before and after it take nothing from it. */
  function isMeantAlone(found: FoundSign): boolean {
    const alone = sentencesAround(text, reading, found.place);
    return alone.length < text.trim().length && isMeant(found, scales.danger(readMessage(alone)) - ALONE, alone);
  }
}

/** The score says that there is danger, not which: only a cry for help is met as one, all else in general words. */
function guessOf(rule: string): string {
  return rule === 'suicide' ? rule : 'danger';
}

/** The least score at which a sign is believed; a firm one is believed sooner. */
const LEAST = -0.9;
const LEAST_FIRM = -1.8;
/** Of these people speak calmly and beside other things. */
const SPOKEN_CALMLY = new Set(['suicide', 'overdose']);
const FURTHER = 0.5;
/** Near the least score a message that is hardly about health is a figure of speech: "sales collapsed in March". */
const UNUSUAL = 1;
const EVERYDAY = 0.5;
/** How much surer a sentence must be than the whole message. */
const ALONE = 1;

function sentencesAround(text: string, { plain: { words } }: Reading, { from, to }: Place): string {
  const first = words.find(({ sentence }) => sentence === words[from]!.sentence)!;
  const last = words.findLast(({ sentence }) => sentence === words[to]!.sentence)!;
  return text.slice(first.start, last.end);
}

function ruleOf(name: string): Rule {
  return load().rules.find(({ id }) => id === name)!;
}

/** A message as the net and its trainer read it. */
export function readMessage(text: string): Reading {
  const { forms, mend, cues, book, rules, coloured } = load();
  const blank = (part: string) => ' '.repeat(part.length);
  const sentences = splitSentences(
    text
      .slice(0, LONGEST)
      .replace(/https?:\S+/g, blank)
      .replace(coloured, blank),
  );
  const plain = plainWords(sentences, forms, mend);
  const found = book.findAll(plain);
  const presence = readPresence(plain, sentences, cues);
  return { plain, found, presence, cues, signs: rules.flatMap((rule) => firstSign(rule.signs, found, presence) ?? []) };
}

function firstSign(
  signs: Sign[],
  found: ReadonlyMap<string, Hit[]>,
  { isPresent, isAcute, isHabit }: Presence,
): FoundSign | undefined {
  const find = (list: string): Hit[] => (found.get(list) ?? []).filter(isPresent);
  for (const sign of signs) {
    if (!sign.groups.every((group) => group.every((list) => found.has(list)))) continue;
    for (const place of placesOf(sign, find))
      if (sign.sure ? !isHabit(place.from, place.to) : sign.firm || isAcute(place.from, place.to, sign.rule))
        return { sign, place };
  }
  return undefined;
}

let loaded: Rules | undefined;

function load(): Rules {
  if (loaded) return loaded;
  const data = readData('redflags');
  const ideas = readLists(readData('danger').ideas ?? '');
  const words = new Map([...readLists(data.words ?? ''), ...ideas]);
  const signs = lines(data.signs).map(readSign);
  const searched = new Set([...signs.flatMap(({ groups }) => groups.flat()), ...ideas.keys()]);
  loaded = {
    version: data.version ?? '',
    rules: lines(data.rules).map((line) => {
      const [id = '', name = '', advice = ''] = line.split(' | ');
      return { id, name, advice, signs: signs.filter(({ rule }) => rule === id) };
    }),
    book: openPhrasebook(words, searched),
    cues: readCues(new Map([...words, ...readLists(data.cues ?? '')])),
    forms: readForms(readLists(data.forms ?? '')),
    coloured: new RegExp(
      `(?<=\\b(?:the|my|his|her|a|their|our) )(?:blue|purple|grey|gray|white|pink)(?= (?:${splitList(data.coloured).join('|')})\\b)`,
      'gi',
    ),
    mend: openMender(
      splitList(data.mended),
      [...partsOf(words, WHOLE), ...splitList(data.spelled_right)],
      partsOf(words, BEGINNING),
    ),
  };
  return loaded;
}

function lines(block = ''): string[] {
  return block.split('\n').filter((line) => line.trim() !== '');
}

function readForms(lists: Lists): Map<string, string> {
  const forms = new Map<string, string>();
  for (const [form, spellings] of lists) for (const spelling of splitList(spellings)) forms.set(spelling, form);
  return forms;
}

/** Words of the lists, and beginnings of words: what is spelled right in any case. */
const WHOLE = /(?<![*<\w'])[a-z]{4,}(?![*>\w'])/g;
const BEGINNING = /(?<![*<\w'])[a-z]{3,}(?=\*)/g;

function partsOf(lists: Lists, shape: RegExp): Set<string> {
  const parts = new Set<string>();
  for (const phrases of lists.values()) for (const [part] of phrases.matchAll(shape)) parts.add(part);
  return parts;
}
