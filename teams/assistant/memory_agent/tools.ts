/** What the person wants remembered. */
import { contradicts, isAbout, NOTE, type Note, readWhen, type Thing, withAttribute } from 'consilium/assistant';
import { ConsiliumError, type ToolContext, tool } from 'consilium/kernel';
import { z } from 'zod';
import { askForAll, except, MOST_AT_ONCE, WAITS_MS, without } from '../_shared/all.ts';
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
    of: text.optional().describe('what was told of somebody else, and holds of the subject instead'),
    more: z.boolean().optional().describe('it is put to what is remembered of the subject'),
    like: z.boolean().optional().describe('it takes the place of the note that begins as it does'),
  }),
  idempotent: true,
  execute: ({ subject: said, text: given, old, of, like, more: isMore }, context) => {
    const subject = said && asKnown(context, said);
    if (subject === undefined && POINTERS.has(given.toLowerCase()))
      throw new ConsiliumError('WHAT_MISSING', 'What shall I remember?', { hint: 'Say it in a sentence.' });
    const { notes, user, now } = here(context);
    const all = notes.list(user);
    const what = isMore ? [begunWith(all, subject)?.body.text, given].filter(Boolean).join('; ') : given;
    const wrong = of === undefined ? undefined : toldOf(all, subject, of);
    if (wrong !== undefined) notes.drop(user, wrong.id, `${context.idempotencyKey}:wrong`);
    const known = like ? begunAs(all, what) : old === undefined ? undefined : noteWith(all, subject, old);
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
    const more = old === undefined && !like && subject !== undefined ? notes.about(user, subject) : undefined;
    const whole = more && withAttribute(more.body.text, what);
    if (whole !== undefined) {
      const added = notes.correct(user, more!.id, whole, now, context.idempotencyKey);
      return {
        say: `I will remember: **${sayNote(added.note)}** (before: ${more!.body.text}).`,
        about: { kinds: ['note'], name: subject! },
        id: more!.id,
        change: added.change.id,
      };
    }
    const { note, change, corrected } = known
      ? {
          ...notes.correct(
            user,
            known.id,
            like ? what : instead(known.body.text, old!, what),
            now,
            context.idempotencyKey,
          ),
          corrected: true,
        }
      : notes.remember(user, { text: what, subject }, now, context.idempotencyKey);
    const before = note.body.before.at(-1)?.text;
    return {
      say: corrected
        ? `Corrected: **${sayNote(note)}** (before: ${before}).`
        : wrong === undefined
          ? `I will remember: **${sayNote(note)}**.`
          : `Corrected: **${sayNote(note)}** (before: ${sayNote(wrong)}).`,
      about: { kinds: ['note'], name: note.body.subject ?? note.body.text.slice(0, 60), ...dayIn(note, now) },
      id: note.id,
      change: change.id,
    };
  },
});

/** The note of that subject, or that begins with the words. */
function begunWith(all: readonly Thing<Note>[], subject = ''): Thing<Note> | undefined {
  const said = subject.toLowerCase();
  return all.find(({ body }) => body.subject?.toLowerCase() === said || body.text.toLowerCase().startsWith(said));
}

/** The day that it tells: "three months before it ends". */
function dayIn({ body }: Thing<Note>, now: number): { at?: number } {
  const when = readWhen(body.text, { now, zone: 'UTC' });
  return when?.dated && !when.recurs
    ? { at: when.timed ? when.at : Date.parse(`${when.wall.slice(0, 10)}T12:00Z`) }
    : {};
}

/** What was told of another. */
function toldOf(all: readonly Thing<Note>[], subject: string | undefined, of: string): Thing<Note> | undefined {
  const isOther = ({ body }: Thing<Note>) => body.subject?.toLowerCase() !== subject?.toLowerCase();
  return all.find((note) => isOther(note) && sayNote(note).toLowerCase().includes(of.toLowerCase()));
}

