/** Which of a person's things a clause may mean: of those whose names it has part of, the ones that its words do not exclude. */
import type { Message } from './clause.ts';
import { filed } from './files.ts';
import type { KnownKind, Match } from './known.ts';
import { contradicts } from './telling.ts';
import { wordsLeft } from './weighty.ts';

/** A file or a note that the words exclude is not meant: a door's code is no answer to whether the door is locked. */
const NEVER = new Set<KnownKind>(['file', 'note']);

/**
 * Of the things whose names the words have part of, those that they do not exclude; where they exclude all, all, so that what
 * was asked can be told from what there is. What is excluded of NEVER is never one.
 */
export function meantOf(
  { text, tokens }: Message,
  things: ReadonlyMap<KnownKind, Match>,
  clause: Parameters<typeof wordsLeft>[0],
): ReadonlyMap<KnownKind, Match> {
  if (things.size === 0) return things;
  // Whom a note names is what is asked for: "who did I lend the drill to?"
  const asksWho = tokens[clause.from]?.word === 'who';
  const said = (words: readonly number[]) =>
    words.map((at) => text.slice(tokens[at]!.start, tokens[at]!.end)).join(' ');
  const [plain, ofFile] = [said(wordsLeft(clause)), said(wordsLeft(filed(clause)))];
  const meant = [...things].filter(([kind, { name }]) => !contradicts(kind === 'file' ? ofFile : plain, name));
  return new Map(
    meant.length > 0 ? meant : [...things].filter(([kind]) => !NEVER.has(kind) || (kind === 'note' && asksWho)),
  );
}
