/**
 * What a sentence of a paper says of a thing: that the patient has it, that it is denied, doubted, or somebody else's. The
 * words around the name decide, read by the clinical room (negation, doubt, experiencer), never the name alone.
 */

import { z } from 'zod';
import { type Kind, openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Context, readContext } from '../../clinical/context/context.ts';
import { splitSentences } from '../../clinical/words/sentences.ts';
import { tokenize } from '../../clinical/words/tokens.ts';
import { readRows } from '../../text/rows.ts';
import type { Subject } from '../types.ts';

/** `tested`: denied by a test that stands for it. */
export type Standing = 'held' | 'tested' | 'denied' | 'kin' | 'doubtful';

export interface Place {
  start: number;
  end: number;
  /** By a test that stands for it; `proves` where a positive one is the illness. */
  test?: { proves: boolean };
  /** A test or an operation: what was found by it does not deny it. */
  means?: boolean;
  /** A complaint, which no test is negative of. */
  felt?: boolean;
}

const schema = z.strictObject({
  source: z.string(),
  tests: z.array(
    z.strictObject({
      of: z.string(),
      names: z.string(),
      proves: z.boolean(),
      example: z.string(),
      counter: z.string(),
    }),
  ),
});
const rows = schema.parse(readRows(new URL('./tests.yml', import.meta.url))).tests;

export interface TestRow {
  id: string;
  names: readonly string[];
  pattern: RegExp;
  proves: boolean;
  example: string;
  counter: string;
}

let linked: TestRow[] | undefined;

export function illnessTests(): readonly TestRow[] {
  linked ??= rows.map(({ of, names: written, ...row }) => {
    const concept = openCatalogue().link({ name: of, kinds: ['condition'] });
    if (concept === undefined) throw new Error(`tests.yml names "${of}", which the catalogue does not know.`);
    const names = written.split('|').map((name) => name.trim());
    const any = names.toSorted((a, b) => b.length - a.length).map((name) => name.replace(/[/.+]/g, '\\$&'));
    return {
      ...row,
      id: concept.id,
      names,
      pattern: new RegExp(`(?<![\\p{L}\\d])(?:${any.join('|')})(?![\\p{L}\\d])`, 'giu'),
    };
  });
  return linked;
}

/** The tests of an illness or of one of its kinds. */
export function testsOf(id: string): TestRow[] {
  return illnessTests().filter((row) => openCatalogue().isA(row.id, id));
}

/** The tests that a word stands for, by its illness ("HIV") or by a name of its own ("VDRL"). */
export function testsNamed(name: string): TestRow[] {
  const word = name.toLowerCase();
  const own = illnessTests().filter(({ names }) => names.some((each) => each.toLowerCase() === word));
  const ills = openCatalogue()
    .find(name, { kinds: ['condition'] })
    .flatMap(({ concept }) => testsOf(concept.id));
  return [...own, ...ills];
}

/** Where a text names the thing, one of its kinds, or a test that stands for it. */
function placesOf(text: string, { id, text: said, kind }: Pick<Subject, 'id' | 'text' | 'kind'>): Place[] {
  const catalogue = openCatalogue();
  const means = kind === 'procedure' || kind === 'vaccine';
  const named = catalogue
    .find(text)
    .filter(({ concept, text: word }) => catalogue.isA(concept.id, id) || word.toLowerCase() === said.toLowerCase())
    .map(({ start, end }) => ({ start, end, means, felt: kind === 'symptom' }));
  const tests = testsOf(id).flatMap(({ pattern, proves }) =>
    [...text.matchAll(pattern)].map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
      test: { proves },
    })),
  );
  return [...tests, ...named.filter((each) => !tests.some((test) => test.start <= each.start && each.end <= test.end))];
}

/** What each mention of the thing in a text says; nothing of a test without its result. */
export function standingsOf(text: string, subject: Pick<Subject, 'id' | 'text' | 'kind'>): Standing[] {
  return standingsAt(text, placesOf(text, subject));
}

/** Of words that no catalogue knows, where a text holds them. */
export function standingsOfWords(text: string, words: string): Standing[] {
  const places: Place[] = [];
  const [held, sought] = [text.toLowerCase(), words.toLowerCase()];
  for (let at = held.indexOf(sought); sought !== '' && at >= 0; at = held.indexOf(sought, at + 1))
    places.push({ start: at, end: at + sought.length });
  return standingsAt(text, places);
}

function standingsAt(text: string, places: readonly Place[]): Standing[] {
  if (places.length === 0) return [];
  return contextsOf(text, places).flatMap(({ place, context, said }): Standing[] => {
    if (place.test === undefined && isBesideTest(text, place)) return ['held'];
    if (place.test === undefined) return [standingIn(context, said, place)];
    if (context.experiencer !== 'patient') return [];
    if (context.negated || UNREACTIVE.test(text.slice(place.end))) return ['tested'];
    return POSITIVE.test(said) && place.test.proves && !context.possible ? ['held'] : [];
  });
}

const DENYING = /\b(?:no|not|never|without|denies|denied|absent|nor)\b/i;
const NEAR = 60;

/** "Fever, cough and HIV negative": the test is negative, the complaints before it are told as they are. */
function isBesideTest(text: string, { start, end, felt }: Place): boolean {
  const [before, after] = [text.slice(Math.max(0, start - NEAR), start), text.slice(end).split(/[.;](?!\d)/)[0]!];
  return felt === true && NEGATIVE.test(after) && !DENYING.test(after.replace(NEGATIVE, '')) && !DENYING.test(before);
}

/** A laboratory's own words for a negative test, right behind its name. */
const UNREACTIVE = /^(?: (?:is|was|were|test|screen))?[ :]+non-?reactive\b/i;
const POSITIVE = /\b(?:positive|reactive|detected)\b/i;
const NEGATIVE = /\b(?:negative|non-?reactive|not detected)\b/i;

function standingIn({ negated, possible, experiencer }: Context, said: string, { means }: Place): Standing {
  if (experiencer !== 'patient') return 'kin';
  if (negated) return NEGATIVE.test(said) && means !== true ? 'tested' : 'denied';
  return possible ? 'doubtful' : 'held';
}

/** The context of every place in its own sentence. */
function contextsOf(text: string, places: readonly Place[]): { place: Place; context: Context; said: string }[] {
  return splitSentences(text).flatMap(({ text: said, start, section }) => {
    const inside = places.filter((place) => place.start >= start && place.start < start + said.length);
    if (inside.length === 0) return [];
    const context = readContext(tokenize(said, start), section);
    return inside.map((place) => ({ place, context: context.at(place.start, place.end, place.means), said }));
  });
}

export interface KinIll {
  id: string;
  denied: boolean;
}

const ILLS: readonly Kind[] = ['condition'];

/** The illnesses that a text gives to relatives, or says that none of them had. */
export function kinIllsIn(text: string): KinIll[] {
  const found = openCatalogue().find(text, { kinds: ILLS });
  const contexts = contextsOf(text, found);
  return contexts.flatMap(({ place, context }) =>
    context.experiencer !== 'family'
      ? []
      : found
          .filter(({ start, end }) => start === place.start && end === place.end)
          .map(({ concept }) => ({ id: concept.id, denied: context.negated })),
  );
}
