/**
 * What the assistant remembers about a person: facts ("my GP is Dr. Lee") and notes. Dated, correctable, forgettable.
 * A fact has a subject; a new fact on the same subject takes the place of the old one, which is kept as history.
 */
import { z } from 'zod';
import { ConsiliumError } from '../kernel/index.ts';
import { NOTE } from './kinds.ts';
import type { Change, Shelf, Thing } from './shelf.ts';

const noteSchema = z.object({
  text: z.string().trim().min(1).max(20_000),
  /** What it is about, in a word or two: "GP", "wifi password". Absent: a note. */
  subject: z.string().trim().min(1).max(120).optional(),
  tags: z.array(z.string().max(60)).max(20).default([]),
  /** What was true before, the newest last. */
  before: z
    .array(z.object({ text: z.string(), until: z.int() }))
    .max(50)
    .default([]),
});

export type Note = z.infer<typeof noteSchema>;
export type NoteWish = Partial<Note> & Pick<Note, 'text'>;

export interface Notes {
  /** Keeps a fact or a note; where the subject is known, it is corrected. */
  remember(
    user: string,
    wish: NoteWish,
    now: number,
    key?: string,
  ): { note: Thing<Note>; change: Change; corrected: boolean };
  correct(user: string, id: string, text: string, now: number, key?: string): { note: Thing<Note>; change: Change };
  /** Taken away, and can be undone. */
  drop(user: string, id: string, key?: string): Change;
  /** For good, with all that was remembered of it. */
  forget(user: string, id: string): boolean;
  get(user: string, id: string): Thing<Note> | undefined;
  list(user: string): Thing<Note>[];
  recall(user: string, words: string, limit?: number): Thing<Note>[];
  about(user: string, subject: string): Thing<Note> | undefined;
}

export function openNotes(shelf: Shelf): Notes {
  const list = (user: string) => shelf.list<Note>(user, NOTE);
  const about = (user: string, subject: string) =>
    list(user).find(({ body }) => body.subject !== undefined && plain(body.subject) === plain(subject));
  const keep = (user: string, body: Note, what: string, id?: string, key?: string) => {
    const text = [body.subject, body.text, ...body.tags].filter(Boolean).join(' ');
    const { thing, change } = shelf.put({ user, kind: NOTE, id, body, what, text, key });
    return { note: thing, change };
  };
  const correct: Notes['correct'] = (user, id, text, now, key) => {
    const note = shelf.get<Note>(user, NOTE, id);
    if (note === undefined) throw new ConsiliumError('NOTE_UNKNOWN', 'Nothing of that is remembered.');
    const before = [...note.body.before, { text: note.body.text, until: now }].slice(-50);
    return keep(
      user,
      check({ ...note.body, text, before }),
      `Corrected what is remembered about ${note.body.subject ?? 'it'}`,
      id,
      key,
    );
  };
  return {
    remember: (user, wish, now, key) => {
      const known = wish.subject === undefined ? undefined : about(user, wish.subject);
      if (known !== undefined && known.body.text !== wish.text)
        return { ...correct(user, known.id, wish.text, now, key), corrected: true };
      const body = check({ ...known?.body, ...wish });
      return { ...keep(user, body, `Remembered ${body.subject ?? 'a note'}`, known?.id, key), corrected: false };
    },
    correct,
    drop: (user, id, key) => {
      const of = shelf.get<Note>(user, NOTE, id)?.body.subject;
      return shelf.remove(user, NOTE, id, `Dropped what was remembered${of === undefined ? '' : ` about ${of}`}`, key);
    },
    forget: (user, id) => shelf.forget(user, NOTE, id),
    get: (user, id) => shelf.get<Note>(user, NOTE, id),
    list,
    recall: (user, words, limit) => shelf.search<Note>(user, words, [NOTE], limit),
    about,
  };
}

function check(note: unknown): Note {
  const read = noteSchema.safeParse(note);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new ConsiliumError(
    'NOTE_INVALID',
    `This cannot be kept: ${issue?.path.join('.') || 'it'} ${issue?.message ?? 'is wrong'}.`,
  );
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/\b(?:my|the|our)\b/g, '')
    .trim();
}
