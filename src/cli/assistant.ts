/** `consilium todo`, `undo`: a person's things, without talking. */
import { lastChanges, TODO, type Todo, undoAll, whenIn } from '../assistant/index.ts';
import { ConsiliumError } from '../kernel/index.ts';
import {
  atDesk,
  forget,
  type Options,
  print,
  type RemoveOptions,
  saidBack,
  user,
  type WeighedOptions,
  weigh,
  zoneOf,
} from './desk.ts';
import { ruleOf } from './rhythm.ts';

export async function listTodos(options: Options): Promise<void> {
  await atDesk(options, ({ todos }) => {
    const list = todos.list(user).map(({ id, body }) => ({ id, ...body }));
    print(
      options,
      { todos: list },
      list.map((one) =>
        [one.id, sayDue(one, zoneOf(options)), one.title, one.project ? `(${one.project})` : '', weight(one.priority)]
          .filter(Boolean)
          .join('  '),
      ),
      list.some(({ due }) => due?.includes('T')) ? [`Times are those of ${zoneOf(options)}.`] : [],
    );
  });
}

/** As the clock of whoever looks shows it, beside that of where it was said. */
function sayDue({ due, zone }: Pick<Todo, 'due' | 'zone'>, viewer: string): string {
  if (due === undefined) return '';
  const shown = whenIn(due, zone, viewer);
  return `${shown.replace('T', ' ')}${shown === due ? '' : ` (${due.replace('T', ' ')} in ${zone})`}`;
}

const WEIGHTS = ['low', 'normal', 'high'] as const;
const weight = (priority: string) => (priority === 'normal' ? '' : `${priority} priority`);

function readWeight(given: string | undefined): (typeof WEIGHTS)[number] | undefined {
  const found = WEIGHTS.find((one) => one === given);
  if (given === undefined || found !== undefined) return found;
  throw new ConsiliumError('INPUT_INVALID', `--priority is low, normal or high, not "${given}".`);
}

export async function addTodo(
  title: string,
  options: WeighedOptions & { list?: string; due?: string; every?: string; priority?: string },
): Promise<void> {
  await atDesk(options, async (assistant, now) => {
    const priority = readWeight(options.priority);
    const again = rhythmOf(options, now);
    const notes = await weigh(assistant, { what: title, when: rhythmWords(options) }, options);
    const { todo } = assistant.todos.add(user, {
      title,
      project: options.list,
      due: options.due,
      zone: zoneOf(options),
      ...again,
      ...(priority && { priority }),
    });
    print(options, { id: todo.id, ...todo.body }, [`Added ${todo.body.title} (${todo.id}).`], notes);
  });
}

function rhythmWords({ every }: { every?: string }): string | undefined {
  return every === undefined ? undefined : /^every\b/i.test(every) ? every : `every ${every}`;
}

function rhythmOf({ every, ...options }: Options & { every?: string }, now: number) {
  return every === undefined ? {} : ruleOf(every, now, zoneOf(options));
}

export async function completeTodo(id: string, options: Options): Promise<void> {
  await atDesk(options, async ({ todos, reminders: kept }) => {
    const { todo } = todos.complete(user, id);
    await kept.follow(user, id);
    print(options, { id: todo.id, ...todo.body }, [`Done: ${todo.body.title}.`]);
  });
}

export async function changeTodo(
  id: string,
  options: WeighedOptions & { title?: string; list?: string; due?: string; every?: string; priority?: string },
): Promise<void> {
  const { title, list: project, due } = options;
  const priority = readWeight(options.priority);
  const patch = Object.fromEntries(Object.entries({ title, project, due, priority }).filter(([, value]) => value));
  if (Object.keys(patch).length === 0 && options.every === undefined)
    throw new ConsiliumError('INPUT_INVALID', 'Say what to change: --title, --list, --due, --every or --priority.');
  await atDesk(options, async (assistant, now) => {
    const { todos, reminders: kept } = assistant;
    const again = rhythmOf(options, now);
    const what = title ?? (options.every === undefined ? undefined : todos.get(user, id)?.body.title);
    const notes = what === undefined ? [] : await weigh(assistant, { what, when: rhythmWords(options) }, options);
    const zone = due !== undefined || options.every !== undefined ? { zone: zoneOf(options) } : {};
    const { todo } = todos.change(user, id, { ...again, ...patch, ...zone });
    await kept.follow(user, id);
    print(options, { id: todo.id, ...todo.body }, [`Changed ${todo.body.title}.`], notes);
  });
}

export async function removeTodo(id: string, options: RemoveOptions): Promise<void> {
  await atDesk(options, async (assistant, _, home) => {
    const { todos, reminders: kept } = assistant;
    if (options.forGood) return forget(assistant, home, [TODO, id], options);
    const change = todos.remove(user, id);
    await kept.follow(user, id);
    print(options, change, [`${change.what}. ${saidBack}`]);
  });
}

/** Without an id all that the last message or command did; `--list` tells the ids. */
export async function undoLast(given: string | undefined, options: Options & { list?: boolean }): Promise<void> {
  await atDesk(options, async ({ effects }) => {
    if (options.list) {
      const changes = effects.list(user, LISTED).filter(({ undone }) => !undone);
      const fixed = (one: { fixed: boolean }) => (one.fixed ? '  (cannot be undone)' : '');
      return print(
        options,
        { changes },
        changes.map((one) => `${one.id}  ${one.what}${fixed(one)}`),
      );
    }
    const chosen = given === undefined ? lastChanges(effects, user, 'turn') : [{ id: given, what: given }];
    const { changes, left } = await undoAll(effects, user, chosen);
    const kept = left.map(({ what, why }) => `Left as it is: ${what} (${why.replace(/\.$/, '')}).`);
    print(options, { ...changes[0], changes, left }, [...changes.map(({ what }) => `${what}.`), ...kept]);
  });
}

const LISTED = 20;
