/** How a text about a study is built: what was known before, how it was done, what was found. Words from abstract.yml. */

import { join } from 'node:path';
import { z } from 'zod';
import { readRows } from '../../text/rows.ts';
import { largestCount } from './counts.ts';
import { readableSentences } from './orders.ts';
import { appraisal, foldText, hasAny } from './words.ts';

const ROLES = ['background', 'method', 'result', 'conclusion'] as const;
export type Role = (typeof ROLES)[number];

const words = z.array(z.string());
const schema = z.strictObject({
  sections: z.record(z.enum(ROLES), words),
  ...{ aside: words, own: words, others: words, parts: words },
  ...{ done: words, kinds: words, grounds: words, places: words, compared: words, common: words, agents: words },
  ...{ openings: words, ends: words, verbs: words, losses: words, caused: words },
  ...{ none: words, giving: words, subgroups: words, power: words, secondary: words, doubts: words },
  stopping: z.strictObject({ verbs: words, asked: words, nouns: words, assigned: words, designs: words }),
  lengths: z.strictObject({ units: words, numbers: words, asked: words }),
});

let known: z.infer<typeof schema> | undefined;

export function abstractWords(): z.infer<typeof schema> {
  known ??= schema.parse(readRows(join(import.meta.dirname, 'abstract.yml')));
  return known;
}

export interface Statement {
  readonly text: string;
  readonly role: Role;
  /** What its paper calls the part that it stands in: "limitations", "primary outcome". */
  readonly part?: string | undefined;
  /** It is the first of that part. */
  readonly opens?: true | undefined;
  /** The number of the item of a list that it stands in. */
  readonly item?: string | undefined;
}

/** The sentences that can be quoted, each with its part in the text. */
export function statementsOf(text: string): Statement[] {
  const marked = labelled(text);
  const found = marked.findIndex(({ sentence }) => hasFigures(sentence));
  // What is uncertain behind what was found is what the authors make of it.
  const concluded = (role: Role, at: number) =>
    role === 'background' && marked[at]!.section === undefined && found >= 0 && at > found ? 'conclusion' : role;
  if (marked.some(({ section }) => section === 'result'))
    return marked.map((each, at) => ({
      ...{ text: each.sentence, role: concluded(roleIn(each.sentence, each.section), at) },
      ...placeOf(each),
    }));
  // Without a label for what was found the others hold for their own sentence only.
  const first = marked.findIndex(({ sentence }) => tellsHow(sentence));
  return marked.map((each, at) => ({
    text: each.sentence,
    role:
      each.label ?? (at < first && !hasFigures(each.sentence) ? 'background' : concluded(roleOf(each.sentence), at)),
    ...placeOf(each),
  }));
}

function placeOf({ part, opens, item }: Labelled): Pick<Statement, 'part' | 'opens' | 'item'> {
  return { ...(part && { part, ...(opens && { opens: true as const }) }), ...(item && { item }) };
}

/** Where a study discusses, what it says of others is no result of its own. */
function roleIn(sentence: string, section: Role | undefined): Role {
  if (section === undefined) return roleOf(sentence);
  const { own, others } = abstractWords();
  const plain = foldText(sentence);
  return section === 'conclusion' && hasAny(plain, others) && !hasAny(plain, own) ? 'background' : section;
}

function roleOf(sentence: string): Role {
  if (hasFigures(sentence)) return 'result';
  if (hasAny(foldText(sentence), abstractWords().grounds)) return 'background';
  return tellsHow(sentence) || tellsWhom(sentence) || definitionIn(sentence) !== undefined ? 'method' : 'result';
}

function tellsHow(sentence: string): boolean {
  return hasAny(foldText(sentence), abstractWords().done);
}

