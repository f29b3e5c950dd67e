/** Todos on a person's shelf: projects, due dates, priorities, what comes again. */
import { z } from 'zod';
import { type Clock, ConsiliumError, isZone } from '../kernel/index.ts';
import { plainLine } from '../text/index.ts';
import { checkRule, expand } from './calendar/recurrence.ts';
import { sayDifference } from './difference.ts';
import { TODO } from './kinds.ts';
import type { Change, Shelf, Thing } from './shelf.ts';
import { addDays, addMinutes, isDay, isWall, momentOf } from './wall.ts';

/** What the house does to a todo by itself begins with it. */
export const MOVED_ON = 'Next:';

const todoSchema = z
  .object({
    title: z.string().max(500).transform(plainLine).pipe(z.string().min(1)),
    /** The list it stands on: groceries, work. */
    project: z.string().trim().max(100).optional(),
    due: z
      .string()
      .refine((text) => isDay(text) || isWall(text), 'is no day and no time')
      .optional(),
    zone: z.string().refine(isZone, 'is no time zone').default('UTC'),
    /** What comes again: the rule of its due dates. */
    rule: z.string().max(500).refine(checkRule, 'is no recurrence rule').optional(),
    /** Dates that the rule gives and that are none. */
    except: z.array(z.string().max(20)).max(1_000).optional(),
    priority: z.enum(['low', 'normal', 'high']).default('normal'),
    notes: z.string().max(10_000).optional(),
    /** When it was done, in ms. */
    done: z.int().optional(),
    /** What comes again by a trigger: its rhythm as it is kept there, so that who takes a change of it back gets it back. */
    rhythm: z.object({ schedule: z.string().max(600), plan: z.unknown(), next: z.number() }).optional(),
    /** The trigger that reminds of it. */
    reminder: z.string().max(200).optional(),
    /** Where it came from, so that the same is not brought twice. */
    source: z.string().max(600).optional(),
    /** Alarms that it came with: minutes before it is due, after it negative. */
    remind: z.array(z.int()).max(5).optional(),
    /** The event whose reminder it is: the occasion, its start when it was last looked at, the minutes from it. */
    of: z
      .object({
        event: z.string().max(200),
        occasion: z.string().max(40),
        start: z.string().max(40),
        minutes: z.int().optional(),
        /** The hour of the day that lies so far from it. */
        clock: z.string().max(5).optional(),
        /** It is of every occasion: when one has been, it goes on to the next. */
        each: z.literal(true).optional(),
        /** The event is cancelled: it is not shown, and comes back with it. */
        gone: z.literal(true).optional(),
      })
      .optional(),
  })
  .refine(({ rule, due }) => rule === undefined || due !== undefined, {
    error: 'comes again, so it needs a first date',
    path: ['due'],
  });

export type Todo = z.infer<typeof todoSchema>;
export type TodoWish = Partial<Todo> & Pick<Todo, 'title'>;

export interface TodoFilter {
  readonly project?: string | undefined;
  readonly done?: boolean | undefined;
  /** Due before this moment. */
  readonly before?: number | undefined;
  readonly words?: string | undefined;
}

export interface Todos {
  add(user: string, wish: TodoWish, key?: string): { todo: Thing<Todo>; change: Change };
  change(user: string, id: string, patch: Partial<TodoWish>, key?: string): { todo: Thing<Todo>; change: Change };
  /** It came round: open again, with its next date. Nothing that a person did, so nothing that they undo. */
  moveOn(user: string, id: string, due: string, key?: string): void;
  /** It goes with its event. Nothing that a person did either. */
  carry(user: string, id: string, after: Partial<Pick<Todo, 'due' | 'of' | 'rhythm'>>): void;
  /** Those that go with an event and are not done, shown or not. */
  belonging(user: string): Thing<Todo>[];
  /** What comes again moves on to its next date; the rest is done. */
  complete(user: string, id: string, key?: string): { todo: Thing<Todo>; change: Change };
  /** What comes again moves on to its next date without being done; undefined where there is none. */
  skip(user: string, id: string, key?: string): { todo: Thing<Todo>; change: Change } | undefined;
  remove(user: string, id: string, key?: string): Change;
  get(user: string, id: string): Thing<Todo> | undefined;
  /** What is due first, then by priority. */
  list(user: string, filter?: TodoFilter): Thing<Todo>[];
  projects(user: string): { name: string; open: number }[];
}

