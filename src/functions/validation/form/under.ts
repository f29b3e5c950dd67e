/** "… under Actions": the same criterion, of one section only. Headings, and lines that stand for one ("Actions:"). */
import { readDocument } from '../../../reading/index.ts';
import type { Artifact } from '../seen.ts';

const UNDER =
  /^(?<rest>.+?),? (?:under|in|within|below|of) (?:the |its )?(?:heading |section )?["“]?(?<name>[^"”]{2,60}?)["”]?(?: section| heading)?$/i;
const UNDER_FIRST =
  /^(?:(?:under|in|within) )?(?:the |its )?(?:section |heading )?["“]?(?<name>[^"”]{2,60}?)["”]? section (?<rest>(?:has|have|contains|lists|consists|is|begins|ends|starts|names|includes).+)$/i;

interface Section {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** The section that a criterion names, as an artifact of its own, and what is asked of it. */
export function readUnder(artifact: Artifact, criterion: string): { part: Artifact; rest: string } | undefined {
  if (artifact.code !== undefined) return undefined;
  const plain = criterion.trim().replace(/[.!]+$/, '');
  const groups = (UNDER.exec(plain) ?? UNDER_FIRST.exec(plain))?.groups;
  if (groups === undefined) return undefined;
  const fold = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  const found = sectionsOf(artifact).filter(({ name }) => fold(name) === fold(groups['name']!));
  if (found.length !== 1) return undefined;
  const { start, end } = found[0]!;
  const text = artifact.text.slice(start, end).trim();
  if (text === '') return undefined;
  return { part: { ...artifact, text, document: readDocument(text, { path: artifact.path }) }, rest: groups['rest']! };
}

/** "Actions:", or a short line by itself after a blank one, with something right below it. */
const TITLE = /^([^\n.!?]{2,50}):[ \t]*$|(?<=\n[ \t]*\n)(\p{Lu}[^\n.!?:,;]{2,40})(?=\n[ \t]*\S)/gmu;

function sectionsOf({ text, document }: Artifact): Section[] {
  const headings = document.blocks.flatMap(({ kind, level = 1, start, end }) =>
    kind === 'heading' ? [{ name: document.words.slice(start, end).trim(), level, start, end }] : [],
  );
  const titles = [...text.matchAll(TITLE)].map(({ 0: line, 1: name, 2: bare, index }) => ({
    name: (name ?? bare)!,
    level: 9,
    start: index,
    end: index + line.length,
  }));
  const all = [...headings, ...titles].sort((a, b) => a.start - b.start);
  return all.map(({ name, level, end }, index) => {
    const next = all.slice(index + 1).find((one) => one.level <= level);
    const start = text.indexOf('\n', Math.max(0, end - 1));
    return { name, start: start < 0 ? text.length : start, end: next?.start ?? text.length };
  });
}
