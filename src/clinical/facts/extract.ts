import { systemClock } from '../../kernel/clock.ts';
import { ConsiliumError } from '../../kernel/errors.ts';
import { affirmTaken, carriedOwner, dateBefore, nextOwner } from '../context/carry.ts';
import { readContext } from '../context/context.ts';
import type { Experiencer } from '../context/experiencer.ts';
import { type DateSpan, readDates } from '../dates/dates.ts';
import { matchLexicon } from '../lexicon/lexicon.ts';
import { advicePlaces, idiomPlaces, isGeneric, isOfPeople } from '../lexicon/speech.ts';
import { readMeasurements } from '../measures/measurements.ts';
import { readAllergies } from '../medicines/allergies.ts';
import { readMedications } from '../medicines/medications.ts';
import { readProblems, readProcedures } from '../problems/problems.ts';
import { type Acronyms, readAcronyms } from '../words/acronyms.ts';
import type { Line } from '../words/line.ts';
import { writeFigures } from '../words/numerals.ts';
import { type Sentence, splitSentences } from '../words/sentences.ts';
import { tokenize } from '../words/tokens.ts';
import type { Fact, Mention } from './facts.ts';
import { readVisits } from './visits.ts';

export interface ExtractOptions {
  /** From when "yesterday" is counted; the present moment unless given. */
  now?: Date | string;
}

/** Text → facts with their places, marks and dates. Pure; linear in the length of the text. */
export function extractFacts(text: string, options: ExtractOptions = {}): Fact[] {
  const now = toDate(options.now);
  const conversation =
    /(?:^|[^\p{L}])(?:i|i'm|i’m|im|i've|i’ve|ive|my|me)(?![\p{L}])/iu.test(text.slice(0, 4000)) && text.length < 4000;
  const facts: Fact[] = [];
  const acronyms: Acronyms = new Map();
  const sentences = splitSentences(text);
  const style = { conversation, note: sentences.length > 3 };
  const short = conversation || !style.note;
  const before: Before = { facts: [], about: 'patient' };
  for (const sentence of sentences) {
    const found = readSentence(sentence, now, style, acronyms, short ? before : undefined);
    if (found.length > 0 || !short) before.facts = found;
    facts.push(...found);
  }
  return (conversation ? dropRepeats(facts) : facts).map((fact) => ({
    ...fact,
    text: text.slice(fact.start, fact.end),
  }));
}

/** What the sentence before told, for those that go on with it. */
interface Before {
  facts: Fact[];
  about: Experiencer;
}

function toDate(now: Date | string | undefined): Date {
  const date = new Date(now ?? systemClock.now());
  if (Number.isNaN(date.getTime()))
    throw new ConsiliumError('NOW_INVALID', `"${String(now)}" is not a moment in time.`, {
      hint: 'Give --now as an ISO date, for example 2026-03-11T10:00:00Z.',
    });
  return date;
}