/** The note with the most words in common from its beginning on. */
function begunAs(all: readonly Thing<Note>[], what: string): Thing<Note> | undefined {
  const words = what.toLowerCase().split(/\s+/);
  const share = ({ body }: Thing<Note>) => {
    const own = [body.subject, body.text].filter(Boolean).join(' ').toLowerCase().split(/\s+/);
    const differs = words.findIndex((word, at) => own[at] !== word);
    return differs < 0 ? words.length : differs;
  };
  const [best] = all.toSorted((one, other) => share(other) - share(one));
  return best !== undefined && share(best) >= 2 ? best : undefined;
}

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
  input: z.strictObject({ query: text, before: z.boolean().optional().describe('what held before it') }),
  idempotent: true,
  execute: ({ query, before }, context) => {
    const { notes, user, zone, now } = here(context);
    const exact = notes.about(user, query);
    const found = exact ? [exact] : searched(notes.list(user), notes.recall(user, query, 5), query);
    if (found.length === 0)
      return { say: `I remember nothing about "${query}". Tell me and I will keep it.`, notes: [] };
    const [only] = found;
    const about =
      found.length === 1 ? { kinds: ['note'], name: only!.body.subject ?? only!.body.text.slice(0, 60) } : undefined;
    if (before) return { say: found.map((note) => sayBefore(note, zone, now)).join('\n'), ...(about && { about }) };
    const lines = found.map((note) => `**${sayNote(note)}** (told ${sayDay(note.updated, zone, now)})`);
    return {
      say: lines.length === 1 ? `${lines[0]}.` : lines.map((line) => `- ${line}`).join('\n'),
      ...(about && { about }),
      gives: found.map((note) => (found.length === 1 ? sayNote(note) : `- ${sayNote(note)}`)).join('\n'),
      notes: found.map(({ id, body }) => ({ id, ...body })),
    };
  },
});

/** Those that the words find; else those in which all of what holds stands, whoever it is of. */
function searched(all: readonly Thing<Note>[], near: readonly Thing<Note>[], query: string): readonly Thing<Note>[] {
  const found = near.filter((note) => isMeant(query, note));
  if (found.length > 0) return found;
  const whole = all.filter(({ body }) => body.text.toLowerCase().includes(query.toLowerCase()));
  if (whole.length > 0) return whole;
  // "My plate number", told within what is known of the car: every word that says what is asked for stands there.
  const words = query.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  const telling = words.filter((word) => !VALUES.has(word));
  const has = ({ body }: Thing<Note>, word: string) => new RegExp(`\\b${word}\\b`, 'iu').test(body.text);
  return telling.length === 0 ? [] : all.filter((note) => telling.every((word) => has(note, word)));
}

/** What is asked for is a value; they say nothing of which. */
const VALUES = new Set(['number', 'code', 'name', 'details', 'the', 'our', 'what', 'was', 'again']);

/** What was true before it, with how long. */
function sayBefore({ body }: Thing<Note>, zone: string, now: number): string {
  const name = body.subject ?? body.text;
  if (body.before.length === 0) return `You told me nothing else about **${name}** before (now: ${body.text}).`;
  const was = body.before.map((one) => `**${one.text}** (until ${sayDay(one.until, zone, now)})`);
  return `${name} before: ${was.toReversed().join(', ')}; now ${body.text}.`;
}

/** A word in common is no answer: what is asked for must not be something else of the same ("sister's phone" for her birthday). */
function isMeant(query: string, note: Thing<Note>): boolean {
  return isAbout(query, sayNote(note)) && (note.body.subject === undefined || !contradicts(query, note.body.subject));
}

export const listMemories = tool({
  name: 'list_memories',
  description: 'Lists everything that is remembered about the person, or what was told between two moments (ms).',
  input: z.strictObject({ from: z.number().optional(), to: z.number().optional() }),
  idempotent: true,
  execute: ({ from, to }, context) => {
    const { notes, user, zone, now } = here(context);
    const all = notes.list(user).filter(({ updated }) => updated >= (from ?? 0) && updated < (to ?? Infinity));
    if (all.length === 0)
      return { say: from === undefined ? 'I remember nothing about you yet.' : 'You told me nothing then.', notes: [] };
    const told = fittingIn(all);
    const more = all.length - told.length;
    const rest =
      more === 0 ? '' : `\n\nAnd ${more} more: ask for one by what it is about, or see them all on the page.`;
    return {
      gives: told.map((note) => `- ${sayNote(note)}`).join('\n'),
      say: `**What I remember:**\n\n${told.map((note) => `- ${sayNote(note)} (${sayDay(note.updated, zone, now)})`).join('\n')}${rest}`,
      notes: told.map(({ id, body }) => ({ id, ...body })),
    };
  },
});

/** As many as an answer holds, the newest; one at least. */
function fittingIn(all: readonly Thing<Note>[]): Thing<Note>[] {
  let room = MOST_TOLD;
  const isTold = (note: Thing<Note>, at: number) => {
    room -= JSON.stringify(note.body).length;
    return at === 0 || room >= 0;
  };
  const newest = new Set(all.toSorted((one, other) => other.updated - one.updated).filter(isTold));
  return all.filter((note) => newest.has(note));
}

/** Characters: an answer that is longer is kept apart, and nobody reads it. */
const MOST_TOLD = 60_000;