export function openTodos(shelf: Shelf, clock: Clock): Todos {
  const need = (user: string, id: string) => {
    const todo = shelf.get<Todo>(user, TODO, id);
    if (todo === undefined) throw new ConsiliumError('TODO_UNKNOWN', 'There is no such todo.');
    return todo;
  };
  const keep = (user: string, body: Todo, what: string, id?: string, key?: string) => {
    const text = [body.title, body.project, body.notes].filter(Boolean).join(' ');
    const { thing, change } = shelf.put({ user, kind: TODO, id, body, what, text, key });
    return { todo: thing, change };
  };
  return {
    add: (user, wish, key) => {
      const todo = check(wish);
      return keep(user, todo, `Added "${todo.title}"${todo.project ? ` to ${todo.project}` : ''}`, undefined, key);
    },
    change: (user, id, patch, key) => {
      const { body } = need(user, id);
      const after = check({ ...body, ...patch });
      return keep(user, after, `Changed "${body.title}"${sayDifference(body, after)}`, id, key);
    },
    moveOn: (user, id, due, key) => {
      const { done: _, ...body } = need(user, id).body;
      keep(user, check({ ...body, due }), `${MOVED_ON} "${body.title}" on ${due.replace('T', ' at ')}`, id, key);
    },
    carry: (user, id, after) => {
      const { body } = need(user, id);
      keep(user, check({ ...body, ...after }), `${MOVED_ON} "${body.title}" with its event`, id);
    },
    belonging: (user) =>
      shelf.list<Todo>(user, TODO).filter(({ body }) => body.of !== undefined && body.done === undefined),
    complete: (user, id, key) => {
      const { body } = need(user, id);
      const next = nextDue(body, clock.now());
      const after = next === undefined ? { ...body, done: clock.now() } : { ...body, due: next };
      return keep(
        user,
        after,
        `Done: "${body.title}"${next === undefined ? '' : `, next on ${next.replace('T', ' at ')}`}`,
        id,
        key,
      );
    },
    skip: (user, id, key) => {
      const { body } = need(user, id);
      const next = nextDue(body, clock.now());
      if (next === undefined) return undefined;
      return keep(
        user,
        { ...body, due: next },
        `Skipped "${body.title}" of ${body.due!.replace('T', ' at ')}`,
        id,
        key,
      );
    },
    remove: (user, id, key) => shelf.remove(user, TODO, id, `Removed "${need(user, id).body.title}"`, key),
    get: (user, id) => shelf.get<Todo>(user, TODO, id),
    list: (user, filter = {}) => {
      const all =
        filter.words === undefined ? shelf.list<Todo>(user, TODO) : shelf.search<Todo>(user, filter.words, [TODO], 200);
      return all.filter(({ body }) => fits(body, filter)).toSorted(byUrgency);
    },
    projects: (user) => {
      const open = shelf.list<Todo>(user, TODO).filter(({ body }) => fits(body, {}));
      const counted = Map.groupBy(open, ({ body }) => body.project ?? '');
      return [...counted].filter(([name]) => name !== '').map(([name, todos]) => ({ name, open: todos.length }));
    },
  };
}

function check(todo: unknown): Todo {
  const read = todoSchema.safeParse(todo);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new ConsiliumError(
    'TODO_INVALID',
    `This cannot be a todo: ${issue?.path.join('.') || 'it'} ${issue?.message ?? 'is wrong'}.`,
  );
}

function fits(todo: Todo, { project, done = false, before }: TodoFilter): boolean {
  if ((todo.done !== undefined) !== done || todo.of?.gone) return false;
  if (project !== undefined && todo.project?.toLowerCase() !== project.toLowerCase()) return false;
  return before === undefined || (todo.due !== undefined && momentOf(todo.due, todo.zone) < before);
}

const WEIGHT = { high: 0, normal: 1, low: 2 } as const;

function byUrgency({ body: one }: Thing<Todo>, { body: other }: Thing<Todo>): number {
  const due = (todo: Todo) => (todo.due === undefined ? Number.POSITIVE_INFINITY : momentOf(todo.due, todo.zone));
  const [a, b] = [due(one), due(other)];
  return (a === b ? 0 : a - b) || WEIGHT[one.priority] - WEIGHT[other.priority] || one.title.localeCompare(other.title);
}

const YEARS = 5 * 366 * 24 * 60 * 60 * 1000;

/** The first date of the rule after both the one that was done and today. */
function nextDue({ title, due, zone, rule, except = [] }: Todo, now: number): string | undefined {
  if (rule === undefined || due === undefined) return undefined;
  const end = due.length === 10 ? addDays(due, 1) : addMinutes(due, 1);
  const event = { uid: 'todo', title, start: due, end, zone, rule, except, moved: {}, remind: [] };
  const from = Math.max(momentOf(due, zone) + 1, now);
  return expand('todo', event, from, from + YEARS).find((occasion) => occasion.start > due && occasion.from >= from)
    ?.start;
}