/** "Randomised phase 3 trial, n = 210 children aged 6 to 17 years": how many of whom, and nothing of what came out. */
function tellsWhom(sentence: string): boolean {
  const plain = foldText(sentence);
  if (!hasAny(plain, abstractWords().kinds) || largestCount(sentence) === undefined) return false;
  const { telling, directions, advised } = appraisal();
  const { failed, met, against, same } = directions;
  return !hasAny(plain, [...telling, ...failed, ...met, ...against, ...same, ...advised.for, ...advised.against]);
}

const FIGURES =
  /\d\s?%|\bp\s?[<=>]|\bci\b|\d\s?(?:vs\.?|versus)\s|\b(?:hazard|odds|risk|rate) ratio|\b(?:hr|or|rr) \d+[.·]\d/;

export function hasFigures(sentence: string): boolean {
  return FIGURES.test(foldText(sentence));
}

interface Labelled {
  readonly sentence: string;
  /** The part that it stands in, and the label right before it. */
  readonly section?: Role | undefined;
  readonly label?: Role | undefined;
  readonly part?: string | undefined;
  readonly opens?: boolean | undefined;
  readonly item?: string | undefined;
}

/** A label holds until the next one, a heading's part until the next part; a paragraph ends a sentence. */
function labelled(text: string): Labelled[] {
  return partsOf(plain(marked(text))).flatMap(({ role, name, text: section }) => {
    let [held, part, opens] = [role, name, name !== undefined];
    const begin = (named: string, as: Role | undefined) => {
      [held, part, opens] = [as ?? held, named, true];
    };
    const tell = (sentence: string, label: Role | undefined, item: string | undefined): Labelled => {
      const told = { sentence, section: held, label, part, opens, item };
      opens = false;
      return told;
    };
    return blocksOf(section).flatMap(({ block, item: numbered }) => {
      let item = numbered;
      const [found = '', named] = MARKED.exec(block) ?? [];
      const ofBlock = named === undefined ? undefined : roleNamed(named);
      if (named !== undefined) begin(named, ofBlock);
      return readableSentences(block.slice(found.length)).sentences.flatMap((sentence, at) => {
        const label = labelIn(sentence) ?? (at === 0 ? partIn(sentence) : undefined);
        if (label === undefined) return [tell(sentence, at === 0 ? ofBlock : undefined, item)];
        begin(label.name, label.role);
        // What its label says it is on is no item.
        if (at === 0 && item !== undefined && !/^\d/.test(item)) item = undefined;
        return label.rest === '' ? [] : [tell(label.rest, label.role, item)];
      });
    });
  });
}

/** Paragraphs, lines that begin with a label, and the items of lists, each with its number. */
function blocksOf(section: string): { block: string; item?: string | undefined }[] {
  return section
    .split(/\n\s*\n|(?<=[.)])\n(?=\p{Lu})|\n(?=\s*(?:[-*•]|\u0001)|\p{Lu}[\p{L} ]{3,40}[:.]\s)/u)
    .flatMap((paragraph) => {
      const pieces = paragraph.split(/\n(?=\s*\d{1,2}[.)]\s+\p{Lu}|[ \t]{2,}\p{Lu})/u);
      if (pieces.length === 1) return [{ block: withoutNumber(paragraph), item: numberOf(paragraph) }];
      return pieces.map((piece, at) => ({ block: withoutNumber(piece), item: `${at + 1}` }));
    });
}

/** "6.1 Offer …", or a paragraph that opens with what it is on: what follows in it goes on with that. */
function numberOf(paragraph: string): string | undefined {
  const [number] = /^\s*\d{1,2}(?:\.\d{1,2})+(?=\s+\p{Lu})/u.exec(paragraph) ?? [];
  if (number !== undefined) return number.trim();
  const [, head] = /^\s*(\p{Lu}[^.:;|\d\u0001]{2,70})\.\s+\S/u.exec(paragraph) ?? [];
  const bare = head?.replace(/\([^)]*\)/g, '') ?? '';
  const isOn = head !== undefined && !SAYING.test(bare) && !/\p{L}{3}ed\b|\bwe\b|,/iu.test(bare);
  return isOn && bare.split(/\s+/).length <= LONGEST_NAME ? head : undefined;
}

