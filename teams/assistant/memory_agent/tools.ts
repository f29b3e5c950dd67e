/** What the person wants remembered. */
import { contradicts, isAbout, type Note, type Thing } from 'consilium/assistant';
import { ConsiliumError, type ToolContext, tool } from 'consilium/kernel';
import { z } from 'zod';
import { askForAll, except, MOST_AT_ONCE, without } from '../_shared/all.ts';
import { choose } from '../_shared/choose.ts';
import { assistantOf, placeOf } from '../_shared/place.ts';
import { sayDay } from '../_shared/say.ts';

const text = z.string().min(1).max(20_000);
const here = (context: ToolContext) => ({ ...assistantOf(context), user: context.session.user, ...placeOf(context) });

const sayNote = ({ body }: Thing<Note>) => (body.subject === undefined ? body.text : `${body.subject}: ${body.text}`);

/** They say nothing by themselves. */
const POINTERS = new Set(['it', 'that', 'this', 'them', 'those', 'these']);

export const remember = tool({
  name: 'remember',
  description:
    'Remembers a fact (subject and text) or a note (text). A fact on a known subject takes the place of the old one.',
  input: z.strictObject({
    subject: z.string().max(120).optional(),
    text,
    old: text.optional().describe('what held before: the note that has it is corrected'),
  }),
  idempotent: true,
  execute: ({ subject, text: what, old }, context) => {
    if (subject === undefined && POINTERS.has(what.toLowerCase()))
      throw new ConsiliumError('WHAT_MISSING', 'What shall I remember?', { hint: 'Say it in a sentence.' });
    const { notes, user, now } = here(context);
    const known = old === undefined ? undefined : noteWith(notes.list(user), subject, old);
    if (old !== undefined && known === undefined && subject === undefined)
      throw new ConsiliumError('NOT_FOUND_HERE', `I remember nothing like "${old}", so I corrected nothing.`, {
        hint: 'Ask "what do you remember about me?" to see what there is.',
      });
    const stands = known === undefined && old === undefined ? notedAlready(notes.list(user), subject, what) : undefined;
    if (stands !== undefined)
      return {
        say: `I remember that already: **${sayNote(stands)}**.`,
        about: { kinds: ['note'], name: stands.body.subject ?? stands.body.text.slice(0, 60) },
        id: stands.id,
      };
    const { note, change, corrected } = known
      ? {
          ...notes.correct(user, known.id, instead(known.body.text, old!, what), now, context.idempotencyKey),
          corrected: true,
        }
      : notes.remember(user, { text: what, subject }, now, context.idempotencyKey);
    const before = note.body.before.at(-1)?.text;
    return {
      say: corrected
        ? `Corrected: **${sayNote(note)}** (before: ${before}).`
        : `I will remember: **${sayNote(note)}**.`,
      about: { kinds: ['note'], name: note.body.subject ?? note.body.text.slice(0, 60) },
      id: note.id,
      change: change.id,
    };
  },
});

/** The same words of the same subject are kept once. */
function notedAlready(all: readonly Thing<Note>[], subject: string | undefined, text: string): Thing<Note> | undefined {
  const isSame = (one: string | undefined, other: string | undefined) => one?.toLowerCase() === other?.toLowerCase();
  return all.find(({ body }) => isSame(body.subject, subject) && isSame(body.text, text));
}

/** The note that is about the subject, or that has the words that held. */
function noteWith(all: readonly Thing<Note>[], subject: string | undefined, old: string): Thing<Note> | undefined {
  const has = (note: Thing<Note>) => sayNote(note).toLowerCase().includes(old.toLowerCase());
  const ofSubject = all.filter(
    ({ body }) => subject !== undefined && body.subject?.toLowerCase() === subject.toLowerCase(),
  );
  if (ofSubject.length > 0) return ofSubject[0];
  const [only, ...others] = all.filter(has);
  if (only !== undefined && others.length === 0) return only;
  const near = all.filter((note) => isAbout(old, sayNote(note)) && !contradicts(old, sayNote(note)));
  return near.length === 1 ? near[0] : undefined;
}

