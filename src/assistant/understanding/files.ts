/** Files that a clause names: by a path, by the name of one that is there, by words. */
import type { Clause, Message } from './clause.ts';
import type { Reading } from './titles.ts';
import { wordSet } from './words.ts';

/** A path that was written, or the file of theirs that the words name. */
export function pathOf(clause: Clause): string | undefined {
  return clause.paths[0]?.path ?? clause.known.get('file')?.name ?? clause.topic?.paths[0]?.path ?? leantFile(clause);
}

/** "The budget from 2025": the year or month of a file is of its name. */
export function filed<Of extends Pick<Clause, 'whens'>>(clause: Of): Of {
  return { ...clause, whens: clause.whens.filter(({ span }) => span !== 'year' && span !== 'month') };
}

function leantFile({ about }: Clause): string | undefined {
  return about?.kinds.includes('file') ? about.name : undefined;
}

/** "Rename it to packing.md": from what was spoken of, or from where the step before puts it. */
export function pathFrom(clause: Clause): string | undefined {
  return movedBefore(clause) ?? (isOnlyTarget(clause) ? leantFile(clause) : pathOf(clause));
}

function isOnlyTarget(clause: Clause): boolean {
  return clause.paths.length === 1 && clause.shows.has('pronoun') && leantFile(clause) !== undefined;
}

export function pathTo(clause: Clause): string | undefined {
  const own = isOnlyTarget(clause) || movedBefore(clause) !== undefined;
  const to = own
    ? (clause.paths[0]?.path ?? folderIn(clause) ?? nameAfterTo(clause))
    : ((clause.paths[1] ?? clause.topic?.paths[1])?.path ?? folderIn(clause) ?? nameAfterTo(clause));
  // What is only called otherwise stays where it is.
  const [, folder] = /^(.*\/)[^/]*$/.exec(pathFrom(clause) ?? '') ?? [];
  const isCalled = clause.shows.has('head.retitle') && to !== undefined && !to.includes('/');
  return isCalled && folder !== undefined ? `${folder}${to}` : to;
}

/** "Move a.txt to archive and rename it": where the step before puts it. */
function movedBefore({ topic, shows }: Clause): string | undefined {
  const isMoved = topic !== undefined && (topic.shows.has('head.rename') || topic.shows.has('head.move'));
  if (!isMoved || !shows.has('pronoun') || topic.paths.length === 0) return undefined;
  const [from, to] = [pathFrom(topic), pathTo(topic)];
  if (from === undefined || to === undefined) return undefined;
  return /\.\w{1,6}$/.test(to) ? to : `${to}/${from.replace(/^.*\//, '')}`;
}

/** "… to old lease": what follows the last "to" or "into". */
function nameAfterTo({ message, from, to }: Clause): string | undefined {
  const { tokens, text } = message;
  for (let at = to - 2; at > from; at--)
    if (['to', 'into', 'as', 'called'].includes(tokens[at]!.word))
      return text.slice(tokens[at + 1]!.start, tokens[to - 1]!.end).replace(/^(?:the|my)\s+/i, '');
  return undefined;
}

/** A new file, in the folder that was named for it. */
export function pathNew(clause: Clause): string | undefined {
  const path = pathOf(clause);
  const folder = folderIn(clause);
  return path === undefined || folder === undefined || path.includes('/') ? path : `${folder}/${path}`;
}

/** "Into the Archive folder", "folder taxes"; "into it", where a folder was spoken of. */
export function folderIn(clause: Clause): string | undefined {
  return folderNamed(clause) ?? (clause.shows.has('say.into_it') ? folderSpokenOf(clause) : undefined);
}

function folderSpokenOf({ topic, about }: Clause): string | undefined {
  return (topic && folderNamed(topic)) ?? (about?.kinds.includes('folder') ? about.name : undefined);
}

