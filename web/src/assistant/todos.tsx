/** Todos: added, edited, done, removed. */
import { useState } from 'react';
import { Failure, Loading } from '../pieces/parts.tsx';
import { type Due, dueHere, sayDue } from './due.ts';
import { type Act, Line, useThings, ZONE } from './parts.tsx';
import { sayRule } from './rhythm.ts';

export interface Todo extends Due {
  id: string;
  title: string;
  project?: string;
  /** Where it comes again. */
  rule?: string;
  priority: 'low' | 'normal' | 'high';
}

export function Todos({ act }: { act: Act }) {
  const { data, error } = useThings<{ todos: Todo[] }>('todos');
  const again = useAgain();
  if (error) return <Failure error={error} />;
  if (data === undefined) return <Loading />;
  const groups = Map.groupBy(data.todos, ({ project }) => project ?? 'Todos');
  return (
    <>
      <Line
        label="Add a todo"
        fields={[
          { name: 'title', label: 'What' },
          { name: 'project', label: 'List', optional: true },
          { name: 'due', label: 'Due', type: 'date', optional: true },
        ]}
        onDone={(values) => act('POST', 'todos', { ...values, zone: ZONE })}
      />
      {data.todos.length === 0 && <p className="empty">Nothing is open.</p>}
      {[...groups].map(([name, todos]) => (
        <section key={name} aria-label={name}>
          <h2>{name}</h2>
          <ul className="things">
            {todos.map((todo) => (
              <TodoRow key={todo.id} todo={todo} again={again.get(todo.id)} act={act} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

/** What somebody is reminded of again and again keeps its rhythm with the reminder: in words, by its todo. */
function useAgain(): ReadonlyMap<string, string> {
  const { data } = useThings<{ reminders: { of?: string; recurs: boolean; understood: string }[] }>('reminders');
  return new Map(
    (data?.reminders ?? []).flatMap(({ of, recurs, understood }) =>
      of !== undefined && recurs ? [[of, understood.replace(` (${ZONE})`, '')] as const] : [],
    ),
  );
}

function TodoRow({ todo, again, act }: { todo: Todo; again: string | undefined; act: Act }) {
  const [isEdited, setEditing] = useState(false);
  const due = dueHere(todo);
  if (isEdited)
    return (
      <li>
        <Line
          label={`Edit ${todo.title}`}
          action="Save"
          fields={[
            { name: 'title', label: 'What', value: todo.title },
            { name: 'project', label: 'List', optional: true, value: todo.project },
            {
              name: 'due',
              label: 'Due',
              type: todo.due?.includes('T') ? 'datetime-local' : 'date',
              optional: true,
              value: due,
            },
            { name: 'priority', label: 'Priority', value: todo.priority, among: ['low', 'normal', 'high'] },
          ]}
          onDone={async ({ title, project = null, due: given = null, priority }) => {
            const moved = given === due ? {} : { due: given, zone: ZONE };
            const done = await act('POST', `todos/${todo.id}`, { title, project, ...moved, priority });
            if (done !== undefined) setEditing(false);
            return done;
          }}
          onLeave={() => setEditing(false)}
        />
      </li>
    );
  return (
    <li>
      <label>
        <input type="checkbox" onChange={() => act('POST', `todos/${todo.id}`, { done: true })} /> {todo.title}
      </label>
      <span className="soft">
        {[
          sayDue(todo),
          todo.rule === undefined ? (again ?? '') : sayRule(todo.rule),
          todo.priority === 'normal' ? '' : `${todo.priority} priority`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <span className="acts">
        <button type="button" className="link" aria-label={`Edit ${todo.title}`} onClick={() => setEditing(true)}>
          Edit
        </button>
        <button
          type="button"
          className="link"
          aria-label={`Remove ${todo.title}`}
          onClick={() => act('DELETE', `todos/${todo.id}`)}
        >
          Remove
        </button>
      </span>
    </li>
  );
}