/** What stood there with what holds now in its place; a few words take the place of the last of a sentence only. */
function instead(text: string, old: string, now: string): string {
  if (!text.toLowerCase().includes(old.toLowerCase())) return now;
  const isSentence = /\b(?:am|is|are|was|have|has|'m|'s|'re|need|take|live|work)\b|'(?:m|s|re|ve)\b/i;
  const lead = /^(.*\b(?:to|is|are|at|in|for|with|=|:)\s+)/is.exec(old)?.[1];
  const whole = isSentence.test(old) && !isSentence.test(now) && lead !== undefined ? `${lead}${now}` : now;
  const at = text.toLowerCase().indexOf(old.toLowerCase());
  return `${text.slice(0, at)}${whole}${text.slice(at + old.length)}`.trim();
}

export const recall = tool({
  name: 'recall',
  description: 'Looks for what is remembered about something.',
  input: z.strictObject({ query: text }),
  idempotent: true,
  execute: ({ query }, context) => {
    const { notes, user, zone, now } = here(context);
    const exact = notes.about(user, query);
    const found = exact ? [exact] : notes.recall(user, query, 5).filter((note) => isMeant(query, note));
    if (found.length === 0)
      return { say: `I remember nothing about "${query}". Tell me and I will keep it.`, notes: [] };
    const lines = found.map((note) => `**${sayNote(note)}** (told ${sayDay(note.updated, zone, now)})`);
    return {
      say: lines.length === 1 ? `${lines[0]}.` : lines.map((line) => `- ${line}`).join('\n'),
      gives: found.map((note) => (found.length === 1 ? sayNote(note) : `- ${sayNote(note)}`)).join('\n'),
      notes: found.map(({ id, body }) => ({ id, ...body })),
    };
  },
});

/** A word in common is no answer: what is asked for must not be something else of the same ("sister's phone" for her birthday). */
function isMeant(query: string, note: Thing<Note>): boolean {
  return isAbout(query, sayNote(note)) && (note.body.subject === undefined || !contradicts(query, note.body.subject));
}

export const listMemories = tool({
  name: 'list_memories',
  description: 'Lists everything that is remembered about the person.',
  input: z.strictObject({}),
  idempotent: true,
  execute: (_input, context) => {
    const { notes, user, zone, now } = here(context);
    const all = notes.list(user);
    if (all.length === 0) return { say: 'I remember nothing about you yet.', notes: [] };
    return {
      gives: all.map((note) => `- ${sayNote(note)}`).join('\n'),
      say: `**What I remember:**\n\n${all.map((note) => `- ${sayNote(note)} (${sayDay(note.updated, zone, now)})`).join('\n')}`,
      notes: all.map(({ id, body }) => ({ id, ...body })),
    };
  },
});

export const forget = tool({
  name: 'forget',
  description: 'Forgets what is remembered about something; with `all` everything, after asking. Can be undone.',
  input: z.strictObject({ query: text.optional(), all: z.boolean().optional(), except }),
  execute: async ({ query, all, except: left }, context) => {
    const { notes, user } = here(context);
    const kept = notes.list(user).map((note) => ({ id: note.id, name: sayNote(note) }));
    const found =
      all || query === undefined
        ? without(kept, ({ name }) => name, left).slice(0, MOST_AT_ONCE)
        : [choose(query, kept, 'memory')];
    if (found.length === 0) return { say: 'I remember nothing about you.' };
    const asked = await askForAll(context, 'Forget', found, { id: ({ id }) => id, name: ({ name }) => name });
    if (asked === undefined) return { say: 'I keep it.' };
    const { things: agreed, missed } = asked;
    const names = agreed.map(({ name }) => name);
    const changes = agreed.map(({ id }) => notes.drop(user, id, `${context.idempotencyKey}:${id}`));
    return { say: `Forgotten: ${names.join('; ')}. "Undo that" brings it back.${missed}`, change: changes.at(-1)!.id };
  },
});
