/**
 * `node teams/assistant/_eval/strangers.ts NAME [WHICH]`: plays a stranger's set (strangers/NAME.yml, with what each person has
 * as it is kept in NAME.json) and prints of each message the answer, what it changed, and what should have come of it, to be
 * judged by whoever reads it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { type House, openHouse, TOKEN } from '../../../src/assistant/home-fixture.ts';
import { type Desk, openDesk } from '../fixture.ts';
import { differenceOf, linesOf } from './play.ts';

const text = z.string().nullish();
const setupSchema = z.strictObject({
  now: z.string(),
  zone: z.string(),
  /** Title, start, end, rule, place. */
  events: z.array(z.tuple([z.string(), z.string(), z.string()]).rest(text)),
  todos: z.array(z.tuple([z.string()]).rest(text)),
  reminders: z.array(z.tuple([z.string(), z.string()])),
  notes: z.array(z.tuple([z.string().nullable(), z.string()])),
  files: z.array(z.string()).default([]),
  /** Entity, state, name, attributes. */
  home: z.array(z.tuple([z.string(), z.string(), z.string()]).rest(z.record(z.string(), z.unknown()))).default([]),
});
type Setup = z.infer<typeof setupSchema>;

const personSchema = z.object({
  who: z.string(),
  have: z.object({ lists: z.record(z.string(), z.array(z.string())).default({}) }),
  says: z.array(z.object({ say: z.string(), kind: z.string(), should: z.string(), never: z.string().optional() })),
});
type Person = z.infer<typeof personSchema>;

const USER = 'local';
const [name = 'assist-a', which] = process.argv.slice(2);
const file = (end: string) => readFileSync(join(import.meta.dirname, 'strangers', `${name}.${end}`), 'utf8');
const people = z.array(personSchema).parse(parse(file('yml')));
const setups = z.array(setupSchema).parse(JSON.parse(file('json')));
for (const [at, person] of people.entries()) {
  if (which !== undefined && Number(which) !== at) continue;
  process.stdout.write(await play(person, setups[at]!));
}

async function play({ who, have, says }: Person, setup: Setup): Promise<string> {
  const house = await openHouse();
  house.entities.clear();
  for (const [entity_id, state, friendly_name, more] of setup.home)
    house.entities.set(entity_id, { entity_id, state, attributes: { friendly_name, ...more } });
  const env = { HOME_ASSISTANT_URL: house.url, HOME_ASSISTANT_TOKEN: TOKEN };
  const desk = await openDesk({ env, now: Date.parse(setup.now), zone: setup.zone });
  let told = `##### ${who}\n`;
  try {
    await give(desk, have.lists, setup);
    for (const [at, { say, kind, should, never = '' }] of says.entries()) {
      const before = await allOf(desk, house);
      const { text: reply } = await desk.ask(say, 'talk', USER);
      const changes = differenceOf(before, await allOf(desk, house)).join(' | ');
      told += `[${at + 1}] (${kind}) ${say}\n   reply: ${reply.replace(/\s+/g, ' ').slice(0, 420)}\n   did: ${changes}\n`;
      told += `   should: ${should}\n   never: ${never}\n`;
    }
  } finally {
    await desk.close();
    await house.close();
  }
  return told;
}

async function give({ assistant, clock }: Desk, lists: Person['have']['lists'], setup: Setup): Promise<void> {
  const { zone, events, todos, reminders, notes, files } = setup;
  for (const [title, start, end, rule, location] of events)
    assistant.calendar.add(USER, { title, start, end, zone, ...(rule && { rule }), ...(location && { location }) });
  for (const [project, titles] of Object.entries(lists))
    for (const title of titles) assistant.todos.add(USER, { title, project, zone });
  for (const [title, due] of todos) assistant.todos.add(USER, { title, zone, ...(due && { due }) });
  for (const [what, when] of reminders) await assistant.reminders.set(USER, { what, when, zone });
  for (const [subject, said] of notes)
    assistant.notes.remember(USER, { text: said, ...(subject && { subject }) }, clock.now());
  const folder = await assistant.files(USER);
  for (const path of files) await folder.write(path, path, 'test');
}

async function allOf({ assistant }: Desk, { entities }: House): Promise<string[]> {
  const home = [...entities.values()].map(
    ({ state, attributes }) => `home ${attributes['friendly_name']} ${state} ${attributes['temperature'] ?? ''}`,
  );
  return [...(await linesOf(assistant, USER)), ...home];
}
