/** How a text is laid out: its parts by headings, labels and numbered items, and the sentences that stand in each. Words from abstract.yml. */

import { abstractWords, ROLES, type Role } from './abstract-words.ts';
import { readableSentences } from './orders.ts';
import { sayTables } from './said-tables.ts';

export interface Labelled {
  readonly sentence: string;
  /** The part that it stands in, and the label right before it. */
  readonly section?: Role | undefined;
  readonly label?: Role | undefined;
  readonly part?: string | undefined;
  readonly opens?: boolean | undefined;
  readonly item?: string | undefined;
}

/** A label holds until the next one, a heading's part until the next part; a paragraph ends a sentence. */
export function labelled(text: string): Labelled[] {
  return partsOf(plain(marked(text))).flatMap(({ role, name, text: section }) => {
    let [held, part, opens] = [role, name, name !== undefined];
    const begin = (named: string, as: Role | undefined) => {
      [held, part, opens] = [as ?? held, named, true];
    };
    const tell = (sentence: string, label: Role | undefined, { item, head }: Omit<Block, 'block'>): Labelled => {
      const told = { sentence, section: held, label, part: head ?? part, opens, item };
      opens = false;
      return told;
    };
    return blocksOf(section).flatMap(({ block, item: numbered, head }) => {
      let item = numbered;
      opens ||= head !== undefined;
      const [found = '', named] = MARKED.exec(block) ?? [];
      const ofBlock = named === undefined ? undefined : roleNamed(named);
      if (named !== undefined) begin(named, ofBlock);
      return readableSentences(block.slice(found.length)).sentences.flatMap((sentence, at) => {
        const label =
          labelIn(sentence) ?? (at === 0 ? (partIn(sentence) ?? runIn(sentence) ?? capsIn(sentence)) : undefined);
        if (label === undefined) return [tell(sentence, at === 0 ? ofBlock : undefined, { item, head })];
        begin(label.name, label.role);
        // What its label says it is on is no item.
        if (at === 0 && item !== undefined && !/^\d/.test(item)) item = undefined;
        return label.rest === '' ? [] : [tell(label.rest, label.role, { item, head })];
      });
    });
  });
}

interface Block {
  readonly block: string;
  readonly item?: string | undefined;
  /** What it says first that it is on: "Pregnancy". */
  readonly head?: string | undefined;
}

/** Paragraphs, lines that begin with a label, and the items of lists, each with its number. */
function blocksOf(section: string): Block[] {
  return section
    .split(/\n\s*\n|(?<=[.)])\n(?=\p{Lu}|\s*\d{1,2}\s+\p{Lu})|\n(?=\s*(?:[-*•]|\u0001)|\p{Lu}[\p{L} ]{3,40}[:.]\s)/u)
    .flatMap((paragraph) => {
      const pieces = paragraph.split(/\n(?=\s*\p{Lu}?\d{1,2}[.)]\s+\p{Lu}|[ \t]{2,}\p{Lu})/u);
      if (pieces.length === 1)
        return [headed(paragraph) ?? { block: withoutNumber(paragraph), item: numberOf(paragraph) }];
      return pieces.map((piece, at) => headed(piece) ?? { block: withoutNumber(piece), item: `${at + 1}` });
    });
}

/** "5 Pregnancy. Methotrexate must not be used": an item that says first what it is on; "1 Offer it to everyone." says what to do. */
function headed(paragraph: string): Block | undefined {
  const [whole, head] =
    /^\s*\d{1,2}(?:\.\d{1,2})*[.)]?\s+(\p{Lu}[^.:;|\u0001]{2,60})\.\s+(?=\p{Lu})/u.exec(paragraph) ?? [];
  if (whole === undefined || !isName(head!)) return undefined;
  return { block: paragraph.slice(whole.length), head: head! };
}

