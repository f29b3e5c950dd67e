/** A person's calendar, todos, reminders and memories, as commands. */
import type { Command } from 'commander';
import { home, json, patient, timezone } from '../options.ts';

const anyway = ['--anyway', 'set a medicine though something speaks against it'] as const;

export function register(program: Command): void {
  const todo = program.command('todo').description('Your todos');
  todo
    .command('list', { isDefault: true })
    .description('List what is open')
    .option(...timezone)
    .option(...home)
    .option(...json)
    .action(async (options) => (await import('../assistant.ts')).listTodos(options));
  todo
    .command('add <title>')
    .description('Add a todo')
    .option('--list <name>', 'the list it stands on')
    .option('--due <day>', '2026-11-20 or 2026-11-20T15:00')
    .option('--every <rhythm>', 'again and again, in words: "Friday until 20 December"')
    .option('--priority <weight>', 'low, normal or high')
    .option(...timezone)
    .option(...patient)
    .option(...anyway)
    .option(...home)
    .option(...json)
    .action(async (title, options) => (await import('../assistant.ts')).addTodo(title, options));
  todo
    .command('done <id>')
    .description('Mark a todo as done')
    .option(...home)
    .option(...json)
    .action(async (id, options) => (await import('../assistant.ts')).completeTodo(id, options));
  todo
    .command('change <id>')
    .description('Change a todo')
    .option('--title <title>', 'another name')
    .option('--list <name>', 'another list')
    .option('--due <day>', '2026-11-20 or 2026-11-20T15:00')
    .option('--every <rhythm>', 'again and again, in words: "Friday until 20 December"')
    .option('--priority <weight>', 'low, normal or high')
    .option(...timezone)
    .option(...patient)
    .option(...anyway)
    .option(...home)
    .option(...json)
    .action(async (id, options) => (await import('../assistant.ts')).changeTodo(id, options));
  todo
    .command('remove <id>')
    .description('Remove a todo; "consilium undo" brings it back, for 30 days')
    .option('--for-good', 'so that it cannot be brought back; also what was deleted before, by its id')
    .option(...home)
    .option(...json)
    .action(async (id, options) => (await import('../assistant.ts')).removeTodo(id, options));

  const calendar = program.command('calendar').description('Your calendar');
  calendar
    .command('list', { isDefault: true })
    .description('List what is to come')
    .option('--days <n>', 'how far ahead', '14')
    .option(...timezone)
    .option(...home)
    .option(...json)
    .action(async (options) => (await import('../calendar.ts')).listEvents(options));
  calendar
    .command('add <title>')
    .description('Add an event')
    .option('--start <when>', '2026-11-20 or 2026-11-20T15:00')
    .option('--end <when>', 'an hour later unless said')
    .option('--every <rhythm>', 'instead of a start, in words: "Tuesday at 9 until 20 December"')
    .option('--minutes <n>', 'with --every: how long it takes, an hour unless said')
    .option(...timezone)
    .option(...patient)
    .option(...anyway)
    .option(...home)
    .option(...json)
    .action(async (title, options) =>
      options.every === undefined
        ? (await import('../calendar.ts')).addEvent(title, options)
        : (await import('../again.ts')).addRecurring(title, options),
    );
  calendar
    .command('free')
    .description('When you are free')
    .option('--days <n>', 'how far ahead', '7')
    .option('--minutes <n>', 'for at least so long', '30')
    .option(...timezone)
    .option(...home)
    .option(...json)
    .action(async (options) => (await import('../again.ts')).listFree(options));
  calendar
    .command('change <id>')
    .description('Move or rename an event')
    .option('--title <title>', 'another name')
    .option('--start <when>', '2026-11-20 or 2026-11-20T15:00')
    .option('--end <when>', 'as long as before unless said')
    .option('--occasion <when>', 'only the one that would begin then')
    .option(...patient)
    .option(...anyway)
    .option(...home)
    .option(...json)
    .action(async (id, options) => (await import('../calendar.ts')).changeEvent(id, options));
  calendar
    .command('cancel <id>')
    .description('Cancel an event; "consilium undo" brings it back, for 30 days')
    .option('--for-good', 'so that it cannot be brought back; also what was deleted before, by its id')
    .option('--occasion <when>', 'only the one that would begin then')
    .option(...home)
    .option(...json)
    .action(async (id, options) => (await import('../calendar.ts')).cancelEvent(id, options));
  calendar
    .command('sync')
    .description('Bring your calendar and its CalDAV server (CALDAV_URL) to the same state')
    .option(...timezone)
    .option(...home)
    .option(...json)
    .action(async (options) => (await import('../calendar.ts')).syncCalendar(options));
  calendar
    .command('import <file>')
    .description('Bring events from an iCalendar file')
    .option(...timezone)
    .option(...home)
    .option(...json)
    .action(async (file, options) => (await import('../calendar.ts')).bringCalendar(file, options));
  calendar
    .command('export')
    .description('Print your calendar as iCalendar')
    .option(...home)
    .action(async (options) => (await import('../calendar.ts')).takeCalendar(options));

  program
    .command('memory')
    .description('What the assistant remembers about you')
    .option('--search <words>', 'only what these words fit')
    .option('--add <text>', 'remember this')
    .option('--subject <name>', 'with --add: what it is about')
    .option('--correct <id>', 'correct this one')
    .option('--text <text>', 'with --correct: what holds now')
    .option('--forget <id>', 'forget this for good')
    .option(...home)
    .option(...json)
    .action(async (options) => (await import('../memory.ts')).memories(options));
  program
    .command('reminders')
    .description('Your reminders')
    .option('--add <what>', 'remind me of this')
    .option('--change <id>', 'another time for this one, with --when')
    .option('--when <words>', 'with --add or --change: as you would say it, such as "every Monday at 8"')
    .option('--cancel <id>', 'cancel this one')
    .option(...timezone)
    .option(...patient)
    .option(...anyway)
    .option(...home)
    .option(...json)
    .action(async (options) => (await import('../memory.ts')).reminders(options));
  program
    .command('undo [change]')
    .description(
      'Take back what the last message or command did to todos, calendar, memory, files or devices, or one change',
    )
    .option('--list', 'what can be undone, with the id of each change')
    .option(...home)
    .option(...json)
    .action(async (change, options) => (await import('../assistant.ts')).undoLast(change, options));
}
