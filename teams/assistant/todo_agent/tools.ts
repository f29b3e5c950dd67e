/** The tools of todos, lists and reminders. */
export { bringTodos } from './bring.ts';
export { changeTodo } from './change.ts';
export { cancelReminder } from './ending.ts';
export { listReminders, setReminder } from './reminders.ts';
export { addTodo, completeTodo, listTodos, removeTodo } from './todos.ts';
export { undo } from './undo.ts';
