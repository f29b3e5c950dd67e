/** Lists in which a name stands before a colon and behind it what is said of it: glossaries, "Taenia saginata: from undercooked beef". */
import { sentencesOf } from '../../text/index.ts';
import type { Passage } from '../types.ts';
import { isItem } from './causes.ts';
import { readClause } from './clause.ts';
import { leaks } from './described.ts';
import { OF_SOMETHING } from './subject.ts';
import { contentStems, termKey, withoutArticle } from './terms.ts';

export interface Gloss {
  readonly name: string;
  /** The first sentence behind the colon, without its full stop. */
  readonly said: string;
  /** As it stands on the page. */
  readonly words: string;
  /** It says what the thing is ("measurement of the visual field"), not what is so or done with it. */
  readonly isDefinition: boolean;
}

/** Lines that stand together. */
export interface Glossary {
  readonly passage: Passage;
  readonly rows: readonly Gloss[];
}

const LINE =
  /^[^\S\n]*(?:(?:[-*•]|\d{1,2}[.)])[^\S\n]+)?(?:\*\*|__)?([^:|?!]{2,60}?)(?:\*\*|__)?(?::(?:\*\*|__)?|[^\S\n][–—])[^\S\n]+(\S.{6,240})$/u;
const FEWEST = 3;
const LONGEST_NAME = 6;
const LONGEST_SAID = 170;

export function readGlossaries(passage: Passage): Glossary[] {
  const runs: Gloss[][] = [[]];
  for (const line of passage.text.split('\n')) {
    const gloss = glossIn(line);
    if (gloss !== undefined) runs.at(-1)?.push(gloss);
    else if (line.trim() !== '') runs.push([]);
  }
  return runs.flatMap((rows) => (rows.length < FEWEST ? [] : [{ passage, rows: rows.filter(isTelling) }]));
}

/** The text without such lines, each of which is said of its name alone. */
export function withoutGlosses(text: string): string {
  return text
    .split('\n')
    .filter((line) => glossIn(line) === undefined)
    .join('\n');
}

function glossIn(line: string): Gloss | undefined {
  const [, written = '', behind = ''] = LINE.exec(line) ?? [];
  const name = withoutArticle(written.trim().replace(/\s*\([^()]*\)$/, ''));
  const [first = ''] = sentencesOf(behind.trim());
  const said = first.replace(/[.;]$/, '').trim();
  if (said === '' || said.length > LONGEST_SAID || name.split(' ').length > LONGEST_NAME || !isName(name))
    return undefined;
  return { name, said, words: line.trim(), isDefinition: isDefinition(said) };
}

/** "Treatment: …", "Note: …" is a label of what stands behind it, and no thing. */
function isName(name: string): boolean {
  const isWord = isItem(name) || /^[\p{L}\p{N}][\p{L}\p{N}β/+-]{1,7}$/u.test(name);
  return isWord && !OF_SOMETHING.test(name) && !LABEL.test(name) && readClause(`${name}.`) === undefined;
}

const LABEL =
  /^(?:\p{L}+ ){0,2}(?:notes?|tips?|remember|warnings?|cautions?|examples?|questions?|answers?|aims?|objectives?|keywords?|summary|mechanism|definition|epidemiology|pathophysiology|investigations?|presentation|monitoring|follow-up|first line|second line|step|stage|phase|day|week|grade|type|case|history|examination|results?|source|author|date|contact|time|place)s?(?: \d+)?$/iu;

/** A noun phrase: nothing is done in it, and it does not begin with what is done. */
function isDefinition(said: string): boolean {
  return readClause(`${said}.`) === undefined && NOUN.test(said) && !/\p{Ll}s (?:the|an?) /u.test(said);
}

const NOUN =
  /^(?:an?|the|any) |^(?!\p{L}+(?:ed|ing) )(?:\p{L}[\p{L}-]+ ){0,3}\p{L}[\p{L}-]+ (?:of|that|which|in|between|due to|caused by)\b/u;

/** The name is not said behind its colon, and enough is. */
function isTelling({ name, said }: Gloss): boolean {
  return contentStems(said).size > 1 && !leaks(name, said);
}

const HALF = 0.5;

/** What is said of one may be said of the other: it has most of its words, figures apart. */
export function fitsAnother(row: Gloss, other: Gloss): boolean {
  if (termKey(row.said) === termKey(other.said)) return true;
  const figures = [row.said, other.said].map((text) => (text.match(/\d[\d.,]*/g) ?? []).join(' '));
  if (figures[0] !== figures[1] && figures[0] !== '' && figures[1] !== '') return false;
  const [own, said] = [contentStems(row.said), contentStems(`${other.name} ${other.said}`)];
  const apart = [...own].filter((word) => !said.has(word));
  return apart.length === 0 || (apart.length === 1 && own.size > 2 && apart.length / own.size < HALF / 2);
}
