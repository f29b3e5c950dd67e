import { specialist } from '../_shared/desk.ts';

export default specialist('todo_agent', [
  'add_todo',
  'list_todos',
  'complete_todo',
  'remove_todo',
  'change_todo',
  'set_reminder',
  'list_reminders',
  'cancel_reminder',
  'undo',
  'bring_todos',
]);
