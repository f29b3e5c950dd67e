/** Learning, as commands: material, quizzes, cards, progress and the plan. */
import type { Command } from 'commander';
import { home, json, readCount, timezone } from '../options.ts';

const material = ['--material <name>', 'which, by scope or title (default: the knowledge base)'] as const;
const chapter = ['--chapter <name>', 'a number or words of its heading'] as const;
const topic = ['--topic <words>', 'only about this'] as const;
const count = ['--count <n>', 'how many', readCount] as const;

export function register(program: Command): void {
  const study = program.command('study').description('Learn: material, quizzes, cards, progress and a plan');
  study
    .command('materials')
    .description('List what there is to learn from; with --material, its chapters')
    .option(...material)
    .option(...home)
    .option(...json)
    .action(async (options) => (await import('../study.ts')).materials(options));
  study
    .command('add <paths...>')
    .description('Index files or folders (PDF, Markdown, HTML, text) as a course')
    .requiredOption('--title <words>', 'what it is called')
    .option(...home)
    .option(...json)
    .action(async (paths, options) => (await import('../study.ts')).add(paths, options));
  study
    .command('explain <topic>')
    .description('What the material says on a subject')
    .option('--level <level>', 'beginner, exam or clinician')
    .option(...material)
    .option(...chapter)
    .option(...home)
    .option(...json)
    .action(async (subject, options) => (await import('../study.ts')).explain(subject, options));
  study
    .command('quiz')
    .description('Make a quiz')
    .option(...material)
    .option(...chapter)
    .option(...topic)
    .option(...count)
    .option(
      '--kind <kinds>',
      'choice, cloze, match, which_not, short; several with commas (default: choice, which_not)',
    )
    .option(...home)
    .option(...json)
    .action(async (options) => (await import('../study.ts')).quiz(options));
  study
    .command('answer <quiz> <answers...>')
    .description('Answer questions of a quiz: consilium study answer <id> 1A 2C')
    .option(...home)
    .option(...json)
    .action(async (id, answers, options) => (await import('../study.ts')).answer(id, answers, options));
  registerCards(study);
  study
    .command('progress')
    .description('How you are doing')
    .option('--timeframe <span>', '24h, 7d, 4w, 3m, 1y or all', '7d')
    .option(...timezone)
    .option(...home)
    .option(...json)
    .action(async (options) => (await import('../study.ts')).progress(options));
  study
    .command('plan')
    .description('Show your plan; with --exam, make one')
    .option('--exam <day>', 'the day of the exam, such as 2027-03-31')
    .option('--hours <n>', 'hours a week', '7')
    .option('--calendar <file>', 'an iCalendar file whose events are taken times')
    .option('--ics', 'print the plan as iCalendar')
    .option(...material)
    .option(...timezone)
    .option(...home)
    .option(...json)
    .action(async (options) => (await import('../study.ts')).plan(options));
  study
    .command('forget')
    .description('Forget everything of your learning, for good')
    .requiredOption('--yes', 'you are sure')
    .option(...home)
    .option(...json)
    .action(async (options) => (await import('../study.ts')).forget(options));
}

function registerCards(study: Command): void {
  study
    .command('cards')
    .description('List your cards; with --make, make some from the material')
    .option('--due', 'only what is due now')
    .option('--make', 'make new ones')
    .option(...material)
    .option(...chapter)
    .option(...topic)
    .option(...count)
    .option(...home)
    .option(...json)
    .action(async (options) => (await import('../study.ts')).cards(options));
  study
    .command('review <card> <rating>')
    .description('Say how well a card was known: again, hard, good or easy')
    .option('--key <key>', 'the same key counts once (default: a new one)')
    .option(...home)
    .option(...json)
    .action(async (card, rating, options) => (await import('../study.ts')).review(card, rating, options));
  study
    .command('import <file>')
    .description('Bring cards from Anki’s text format')
    .option('--course <name>', 'what they belong to')
    .option(...home)
    .option(...json)
    .action(async (file, options) => (await import('../study.ts')).bring(file, options));
  study
    .command('export')
    .description('Print your cards in Anki’s text format; with --json everything that is kept of your learning')
    .option('--course <name>', 'only of this course')
    .option(...home)
    .option(...json)
    .action(async (options) => (await import('../study.ts')).take(options));
}
