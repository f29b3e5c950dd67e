/** The kinds of things on a person's shelf. */
export const EVENT = 'event';
export const TODO = 'todo';
export const NOTE = 'note';
