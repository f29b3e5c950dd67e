import { readContext } from '../context/context.ts';
import { type Hit, type Lists, openPhrasebook } from '../rules/phrases.ts';
import type { Plain } from '../words/plain.ts';
import type { Sentence } from '../words/sentences.ts';
import { tokenize } from '../words/tokens.ts';

/** Whether a sign is here and now: not denied, not long past, not imagined, not out of a book or a figure of speech. */
export interface Presence {
  /** By the words around one part of a sign. */
  isPresent(hit: Hit): boolean;
  /** By the sentences the whole sign stands in: not an occasional, mild or old complaint. */
  isAcute(from: number, to: number, rule: string): boolean;
  /** By the same sentences: what comes each time that something is done. */
  isHabit(from: number, to: number): boolean;
}

export type Cues = ReturnType<typeof readCues>;

/** The lists of cues as questions to a piece of plain text. */
export function readCues(lists: Lists) {
  const book = openPhrasebook(lists, []);
  const has = (name: string) => (text: string) => book.findIn(name, wordsOf(text)).length > 0;
  return {
    asks: (text: string) => asks(wordsOf(text)),
    /** "fine now" and "just wondering" say nothing of now. */
    withoutCalm: (text: string) => without('fine_now', text),
    /**
     * What explains or measures a danger of now does not make it past by its date: an operation or a birth of last week,
     * "tight like last time".
     */
    withoutDated: (text: string) => without('compared', without('recent', text)),
    sufferer: has('sufferer'),
    distant: has('distant'),
    imagined: has('imagined'),
    past: has('past'),
    present: has('present'),
    urgent: has('urgent'),
    story: has('story'),
    occasional: has('occasional'),
    chronic: has('chronic'),
    mild: has('mild'),
    worse: has('worse'),
    /** Pressure behind the breastbone, blue lips, vomit like coffee grounds: grave in any amount. */
    neverMild: has('never_mild'),
    current: has('current'),
    idiom: has('idiom'),
    creature: has('creature'),
    people: has('people'),
  };

  /** A question or a request for knowledge, after whatever greeting; "can only whisper" is none. */
  function asks(words: string[]): boolean {
    const begins = new Set(book.findIn('asks', words).map(([from]) => from));
    const greetings = new Map(book.findIn('greeting', words));
    let at = 0;
    while (!begins.has(at)) {
      const next = words[at] === ',' ? at + 1 : greetings.get(at);
      if (next === undefined) return false;
      at = next;
    }
    return !book.findIn('tells', words).some(([from]) => from === at);
  }

  function without(name: string, text: string): string {
    const words = wordsOf(text);
    for (const [from, to] of book.findIn(name, words)) words.fill('-', from, to);
    return ` ${words.join(' ')} `;
  }
}

function wordsOf(text: string): string[] {
  return text.trim().split(' ');
}

/** Signs that are no less urgent for being told calmly. */
const ALWAYS_URGENT = new Set(['overdose', 'fumes', 'suicide', 'injury']);
/** Complaints that come mild too, and those that people also live with. */
const COME_MILD = new Set(['chest_pain', 'not_breathing', 'bleeding', 'circulation', 'infection', 'anaphylaxis']);
const LIVED_WITH = new Set(['chest_pain', 'not_breathing', 'circulation', 'unconscious', 'stroke', 'bleeding']);
const OTHERS = new Set(['family', 'history', 'denials']);
/** Only these deny here: "has gone weak" is no end of a weakness. */
const DENIAL =
  / (?:no|not|non|without|den[iy]\w*|nor|neither|none|negative|absent|never|rul\w+|cannot|wont|free|nothing|resolved) /;
/** "not breathing", "can't wake him" are said with a negation of their own. */
const OWN_NEGATION = / (?:cannot|not|wont|no|nobody|stopped|stops|barely|hardly|nothing) /;

