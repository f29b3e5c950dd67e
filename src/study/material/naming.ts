/** How a message names material and chapter: "from *Renal physiology*, chapter 3", "on chapter 2 of pharmacology". */
import type { DocumentInfo, MaterialSummary, NamedPlace } from '../types.ts';
import { plainName } from './plain-name.ts';

const CHAPTER = /\b(?:chapters?|ch\.|unit|lecture|module|section)\s*(\d{1,3}(?:\.\d{1,2})?)\b/i;
const QUOTED = /[*_"“”«»‘']+([^*_"“”«»‘’']{2,100})[*_"“”«»’']+/g;

export async function readNaming(
  message: string,
  materials: readonly MaterialSummary[],
  documentsOf: (id: string) => Promise<readonly DocumentInfo[]>,
): Promise<NamedPlace> {
  const number = CHAPTER.exec(message)?.[1];
  const chapter = number === undefined ? {} : { chapter: number };
  const text = ` ${plainName(message)} `;
  const quoted = new Set([...message.matchAll(QUOTED)].map(([, words]) => plainName(words as string)));
  const named = (title: string) => title !== '' && (quoted.has(plainName(title)) || saysTitle(text, plainName(title)));
  const longest = [...materials].sort((a, b) => b.title.length - a.title.length);
  const material = longest.find(({ id, title }) => named(title) || named(id));
  if (material !== undefined) return { material: material.id, ...chapter };
  for (const { id } of materials)
    for (const { title, chapters } of await documentsOf(id)) {
      if (named(title)) return { material: id, chapter: number ?? title, by: 'heading' };
      const heading = chapters.find((each) => plainName(each.title).includes(' ') && named(each.title));
      if (heading !== undefined) return { material: id, chapter: heading.id, by: 'heading' };
    }
  return chapter;
}

const ASKS = /\b(?:quiz|test|examine|questions?|flashcards?|cards)\b/;

/** A title of one word is named only as material ("from renal", "the pharmacology course"), not by being a word of the message. */
function saysTitle(text: string, title: string): boolean {
  if (!text.includes(` ${title} `)) return false;
  if (title.includes(' ')) return true;
  // "Quiz me on Herz": a course of that name is what is to be asked about.
  if (
    ASKS.test(text) &&
    new RegExp(` (?:on|about|in) (?:my |the )?${title} (?:\\d+ questions? |with .*|please )?$`).test(text)
  )
    return true;
  return new RegExp(
    `(?:(?:from|using|material|course|book|script|scope|of)(?: my| the| our)? ${title}|${title} (?:course|book|script|material|notes|chapter))(?: |$)`,
  ).test(text);
}
