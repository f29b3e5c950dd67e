/** What is remembered: whose it is, corrected by what held before, asked for by what it is about; and words that only point. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Desk, openDesk } from './fixture.ts';

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
});
afterEach(() => desk.close());

const say = async (...messages: string[]): Promise<string> => {
  let last = '';
  for (const message of messages) last = (await desk.ask(message)).text;
  return last;
};
const notes = () => desk.assistant.notes.list('local').map(({ body }) => [body.subject, body.text]);

describe('what is remembered', () => {
  test('is told where it is asked for, and nothing else with it', async () => {
    await say("remember that I'm allergic to penicillin", 'remember he is vegetarian');
    for (const asked of ['what am I allergic to?', 'am I allergic to peanuts?']) {
      const told = await say(asked);
      expect(told).toContain("From what you told me: **I'm allergic to penicillin**");
      expect(told).not.toContain('vegetarian');
    }
  });

  test('of somebody has their name in its subject', async () => {
    await say("remember Tom's phone number is 555-0199", "remember Anna's phone number is 555-0111");
    expect(await say("what's Tom's number?")).toMatch(/^\*\*Tom's phone number: 555-0199\*\*[^\n]*$/);
  });

  test.each([
    ['my GP is Dr. Lee', "My GP isn't Dr. Lee anymore, it's Dr. Patel", ['GP', 'Dr. Patel']],
    ["Tom's phone number is 555-0199", "update: Tom's phone number is 555-0200", ["Tom's phone number", '555-0200']],
    [
      "I'm allergic to penicillin",
      "correct my note: I'm allergic to penicillin should be amoxicillin only",
      [undefined, "I'm allergic to amoxicillin only"],
    ],
  ])('%s: %s', async (told, corrected, kept) => {
    await say(`remember that ${told}`);
    expect(await say(corrected)).toContain('Corrected:');
    expect(notes()).toEqual([kept]);
  });

  test('is not corrected where nothing like it is there, nor by what is said of an event', async () => {
    expect(await say('correct my note: I live in Rome should be Paris')).toContain('I remember nothing like');
    await say('book a dentist on Friday at 9');
    await say("my dentist isn't on Friday anymore, it's on Monday at 9");
    expect(notes()).toEqual([]);
  });
});

describe('words that stand for something', () => {
  test.each([
    'Ingredients: 200 g flour, 2 eggs, milk',
    '# Bread\n\n## Ingredients\n\n- 200 g flour\n- 2 eggs\n- milk\n\n## Steps\n\n1. Mix.\n2. Bake.',
    '- 200 g flour\n- 2 eggs\n- milk',
  ])('in a file are taken out of it, point by point: %s', async (content) => {
    const files = await desk.assistant.files('local');
    await files.write('recipe.md', content, 'test');
    await say('add the ingredients in recipe.md to my shopping list');
    const listed = desk.assistant.todos.list('local', { project: 'shopping' }).map(({ body }) => body.title);
    expect(listed.toSorted()).toEqual(['2 eggs', '200 g flour', 'milk']);
    expect((await files.read('recipe.md', { actor: 'test' })).content).toBe(content);
  });

  test('that a file does not have are not made up', async () => {
    const files = await desk.assistant.files('local');
    await files.write('recipe.md', '# Bread\n\n## Steps\n\n- Mix\n- Bake', 'test');
    expect(await say('add the ingredients in recipe.md to my shopping list')).toContain('no list of "ingredients"');
    expect(desk.assistant.todos.list('local')).toEqual([]);
  });

  test('are written down as what they stand for, or not at all', async () => {
    await say('add eggs and milk to groceries', 'save my groceries list to list.md');
    expect(await say('read list.md')).toMatch(/- eggs\n- milk/);
    expect(await say('save the meeting notes to notes.md')).toContain('What shall stand in notes.md?');
    expect(await say('read notes.md')).toContain('There is no file');
  });

  test('of the record are not remembered as words', async () => {
    expect(await say('remember my last blood pressure')).toContain('I kept nothing of "my last blood pressure"');
    expect(notes()).toEqual([]);
  });
});

test('of more than an answer holds the newest are told, and how many there are besides', async () => {
  for (let at = 0; at < 8; at++)
    desk.assistant.notes.remember('local', { text: `note ${at} ${'x'.repeat(15_000)}` }, at + 1);
  const told = await say('what do you remember about me?');
  expect(told.length).toBeLessThan(62_000);
  expect(told).toContain('note 7');
  expect(told).toMatch(/And \d more/);
});