function readSentence(
  sentence: Sentence,
  now: Date,
  { conversation, note }: { conversation: boolean; note: boolean },
  acronyms: Acronyms,
  before?: Before,
): Fact[] {
  if (!/[\p{L}\p{N}]/u.test(sentence.text)) return [];
  const spoken = conversation || !note;
  const generic = spoken && isGeneric(sentence.text);
  if (generic && !/\d.*\?\s*$/s.test(sentence.text)) return [];
  const tokens = tokenize(sentence.text, sentence.start);
  const line: Line = {
    text: sentence.text,
    offset: sentence.start,
    tokens,
    matches: matchLexicon(tokens, conversation ? 'conversation' : 'note'),
    dates: readDates(sentence.text, now, sentence.start),
    note,
  };
  const figures = writeFigures(sentence.text);
  const counted = { ...line, text: figures.text };
  const values = fromWords(
    readMeasurements(
      counted,
      before?.facts.findLast(({ kind }) => kind === 'measurement'),
    ),
    figures.spans,
    sentence.start,
  );
  const read = generic
    ? values
    : [
        ...values,
        ...readAllergies(line, sentence.section),
        ...readVisits(line),
        ...readMedications(counted, conversation),
        ...readProblems(line, conversation, !conversation && (note || isStatement(sentence.text))),
        ...readProcedures(line),
      ];
  const literal = spoken ? withoutIdioms(read, sentence) : read;
  const mentions = settle(conversation ? literal : [...literal, ...readAcronyms(line, read, acronyms)]);
  const owner = before ? carriedOwner(sentence.text, before.about) : 'patient';
  if (before) {
    affirmTaken(before.facts, sentence.text);
    if (mentions.length === 0) dateBefore(before.facts, sentence.text, line.dates);
    before.about = nextOwner(tokens, sentence.text, before.about);
  }
  const context = readContext(tokens, sentence.section, mentions, owner);
  const isTheirs = isOfPeople(sentence.text);
  const facts = mentions.map((mention) =>
    toFact(
      mention,
      context.at(mention.start, mention.end, mention.kind === 'procedure'),
      dateOf(mention, mentions, line.dates, sentence),
    ),
  );
  return isTheirs ? facts.map((fact) => ({ ...fact, experiencer: 'other' })) : facts;
}

function withoutIdioms(mentions: Mention[], { text, start }: Sentence): Mention[] {
  const [idioms, advice] = [idiomPlaces(text), advicePlaces(text)];
  if (idioms.length + advice.length === 0) return mentions;
  const within = (places: [number, number][], mention: Mention) =>
    places.some(([from, to]) => mention.start < to + start && from + start < mention.end);
  return mentions.filter(
    (mention) => !within(advice, mention) && (mention.kind === 'measurement' || !within(idioms, mention)),
  );
}