function folderNamed({ message, from, to, name }: Clause): string | undefined {
  const { tokens, text } = message;
  const said = (at: number) => text.slice(tokens[at]!.start, tokens[at]!.end);
  for (let at = from; at < to; at++) {
    if (!['folder', 'directory', 'folders'].includes(tokens[at]!.word)) continue;
    const before = at > from ? tokens[at - 1]!.word : '';
    if (before !== '' && !['the', 'my', 'a', 'this', 'that', 'which', 'what', 'new', 'of'].includes(before))
      return said(at - 1);
    if (NAMING.has(tokens[at + 1]?.word ?? '') && name !== undefined) return name;
    const next = NAMING.has(tokens[at + 1]?.word ?? '') ? at + 2 : at + 1;
    if (
      next < to &&
      /^[\p{L}\p{N}]/u.test(tokens[next]!.word) &&
      !['and', 'please', 'for', 'to'].includes(tokens[next]!.word)
    )
      return said(next);
  }
  for (let at = from + 1; at < to; at++)
    if (
      ['in', 'under', 'inside'].includes(tokens[at - 1]!.word) &&
      ['documents', 'downloads', 'briefs', 'code'].includes(tokens[at]!.word)
    )
      return said(at);
  return undefined;
}

/** Words for a file that has no path: or what is asked about one that has. */
export function fileWords({ clause }: Reading, title: string | undefined): string | undefined {
  const { message, from, to, paths, signs } = clause;
  const about = signs.find(({ sign }) => sign === 'say.file_about');
  if (about !== undefined && (paths.length > 0 || clause.known.has('file'))) {
    const { tokens, text } = message;
    return about.to < to
      ? text.slice(tokens[about.to]!.start, tokens[to - 1]!.end).replace(/^(?:the|my)\s+/i, '')
      : undefined;
  }
  if (paths.length > 0 || clause.known.has('file')) return undefined;
  return from < to ? title : undefined;
}

const NAMING = wordSet('naming');
const LEADS = wordSet('content_leads');
const SMALL = wordSet('content_small');
const POINTERS = new Set(['it', 'that', 'this', 'them', 'those', 'these']);

/** What is to stand in a file: in quotation marks, after a colon or "saying", or before "to notes.txt". */
export function contentIn({ message, from, to, quote, paths, signs, topic }: Clause): string | undefined {
  if (quote !== undefined) return quote.text;
  const { tokens, text } = message;
  const into = signs.find(({ sign }) => sign === 'say.into_it');
  const path = paths[0]?.at ?? into?.from ?? -1;
  for (let at = from; at < to - 1; at++) {
    if (!LEADS.has(tokens[at]!.word) || at < path) continue;
    let start = at + 1;
    while (start < to - 1 && SMALL.has(tokens[start]!.word)) start++;
    return text.slice(tokens[start]!.start, tokens[to - 1]!.end).trim();
  }
  const verb = signs.find(({ sign, from: at }) => (sign === 'verb.write' || sign === 'verb.add') && at <= from + 1);
  if (verb !== undefined && path > verb.to) {
    let end = path;
    while (
      end > verb.to &&
      ['to', 'in', 'into', 'as', 'the', 'file', 'my', 'a', 'called', 'named', 'new', 'end', 'of', 'onto'].includes(
        tokens[end - 1]!.word,
      )
    )
      end--;
    const start = behindLine(tokens, verb.to, end);
    const said = end > start ? text.slice(tokens[start]!.start, tokens[end - 1]!.end).trim() : '';
    // "It" is what was spoken of, and no text.
    if (said !== '' && !POINTERS.has(said.toLowerCase())) return said;
  }
  return topic && text.slice(tokens[topic.from]!.start, tokens[topic.to - 1]!.end);
}

/** "A line Water 30": the line is what follows. */
function behindLine(tokens: Message['tokens'], from: number, end: number): number {
  let at = from;
  while (at < end - 1 && ['a', 'the', 'another', 'new'].includes(tokens[at]!.word)) at++;
  if (tokens[at]?.word !== 'line' || at + 1 >= end) return from;
  return ['saying', ':'].includes(tokens[at + 1]!.word) ? at + 2 : at + 1;
}
