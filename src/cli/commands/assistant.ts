/** A person's calendar, todos, reminders and memories, as commands. */
import type { Command } from 'commander';
import { home, json, timezone } from '../options.ts';

export function register(program: Command): void {
  const todo = program.command('todo').description('Your todos');
  todo
    .command('list', { isDefault: true })
    .description('List what is open')
    .option(...home)
    .option(...json)
    .action(async (options) => (await import('../assistant.ts')).listTodos(options));
  todo
    .command('add <title>')
    .description('Add a todo')
    .option('--list <name>', 'the list it stands on')
    .option('--due <day>', '2026-11-20 or 2026-11-20T15:00')
    .option('--priority <weight>', 'low, normal or high')
    .option(...timezone)
    .option(...home)
    .option(...json)
    .action(async (title, options) => (await import('../assistant.ts')).addTodo(title, options));
  todo
    .command('done <id>')
    .description('Mark a todo as done')
    .option(...home)
    .option(...json)
    .action(async (id, options) => (await import('../assistant.ts')).completeTodo(id, options));

  const calendar = program.command('calendar').description('Your calendar');
  calendar
    .command('list', { isDefault: true })
    .description('List what is to come')
    .option('--days <n>', 'how far ahead', '14')
    .option(...timezone)
    .option(...home)
    .option(...json)
    .action(async (options) => (await import('../assistant.ts')).listEvents(options));
  calendar
    .command('add <title>')
    .description('Add an event')
    .requiredOption('--start <when>', '2026-11-20 or 2026-11-20T15:00')
    .option('--end <when>', 'an hour later unless said')
    .option(...timezone)
    .option(...home)
    .option(...json)
    .action(async (title, options) => (await import('../assistant.ts')).addEvent(title, options));
  calendar
    .command('import <file>')
    .description('Bring events from an iCalendar file')
    .option(...timezone)
    .option(...home)
    .option(...json)
    .action(async (file, options) => (await import('../assistant.ts')).bringCalendar(file, options));
  calendar
    .command('export')
    .description('Print your calendar as iCalendar')
    .option(...home)
    .action(async (options) => (await import('../assistant.ts')).takeCalendar(options));

  program
    .command('memory')
    .description('What the assistant remembers about you')
    .option('--forget <id>', 'forget this for good')
    .option(...home)
    .option(...json)
    .action(async (options) => (await import('../assistant.ts')).memories(options));
  program
    .command('reminders')
    .description('Your reminders')
    .option('--cancel <id>', 'cancel this one')
    .option(...home)
    .option(...json)
    .action(async (options) => (await import('../assistant.ts')).reminders(options));
}