/** A full sentence or a line of capitals, as reports have them; a jotted "PERRL, lungs clear" reports nothing amiss. */
function isStatement(text: string): boolean {
  return /[.!?]["')\]]*\s*$/.test(text) || !/[a-z]/.test(text);
}

/** A value written in words begins where its words do. */
function fromWords(mentions: Mention[], spans: [number, number][], offset: number): Mention[] {
  return mentions.map((mention) => {
    const words = spans.find(([from, to]) => from + offset < mention.start && mention.start < to + offset);
    return words ? { ...mention, start: words[0] + offset } : mention;
  });
}

/** Where readers contest a place the surer one keeps it, then the longer one. Encounters may hold a person's name. */
function settle(mentions: Mention[]): Mention[] {
  const ranked = [...mentions].sort((a, b) => (b.weight ?? 1) - (a.weight ?? 1) || b.end - b.start - (a.end - a.start));
  const kept: Mention[] = [];
  for (const mention of ranked) {
    const clash = kept.some((other) => {
      if (other.claims?.some(([from, to]) => from < mention.end && mention.start < to)) return true;
      if (mention.kind === 'encounter' || other.kind === 'encounter')
        return mention.kind === other.kind && overlaps(mention, other);
      return overlaps(mention, other);
    });
    if (!clash) kept.push(mention);
  }
  return kept.sort((a, b) => a.start - b.start || b.end - a.end);
}

function isVisit({ kind }: Mention): boolean {
  return kind === 'encounter' || kind === 'practitioner' || kind === 'organization';
}

function overlaps(a: Mention, b: Mention): boolean {
  return a.start < b.end && b.start < a.end;
}

/** "11.3 %, up from 8.7 % a year ago": the date is the other value's. */
function isNearerTo(date: DateSpan, mention: Mention, mentions: Mention[]): boolean {
  if (mention.kind !== 'measurement') return false;
  const gap = ({ start, end }: Mention) => Math.max(date.start - end, start - date.end);
  return mentions.some(
    (other) =>
      other !== mention &&
      other.kind === 'measurement' &&
      date.start >= other.end &&
      other.name === mention.name &&
      gap(other) < gap(mention),
  );
}

/** "s/p ablation 2022, EF 55%": a year right behind one thing is not that of the next. */
function isAnothers(date: DateSpan, mention: Mention, mentions: Mention[], { text, start }: Sentence): boolean {
  if (date.time.length !== 4 || date.duration || mention.start < date.end) return false;
  return (
    /[,;]/.test(text.slice(date.end - start, mention.start - start)) &&
    mentions.some((other) => other !== mention && other.end <= date.start && date.start - other.end <= 2)
  );
}

/** "118 on 2/20, 109 on 2/27": as many dates as values of one name belong to them in their order. */
function pairedDate(mention: Mention, mentions: Mention[], dates: DateSpan[]): DateSpan | undefined {
  if (mention.kind !== 'measurement' || dates.length < 2) return undefined;
  const values = mentions.filter(({ kind, name }) => kind === 'measurement' && name === mention.name);
  const points = dates.filter(({ duration }) => !duration);
  return values.length === points.length && values.length > 1 ? points[values.indexOf(mention)] : undefined;
}

/** The date that stands nearest in the same clause; one after the mention is likelier than one before. */
function dateOf(mention: Mention, mentions: Mention[], dates: DateSpan[], sentence: Sentence): DateSpan | undefined {
  const paired = pairedDate(mention, mentions, dates);
  if (paired) return paired;
  let best: DateSpan | undefined;
  let least = 400;
  for (const date of dates) {
    if (date.start >= mention.start && date.end <= mention.end) {
      if (!date.duration || dates.length === 1) return date;
      continue;
    }
    if (isNearerTo(date, mention, mentions) || isAnothers(date, mention, mentions, sentence)) continue;
    const after = date.start >= mention.end;
    const [from, to] = after ? [mention.end, date.start] : [date.end, mention.start];
    const between = sentence.text.slice(from - sentence.start, to - sentence.start);
    if (!after && /^[\s:-]{1,3}$/.test(between)) return date;
    const crossed = mentions.filter(
      (other) => other !== mention && other.start >= from && other.end <= to && !isVisit(other),
    ).length;
    const breaks = between.match(/[;:]|\b(?:but|and|which|when|then|after|because)\b/g)?.length ?? 0;
    const commas = between.match(/,/g)?.length ?? 0;
    const distance =
      between.length +
      crossed * 12 +
      breaks * 25 +
      commas * 8 +
      (after ? 0 : 10) +
      (date.duration && (between.trim() !== '' || isVisit(mention)) ? 30 : 0);
    if (distance < least) {
      least = distance;
      best = date;
    }
  }
  return best;
}

function toFact(
  mention: Mention,
  context: ReturnType<ReturnType<typeof readContext>['at']>,
  date: DateSpan | undefined,
): Fact {
  const { weight: _weight, claims: _claims, negated: own, certainty: doubt, ...rest } = mention;
  const named = mention.kind === 'practitioner' || mention.kind === 'organization';
  const negated = own ?? (context.negated && !named && mention.kind !== 'measurement');
  const possible = doubt === 'possible' || (context.possible && !named && mention.kind !== 'measurement');
  const fact: Fact = {
    ...rest,
    text: '',
    negated,
    certainty: negated ? 'negated' : possible ? 'possible' : 'affirmed',
    experiencer: named ? 'patient' : context.experiencer,
  };
  if (context.historical && !named) fact.historical = true;
  if (date && !named) fact.time = date.time;
  if (date?.duration && fact.duration === undefined && mention.kind === 'symptom') fact.duration = date.duration;
  return fact;
}

/** In a short message the second mention of the same thing adds nothing. */
function dropRepeats(facts: Fact[]): Fact[] {
  return facts.filter((fact, index) => {
    if (fact.kind === 'measurement') return true;
    const first = facts
      .slice(0, index)
      .find(
        (known) =>
          known.kind === fact.kind &&
          known.name.toLowerCase() === fact.name.toLowerCase() &&
          known.experiencer === fact.experiencer,
      );
    if (!first) return true;
    for (const key of ['time', 'dose', 'route', 'frequency', 'duration'] as const) first[key] ??= fact[key];
    if (!fact.once) delete first.once;
    return first.negated !== fact.negated;
  });
}
