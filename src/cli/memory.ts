/** `consilium memory`, `reminders`: what is remembered of a person, and what they are reminded of. */
import { wallOf } from '../assistant/index.ts';
import { ConsiliumError } from '../kernel/index.ts';
import { atDesk, type Options, print, user, type WeighedOptions, weigh, zoneOf } from './desk.ts';

interface MemoryOptions extends Options {
  readonly search?: string;
  readonly forget?: string;
  readonly add?: string;
  readonly subject?: string;
  readonly correct?: string;
  readonly text?: string;
}

const MOST_FOUND = 50;

export async function memories(options: MemoryOptions): Promise<void> {
  await atDesk(options, ({ notes }, now, home) => {
    if (options.add !== undefined) {
      const { note } = notes.remember(user, { text: options.add, subject: options.subject }, now);
      return print(options, { id: note.id, ...note.body }, [`Remembered (${note.id}).`]);
    }
    if (options.correct !== undefined) {
      if (options.text === undefined) throw new ConsiliumError('INPUT_INVALID', '--correct needs --text.');
      const { note } = notes.correct(user, options.correct, options.text, now);
      return print(options, { id: note.id, ...note.body }, ['Corrected.']);
    }
    if (options.forget !== undefined) {
      if (!notes.forget(user, options.forget))
        throw new ConsiliumError('NOTE_UNKNOWN', 'Nothing of that is remembered.');
      home.scrub();
      return print(options, { forgotten: options.forget }, ['Forgotten for good.']);
    }
    const found = options.search === undefined ? notes.list(user) : notes.recall(user, options.search, MOST_FOUND);
    const list = found.map(({ id, body, updated }) => ({ id, updated, ...body }));
    print(
      options,
      { memories: list },
      list.map((one) => [one.id, one.subject ? `${one.subject}:` : '', one.text].filter(Boolean).join('  ')),
    );
  });
}

export async function reminders(
  options: WeighedOptions & { cancel?: string; add?: string; change?: string; when?: string },
): Promise<void> {
  await atDesk(options, async (assistant) => {
    const { reminders: kept } = assistant;
    if (options.add !== undefined) {
      if (options.when === undefined) throw new ConsiliumError('INPUT_INVALID', '--add needs --when.');
      const notes = await weigh(assistant, { what: options.add, when: options.when }, options);
      const { todo: _, ...made } = await kept.set(user, {
        what: options.add,
        when: options.when,
        zone: zoneOf(options),
      });
      return print(options, made, [`${made.what}: ${made.understood} (${made.id}).`], notes);
    }
    if (options.change !== undefined) {
      const { change: id, when } = options;
      if (when === undefined) throw new ConsiliumError('INPUT_INVALID', '--change needs --when.');
      const known = (await kept.list(user)).find((one) => one.id === id);
      if (known === undefined) throw new ConsiliumError('TRIGGER_UNKNOWN', 'There is no such reminder.');
      const notes = await weigh(assistant, { what: known.what, when, instead: known.what }, options);
      const moved = await kept.move(user, id, when);
      return print(options, moved, [`${moved.what}: ${moved.understood} (${moved.id}).`], notes);
    }
    if (options.cancel !== undefined) {
      const gone = await kept.cancel(user, options.cancel);
      return print(options, gone, [`Cancelled: ${gone.what}.`]);
    }
    const list = await kept.list(user);
    print(
      options,
      { reminders: list },
      list.map(
        (one) => `${one.id}  ${wallOf(one.next, zoneOf(options)).replace('T', ' ')}  ${one.what}  (${one.understood})`,
      ),
      [`Times are those of ${zoneOf(options)}.`],
    );
  });
}