const withoutNumber = (text: string) => text.replace(/^\s*\d{1,2}[.)]\s+(?=\p{Lu})/u, '');

/** "**Limitations.** Not randomised": what is set in bold before a paragraph names the part that begins there, whatever it is called. */
function marked(text: string): string {
  return text.replace(/^([ \t]*)\*\*([^*\n.:]{2,40})(?:[.:]\*\*|\*\*[.:])[ \t]*(?=\S|$)/gmu, (whole, before, name) =>
    SAYING.test(name) ? whole : `${before}\u0001${name}\u0001`,
  );
}

/** It says something by itself: a sentence that is set in bold. */
const SAYING =
  /\b(?:is|are|was|were|has|have|be|not|no|do|does|should|must|may|replac\w+|supersed\w+|withdrawn|retracted)\b/i;

/** Without what sets words apart; a row of a table as a sentence: what it is of, and under each head what stands there. */
function plain(text: string): string {
  return sayTables(text)
    .replaceAll(/\*\*|__/g, '')
    .replace(/(?<![\p{L}\p{N}*])\*(?=\S)([^*\n]+?)\*(?![\p{L}\p{N}*])/gu, '$1');
}

const RULE = /^\s*\|?(?:\s*:?-{2,}:?\s*\|)+\s*(?::?-{2,}:?\s*)?$/;

function sayTables(text: string): string {
  const lines = text.split('\n').filter((line) => !RULE.test(line));
  const isRow = (line: string | undefined) => line?.trim().startsWith('|') === true;
  const nextRow = (at: number) =>
    isRow(lines[at + 1]) ? lines[at + 1] : lines[at + 1] === '' ? lines[at + 2] : undefined;
  let heads: string[] | undefined;
  return lines
    .flatMap((line, at) => {
      const next = nextRow(at);
      if (!isRow(line)) {
        if (line.trim() !== '') heads = undefined;
        return [line];
      }
      const [of = '', ...cells] = cellsOf(line);
      if (heads === undefined) {
        if (!isRow(next) || !isHead(of, cells, cellsOf(next!).slice(1))) return [line];
        heads = cells;
        return [''];
      }
      const told = cells.flatMap((cell, place) =>
        cell === '' ? [] : [[heads![place] ?? '', cell].filter(Boolean).join(' ')],
      );
      return [`${of}: ${told.join('; ')}.`, ''];
    })
    .join('\n');
}

const cellsOf = (line: string) =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());

/** It names what stands below it: words over figures. */
function isHead(of: string, cells: readonly string[], below: readonly string[]): boolean {
  const share = (some: readonly string[], form: RegExp) => some.filter((cell) => form.test(cell)).length / some.length;
  if (cells.length === 0 || cells.length !== below.length || share(below, /\d/) < MOST_OF) return false;
  return of === '' || share(cells, /^\p{L}|^$/u) >= MOST_OF;
}

const MOST_OF = 0.5;

const MARKED = /^\s*\u0001([^\u0001]+)\u0001/u;

