/** The tools of todos, lists and reminders. */
export { bringTodos } from './bring.ts';
export { cancelReminder, listReminders, setReminder } from './reminders.ts';
export { addTodo, changeTodo, completeTodo, listTodos, removeTodo } from './todos.ts';
export { undo } from './undo.ts';