export const forget = tool({
  name: 'forget',
  description: 'Forgets what is remembered about something; with `all` everything, after asking. Can be undone.',
  input: z.strictObject({
    ...{ query: text.optional(), all: z.boolean().optional(), except },
    every: z.boolean().optional().describe('everything that is about `query`'),
    good: z.boolean().optional().describe('for good: it cannot be brought back'),
  }),
  execute: async ({ query, all, every, good, except: left }, context) => {
    const { notes, user } = here(context);
    const kept = notes.list(user).map((note) => ({ id: note.id, name: sayNote(note) }));
    const found =
      all || query === undefined
        ? without(kept, ({ name }) => name, left).slice(0, MOST_AT_ONCE)
        : every
          ? kept.filter(({ name }) => isAbout(query, name))
          : [choose(query, kept, 'memory')];
    if (found.length === 0) return { say: `I remember nothing about ${query ?? 'you'}.` };
    if (good) return forgetForGood(context, found);
    const [only] = found;
    if (query !== undefined && !every && found.length === 1 && !(await isWholeMeant(context, query, only!.id)))
      return { say: `I keep **${only!.name}**. Tell me what holds, and I correct it.` };
    if (every && found.length === 1 && !(await isOnlyOf(context, query!, only!)))
      return { say: `I keep **${only!.name}**. Tell me what holds, and I correct it.` };
    const asked = await askForAll(context, 'Forget', found, { id: ({ id }) => id, name: ({ name }) => name });
    if (asked === undefined) return { say: 'I keep it.' };
    const { things: agreed, missed } = asked;
    const names = agreed.map(({ name }) => name);
    const changes = agreed.map(({ id }) => notes.drop(user, id, `${context.idempotencyKey}:${id}`));
    return { say: `Forgotten: ${names.join('; ')}. "Undo that" brings it back.${missed}`, change: changes.at(-1)!.id };
  },
});

/** "My new GP is …": in the place of the one that is known. */
function asKnown(context: ToolContext, subject: string): string {
  const { notes, user } = here(context);
  const plain = subject.replace(/^(?:new|current|latest)\s+/i, '');
  return plain !== subject && notes.about(user, plain) !== undefined ? plain : subject;
}

/** "Forget my plate", which is told within what is known of the car: all of that would go with it. */
async function isWholeMeant(context: ToolContext, query: string, id: string): Promise<boolean> {
  const { notes, user, now } = here(context);
  const note = notes.list(user).find((one) => one.id === id)!;
  const { subject } = note.body;
  if (subject === undefined || isAbout(query, subject) || isAbout(subject, query)) return true;
  const reply = await context.ask({
    what: `Forget all of "${sayNote(note).slice(0, 200)}"`,
    why: `You asked: "${context.message.slice(0, 200)}"; it is only a part of this.`,
    effect: `Nothing about "${subject}" is remembered any more.`,
    undo: '"Undo that" brings it back.',
    until: now + WAITS_MS,
  });
  return reply.kind === 'yes';
}

/** "Forget everything about Ben", where a note tells of Ana too: what holds of her would go with it. */
async function isOnlyOf(context: ToolContext, query: string, note: { readonly name: string }): Promise<boolean> {
  const { now } = here(context);
  const others = note.name
    .split(/,| and | but |;/i)
    .filter((part) => /\p{Lu}\p{Ll}/u.test(part) && !isAbout(query, part));
  if (others.length === 0) return true;
  const reply = await context.ask({
    what: `Forget all of "${note.name.slice(0, 200)}"`,
    why: `You asked: "${context.message.slice(0, 200)}"; it tells of more than that.`,
    effect: `This is forgotten too: ${others
      .map((part) => part.trim())
      .join('; ')
      .slice(0, 200)}.`,
    undo: '"Undo that" brings it back.',
    until: now + WAITS_MS,
  });
  return reply.kind === 'yes';
}

/** Nothing brings it back, so that it is asked first. */
async function forgetForGood(context: ToolContext, found: readonly { readonly id: string; readonly name: string }[]) {
  const { forgetting, user, now } = here(context);
  const names = found.map(({ name }) => name).join('; ');
  const reply = await context.ask({
    what: `Forget for good: ${names.slice(0, 300)}`,
    why: `You asked: "${context.message.slice(0, 200)}"`,
    effect: 'It is gone, with what was remembered of it before.',
    undo: 'None: it cannot be brought back.',
    until: now + WAITS_MS,
  });
  if (reply.kind !== 'yes') return { say: 'I keep it.' };
  for (const { id } of found) await forgetting.forget(user, NOTE, id);
  return { say: `Forgotten for good: ${names}.` };
}