/** "Design and participants" is what the first of them is. */
function roleNamed(name: string): Role | undefined {
  const plain = name.toLowerCase();
  const { sections } = abstractWords();
  const find = (named: string) => ROLES.find((each) => sections[each].includes(named));
  return find(plain) ?? plain.split(/ and |, | & |\//).flatMap((each) => find(each.trim()) ?? [])[0];
}

interface Part {
  readonly role?: Role | undefined;
  readonly name?: string | undefined;
  readonly text: string;
}

/** By headings. One that names no part belongs to what it stands under; what is about something else is left out. */
function partsOf(text: string): Part[] {
  const parts: { role?: Role | undefined; name?: string; lines: string[]; isAside: boolean }[] = [
    { lines: [], isAside: false },
  ];
  let rank = 0;
  for (const line of text.split('\n')) {
    const heading = headingIn(line);
    const last = parts.at(-1)!;
    if (heading === undefined) last.lines.push(line);
    else if (heading.role === undefined && !heading.isAside && heading.rank > rank)
      last.lines.push('', heading.rank > 1 ? `\u0001${heading.name}\u0001` : '', '');
    else {
      rank = heading.rank;
      // Its title is no part of it.
      const name = heading.rank > 1 || heading.role !== undefined ? heading.name : undefined;
      parts.push({ role: heading.role, ...(name && { name }), lines: [], isAside: heading.isAside });
    }
  }
  return parts
    .filter(({ isAside }) => !isAside)
    .map(({ role, name, lines }) => ({ role, name, text: lines.join('\n') }));
}

const HEADING = /^\s*(#{1,6})?\s*(?:\d+(?:\.\d+)*\.?\s+)?(\p{L}[\p{L} ,&-]{2,60}?)\s*:?\s*$/u;

/** A line that is a heading: marked as one, or nothing but the name of a part. */
export function headingIn(
  line: string,
): { rank: number; name: string; role?: Role | undefined; isAside: boolean } | undefined {
  const marks = /^\s*(#{1,6})\s/.exec(line)?.[1];
  const name = HEADING.exec(line)?.[2]?.toLowerCase();
  const { sections, aside } = abstractWords();
  const role = name === undefined ? undefined : ROLES.find((each) => sections[each].includes(name));
  const isAside = name !== undefined && aside.includes(name);
  if (marks === undefined && role === undefined && !isAside) return undefined;
  return { rank: marks?.length ?? PLAIN_RANK, name: name ?? line.replace(/^[\s#]+/, '').trim(), role, isAside };
}

/** Of a heading without marks. */
const PLAIN_RANK = 2;

function labelIn(sentence: string): { role: Role; name: string; rest: string } | undefined {
  const [found, label] =
    /^\W*(?:authors?['’]s? |reviewers?['’] )?(\p{L}[\p{L} ]{2,45}?)\s*(?:[:.]|\s[-–—])(?:\s+|$)/iu.exec(sentence) ?? [];
  const name = label?.toLowerCase();
  const role = name === undefined ? undefined : roleNamed(name);
  return role === undefined ? undefined : { role, name: name!, rest: sentence.slice(found!.length).trim() };
}

/** "Limitations.", "Adverse events (placebo / 30 mg)." before a paragraph: what its part is called, though it is none of the four. */
function partIn(sentence: string): { role?: undefined; name: string; rest: string } | undefined {
  const name = /^\W*(\p{L}[^.:;]{2,60})\.$/u.exec(sentence)?.[1];
  if (name === undefined || SAYING.test(name) || name.split(/\s+/).length > LONGEST_NAME) return undefined;
  // A name of its own is of somebody: "Northern Alliance for Heart Action".
  if (/ \p{Lu}\p{Ll}/u.test(name.replace(/\(.*$/, ''))) return undefined;
  const bare = name.replace(/\s*\(.*$/, '').toLowerCase();
  return bare.split(/\s+/).some((word) => abstractWords().parts.includes(word)) ? { name, rest: '' } : undefined;
}

const LONGEST_NAME = 9;

/** "The primary outcome was a composite of stroke or death": what it stands for. Undefined where it says what came out. */
export function definitionIn(sentence: string): string | undefined {
  const plain = foldText(sentence);
  const place = abstractWords().places.find((each) => hasAny(plain, [each, `${each}s`]));
  if (place === undefined || hasFigures(sentence)) return undefined;
  const [, said] =
    new RegExp(`${place}s? (?:was|were|is|included|comprised) (?:the |a |an )?(.{4,160}?)[.;]?$`).exec(plain) ?? [];
  const isResult =
    /^(?:not|met|missed|reached|achieved|lower|higher|similar|reduced|improved|better|worse|observed|reported|significantly)\b/;
  return said === undefined || isResult.test(said) ? undefined : said;
}