export function readPresence(plain: Plain, sentences: Sentence[], cues: Cues): Presence {
  const isStory = cues.story(plain.text);
  const texts = sentenceTexts(plain, sentences.length);
  const told = texts.map((text, at) => !OTHERS.has(sentences[at]!.section) && isTold(text));
  const contexts = new Map<number, ReturnType<typeof readContext>>();

  return {
    isPresent: (hit) =>
      told[plain.words[hit.from]!.sentence]! &&
      !isDenied(hit) &&
      !cues.imagined(clauseBefore(plain, hit)) &&
      !isPast(hit) &&
      !isAsked(plain, hit) &&
      !isRegimen(plain, hit),
    isAcute,
    isHabit: (from, to) => {
      const text = cues.withoutCalm(textOf(from, to));
      return cues.occasional(text) && !cues.current(text);
    },
  };

  function textOf(from: number, to: number): string {
    return texts.slice(plain.words[from]!.sentence, plain.words[to]!.sentence + 1).join('');
  }

  function isTold(text: string): boolean {
    if (cues.idiom(text) || (cues.creature(text) && !cues.people(text))) return false;
    if (cues.asks(text) && (!cues.sufferer(text) || cues.distant(text))) return false;
    if (isStory && !cues.urgent(cues.withoutCalm(text))) return false;
    return true;
  }

  /** Told of the past: by the words between two commas, or by those between two "but". */
  function isPast(hit: Hit): boolean {
    return [/ (?:but|though|however) | \| /g, / (?:but|though|however|,|;) | \| /g].some((border) => {
      const text = cues.withoutDated(clauseOf(plain, hit, border));
      return cues.past(text) && !cues.present(cues.withoutCalm(text));
    });
  }

  function isDenied(hit: Hit): boolean {
    if (OWN_NEGATION.test(` ${hit.text} `)) return false;
    if (!DENIAL.test(texts[plain.words[hit.from]!.sentence]!)) return false;
    const first = plain.words[hit.from]!;
    let context = contexts.get(first.sentence);
    if (!context) {
      const { text, start } = sentences[first.sentence]!;
      context = readContext(tokenize(text, start), 'none');
      contexts.set(first.sentence, context);
    }
    return context.at(first.start, plain.words[hit.to]!.end).negated && !deniesElsewhere(plain, hit);
  }

  function isAcute(from: number, to: number, rule: string): boolean {
    if (ALWAYS_URGENT.has(rule)) return true;
    const text = textOf(from, to);
    if (COME_MILD.has(rule) && cues.mild(text) && !cues.worse(text) && !cues.neverMild(text)) return false;
    if (!LIVED_WITH.has(rule) || cues.current(cues.withoutCalm(text))) return true;
    return !cues.occasional(text) && !cues.chronic(text);
  }
}

const MAY = / (?:can|may|could|should|shall) (?:i|we|he|she|they) (?:just |still |also |safely )?(?:take|have|use) $/;
const MORE = /^(?:double|twice|extra|more|triple)\b/;

/** "Can I take double tonight?": more than usual is asked for, not taken. A number of tablets stays a number. */
function isAsked(plain: Plain, hit: Hit): boolean {
  return MORE.test(hit.text) && MAY.test(clauseBefore(plain, hit));
}

const TIMES = /^(?:3|4|three|four) (?:times|x)$/;
const A_DAY = /^ ?(?:a|per|each|every) day\b|^ ?daily\b/;

/** "600 three times a day" is how it is prescribed. */
function isRegimen({ text, words }: Plain, hit: Hit): boolean {
  return TIMES.test(hit.text) && A_DAY.test(text.slice(words[hit.from]!.at + hit.text.length).trimStart());
}

const ELSEWHERE = / (?:not (?:know|sure|going away|well|okay|feeling)|no (?:idea|insurance|one|money)|nobody) /;
/** "I've not peed, my belly is rigid": the comma ends what a verb denies, not what "no" or "don't have" denies. */
const DENIED_VERB =
  /^.* (?:not(?! (?:have|having|had any|feel|get|getting|experience|any))|wont|cannot)(?= )(?:(?! no | not | without ).)* , /;

/** The denial belongs to something else: "I don't know what to do, he has chest pain". */
function deniesElsewhere({ text, words }: Plain, hit: Hit): boolean {
  const before = text.slice(text.lastIndexOf(' | ', words[hit.from]!.at) + 1, words[hit.from]!.at);
  return / (?:until|till) now /.test(text) || ELSEWHERE.test(` ${before}`) || DENIED_VERB.test(` ${before}`);
}

function sentenceTexts({ text, words }: Plain, count: number): string[] {
  const texts = Array.from({ length: count }, () => ' ');
  let from = 0;
  words.forEach((word, at) => {
    if (words[at + 1]?.sentence === word.sentence) return;
    texts[word.sentence] = ` ${text.slice(words[from]!.at, word.at)}`;
    from = at + 1;
  });
  return texts;
}

const REACH = 800;

function clauseOf(plain: Plain, hit: Hit, border: RegExp): string {
  const offset = Math.max(0, plain.words[hit.from]!.at - REACH);
  const text = plain.text.slice(offset, offset + 2 * REACH);
  const start = plain.words[hit.from]!.at - offset;
  const end = start + hit.text.length;
  let from = 0;
  for (const match of text.matchAll(border)) {
    if (match.index >= end - 1) return text.slice(from, match.index + 1);
    if (match.index < start) from = match.index + match[0].length - 1;
  }
  return text.slice(from);
}

/** The words before a part of a sign, back to the last comma. */
function clauseBefore({ text, words }: Plain, hit: Hit): string {
  const before = text.slice(Math.max(0, words[hit.from]!.at - REACH), words[hit.from]!.at);
  return ` ${before.slice(Math.max(...[', ', '; ', ': ', '? ', '! ', '| '].map((sign) => before.lastIndexOf(sign))) + 2)}`;
}