/** It names something and says nothing of it. */
function isName(text: string): boolean {
  const [first = ''] = text.toLowerCase().split(/\s+/);
  const bare = text.replace(/\([^)]*\)/g, '');
  return (
    text.split(/\s+/).length <= LONGEST_NAME &&
    !SAYING.test(bare) &&
    !/\p{L}{3}ed\b|\bwe\b/iu.test(bare) &&
    !abstractWords().imperatives.includes(first)
  );
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

const withoutNumber = (text: string) => text.replace(/^\s*\p{Lu}?\d{1,2}[.)]\s+(?=\p{Lu})/u, '');

/** "**Limitations.** Not randomised": what is set in bold before a paragraph names the part that begins there, whatever it is called. */
function marked(text: string): string {
  // A line of a few words right above a list is what the list is called.
  const named = text.replace(/^(\p{Lu}[\p{L} ]{3,40})\n(?=\s*(?:[-*•]\s|\p{Lu}?\d{1,2}[.)]\s))/gmu, '\u0001$1\u0001\n');
  return named.replace(/^([ \t]*)\*\*([^*\n.:]{2,40})(?:[.:]\*\*|\*\*[.:])[ \t]*(?=\S|$)/gmu, (whole, before, name) =>
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
    /^\W*(?:authors?['’]s? |reviewers?['’] )?(\p{L}[\p{L} ]{2,45}?|\p{L}[\p{L} ,&/]{2,60}?(?=:))\s*(?:[:.]|\s[-–—])(?:\s+|$)/iu.exec(
      sentence,
    ) ?? [];
  const name = label?.toLowerCase();
  const role = name === undefined ? undefined : roleNamed(name);
  return role === undefined ? undefined : { role, name: name!, rest: sentence.slice(found!.length).trim() };
}

/** "Limitations.", "Adverse events (placebo / 30 mg)." before a paragraph: what its part is called, though it is none of the four. */
function partIn(sentence: string): { role?: undefined; name: string; rest: string } | undefined {
  const name = /^\W*(\p{L}[^.:;]{2,60})\.$/u.exec(sentence)?.[1];
  if (name === undefined || SAYING.test(name) || name.split(/\s+/).length > LONGEST_NAME) return undefined;
  // What tells its reader to do something is no name.
  if (abstractWords().imperatives.includes(name.toLowerCase().split(/\s+/, 1)[0]!)) return undefined;
  // A name of its own is of somebody: "Northern Alliance for Heart Action".
  if (/ \p{Lu}\p{Ll}/u.test(name.replace(/\(.*$/, ''))) return undefined;
  const bare = name.replace(/\s*\(.*$/, '').toLowerCase();
  return bare.split(/\s+/).some((word) => abstractWords().parts.includes(word)) ? { name, rest: '' } : undefined;
}

const LONGEST_NAME = 9;

/** "WHAT THIS STUDY CANNOT SAY: Nothing is known …": in capitals before a colon, whatever it is called. */
function capsIn(sentence: string): { role?: undefined; name: string; rest: string } | undefined {
  const [found, name] = /^(\p{Lu}[\p{Lu} ,&'’/()-]{5,60}):\s+/u.exec(sentence) ?? [];
  return name === undefined ? undefined : { name: name.toLowerCase(), rest: sentence.slice(found!.length) };
}

/** "Results Flares fell by half", "Safety Acne occurred in 14%": what was set in bold before a paragraph, where nothing of that is left. */
function runIn(sentence: string): { role?: Role | undefined; name: string; rest: string } | undefined {
  const [found, label] = /^(\p{Lu}\p{Ll}+(?: (?:and )?\p{Ll}+){0,2})\s+(?=\p{Lu}|\d)/u.exec(sentence) ?? [];
  const name = label?.toLowerCase();
  if (name === undefined || !abstractWords().run_in.includes(name)) return undefined;
  const role = roleNamed(name);
  return { ...(role && { role }), name, rest: sentence.slice(found!.length).trim() };
}
