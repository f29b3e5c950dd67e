/** What a document is made of: headings, lists, tables, links, … */

import type { Groups } from '../recognise.ts';
import { type Artifact, type Seen, seen } from '../seen.ts';
import { COUNTS } from './counts.ts';

const ELEMENTS: readonly (readonly [RegExp, (artifact: Artifact) => boolean])[] = [
  [/^(?:section )?headings?$|^title$/, ({ document }) => document.blocks.some(({ kind }) => kind === 'heading')],
  [/bullet/, ({ text }) => /^\s*[-*+•]\s+\S/m.test(text) || /<ul\b/i.test(text)],
  [/numbered|ordered/, ({ text }) => /^\s*\d+[.)]\s+\S/m.test(text) || /<ol\b/i.test(text)],
  [/^lists?$/, ({ document }) => document.blocks.some(({ kind }) => kind === 'item')],
  [/table/, ({ text }) => (COUNTS['table']!({ text } as Artifact) ?? 0) > 0 || /^\s*\+[-=]+\+/m.test(text)],
  [/code/, ({ document }) => document.blocks.some(({ kind }) => kind === 'code')],
  [/links?$|urls?$/, ({ text }) => /\[[^\]]+\]\([^)]+\)|<a\s|https?:\/\//.test(text)],
  [/images?/, ({ text }) => /!\[[^\]]*\]\(|<img\b/i.test(text)],
  [
    /citations?|footnotes?|references|sources/,
    ({ text }) => /\[\^?\d{1,4}\]|\bdoi:|https?:\/\/|\[\^[\w-]+\]/i.test(text),
  ],
  [/quote/, ({ text }) => /^ {0,3}>\s?\S/m.test(text) || /<blockquote/i.test(text)],
  [/question/, ({ document }) => document.words.includes('?')],
  [/exclamation/, ({ document }) => document.words.includes('!')],
  [/emoji/, ({ text }) => /\p{Extended_Pictographic}/u.test(text)],
  [/mail/, ({ text }) => /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}\.[\w.]+/.test(text)],
  [/tabs?$/, ({ text }) => text.includes('\t')],
  [/front matter/, ({ text }) => text.startsWith('---\n')],
  [/html/, ({ text }) => /<\/?[a-z][^>]*>/i.test(text)],
  [/bold/, ({ text }) => /\*\*\S|__\S|<b>|<strong>/.test(text)],
  [/phone/, ({ text }) => /\+?\d[\d ()/-]{6,}\d/.test(text)],
  [
    /^dates?$/,
    ({ text }) =>
      /\d{4}-\d{2}-\d{2}|\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\w*\.? \d|\d (?:January|February|March|April|May|June|July|August|September|October|November|December)/.test(
        text,
      ),
  ],
  [/comments?$/, ({ code, text }) => (code === undefined ? text.includes('<!--') : code.comments.length > 0)],
];

export function hasElement(artifact: Artifact, { what = '' }: Groups): Seen | undefined {
  const wanted = what.toLowerCase();
  const found = ELEMENTS.find(([pattern]) => pattern.test(wanted));
  if (found === undefined || (artifact.code !== undefined && !/comment|tab|url|link|mail|emoji/.test(wanted)))
    return undefined;
  const holds = found[1](artifact);
  return seen(holds, holds ? `It has ${what}.` : `It has no ${what}.`);
}
