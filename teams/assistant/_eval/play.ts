/**
 * Plays sequences of everyday messages through the real team, offline, and tells of each message what it changed: every thing
 * that a person has is one line (`event 2026-11-20T22:00 night shift`), and the lines that came and went are what was done.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { type House, openHouse, TOKEN } from '../../../src/assistant/home-fixture.ts';
import type { Assistant } from '../../../src/assistant/index.ts';
import { BERLIN, type Desk, openDesk } from '../fixture.ts';

const personSchema = z.strictObject({
  person: z.string(),
  /** What they had said before, one by one: how they come to what they have. */
  have: z.array(z.string()).default([]),
  /** The devices at home in place of the fixture's: entity, state, name, and what is set on it. */
  home: z.array(z.tuple([z.string(), z.string(), z.string()]).rest(z.record(z.string(), z.unknown()))).optional(),
  say: z.array(
    z.strictObject({
      text: z.string(),
      /** Each a pattern of one line that came (`+`) or went (`-`); no other may. */
      does: z.array(z.string()).default([]),
      /** A pattern of the answer. */
      says: z.string().optional(),
      /** Nothing is to be done: what was meant cannot be known, or it is only talk. A question, or nothing done, is right. */
      asks: z.boolean().default(false),
    }),
  ),
});
export type Person = z.infer<typeof personSchema>;
type Line = Person['say'][number];

export interface Played {
  readonly text: string;
  readonly reply: string;
  readonly outcome: string;
  readonly changes: readonly string[];
  readonly verdict: 'right' | 'asked' | 'not understood' | 'wrong';
}

export function readPeople(file: string): Person[] {
  return z.array(personSchema).parse(parse(readFileSync(file, 'utf8')));
}

export async function playPerson({ have, home, say }: Person, user = 'local'): Promise<Played[]> {
  const house = await openHouse();
  if (home !== undefined) house.entities.clear();
  for (const [entity_id, state, friendly_name, more] of home ?? [])
    house.entities.set(entity_id, { entity_id, state, attributes: { friendly_name, ...more } });
  const desk = await openDesk({ env: { HOME_ASSISTANT_URL: house.url, HOME_ASSISTANT_TOKEN: TOKEN } });
  try {
    for (const [at, text] of have.entries()) {
      const before = await linesOf(desk.assistant, user);
      await desk.ask(text, `before-${at}`, user);
      if (differenceOf(before, await linesOf(desk.assistant, user)).length === 0)
        process.stderr.write(`"${text}" came to nothing, so this person does not have it.\n`);
    }
    const played: Played[] = [];
    for (const line of say) played.push(await playLine(desk, house, line, user));
    return played;
  } finally {
    await desk.close();
    await house.close();
  }
}

async function playLine(desk: Desk, house: House, line: Line, user: string): Promise<Played> {
  const before = [...(await linesOf(desk.assistant, user)), ...devicesOf(house)];
  const { text: reply, outcome } = await desk.ask(line.text, 'talk', user);
  const changes = differenceOf(before, [...(await linesOf(desk.assistant, user)), ...devicesOf(house)]);
  return { text: line.text, reply, outcome, changes, verdict: judge(line, { reply, outcome, changes }) };
}

function judge(
  line: Line,
  { reply, outcome, changes }: Pick<Played, 'reply' | 'outcome' | 'changes'>,
): Played['verdict'] {
  const fits = (pattern: string, change: string) =>
    change[0] === pattern[0] && new RegExp(pattern.slice(1).trim(), 'i').test(change.slice(2));
  const isWanted = (change: string) => line.does.some((pattern) => fits(pattern, change));
  // Of what is done the line that it is done comes by itself.
  const isImplied = (change: string) =>
    change.startsWith('+ done ') && changes.some((one) => one.startsWith('- ') && isWanted(one) && isSame(one, change));
  const isDone =
    changes.every((change) => isWanted(change) || isImplied(change)) &&
    line.does.every((pattern) => changes.some((change) => fits(pattern, change))) &&
    changes.filter(isWanted).length === line.does.length;
  const isSaid = line.says === undefined || new RegExp(line.says, 'is').test(reply);
  if (isDone && isSaid && !line.asks) return 'right';
  const isAsked = changes.length === 0 && /\?/.test(reply);
  if (line.asks && changes.length === 0) return isSaid ? 'right' : 'not understood';
  if (changes.length > 0 && !isDone) return 'wrong';
  if (isAsked) return 'asked';
  return outcome === 'answered' && line.says !== undefined && isDone && line.does.length > 0
    ? 'right'
    : 'not understood';
}

/** "- todo butter /shopping", "- reminder 2026-11-16T18:00 send the rota" and the same thing done. */
function isSame(went: string, done: string): boolean {
  const plain = (line: string) => line.replace(/^. (?:todo|done|reminder \S+) /, '').replace(/ (?:due |\[).*$/, '');
  return plain(went) === plain(done);
}

function devicesOf({ entities }: House): string[] {
  return [...entities.values()].map(({ state, attributes: { friendly_name, temperature, brightness_pct } }) =>
    ['device', friendly_name, state, temperature, brightness_pct].filter((one) => one !== undefined).join(' '),
  );
}

export function differenceOf(before: readonly string[], after: readonly string[]): string[] {
  const left = [...before];
  const came = after.filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return [...left.map((line) => `- ${line}`), ...came.map((line) => `+ ${line}`)];
}

/** All that somebody has, a line each. */
export async function linesOf(
  { calendar, todos, reminders, notes, files }: Assistant,
  user: string,
): Promise<string[]> {
  const all = await reminders.list(user);
  const reminded = new Set(all.map(({ of }) => of));
  const join = (...parts: (string | false | undefined)[]) => parts.filter(Boolean).join(' ');
  const { files: kept } = await (await files(user)).list();
  return [
    ...calendar
      .list(user)
      .map(({ body: { title, start, end, rule, location, notes: more, except, moved, remind, zone } }) =>
        join(
          ...[
            `event ${start}`,
            `to ${end}`,
            title,
            rule && `[${rule}]`,
            location && `@ ${location}`,
            more && `(${more})`,
          ],
          ...[
            except.length > 0 && `except ${except.join(' ')}`,
            Object.keys(moved).length > 0 && JSON.stringify(moved),
          ],
          ...[remind.length > 0 && `remind ${remind.join(' ')}`, zone !== BERLIN && zone],
        ),
      ),
    ...[...todos.list(user), ...todos.list(user, { done: true })]
      .filter(({ id, body: { done, of } }) => (!reminded.has(id) || done !== undefined) && of?.gone === undefined)
      .map(({ body: { title, project, due, rule, priority, done, notes: more } }) =>
        join(
          ...[done !== undefined ? 'done' : 'todo', title, project && `/${project}`, due && `due ${due}`],
          ...[rule && `[${rule}]`, priority !== 'normal' && `!${priority}`, more && `(${more})`],
        ),
      ),
    ...all.map(({ what, next, understood, recurs }) => join('reminder', wall(next), what, recurs && `[${understood}]`)),
    ...notes.list(user).map(({ body: { subject, text } }) => join('note', subject && `${subject}:`, text)),
    ...kept.map(({ path }) => `file ${path}`),
  ];
}

function wall(at: number): string {
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone: BERLIN, dateStyle: 'short', timeStyle: 'short' });
  return parts.format(at).replace(' ', 'T');
}
