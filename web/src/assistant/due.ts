/** When a todo is due, on the clock of whoever looks. */
import { localTime, sayDay } from '../pieces/days.ts';

export interface Due {
  due?: string;
  /** Where its time was said. */
  zone: string;
  /** The moment of a due time; a day alone has none. */
  at?: number;
}

/** Its day or time as the clock here shows it. */
export function dueHere({ due, at }: Pick<Due, 'due' | 'at'>): string | undefined {
  return at === undefined ? due : localTime(at);
}

/** "Mon 16 Nov, 09:00", and where it was said in another zone, what the clock there shows. */
export function sayDue(todo: Due): string {
  const here = dueHere(todo);
  if (here === undefined) return '';
  return here === todo.due ? sayWall(here) : `${sayWall(here)} (${sayWall(todo.due!)} in ${todo.zone})`;
}

function sayWall(when: string): string {
  return [sayDay(when.slice(0, 10)), when.slice(11)].filter(Boolean).join(', ');
}
