/** Functions, pipelines, search, as commands. */
import { type Command, Option } from 'commander';
import { home, json, readCount } from '../options.ts';

export function register(program: Command): void {
  program
    .command('fn')
    .description('Run one agent function on a JSON input; without a name, list them')
    .argument('[name]', 'such as summarize_content')
    .option('--input <file>', 'its input as JSON; "-" or nothing reads stdin')
    .option('--preset <id>', "S1 to P3, or one of the function's own names for one")
    .addOption(new Option('--quality <tier>', 'how much care').choices(['light', 'standard', 'high']))
    .addOption(new Option('--overflow <what>', 'an input over budget').choices(['error', 'truncate']))
    .addOption(new Option('--engine <name>', 'insist on the deterministic method').choices(['offline']))
    .option(...json)
    .option(...home)
    .addHelpText(
      'after',
      `
Example:
  $ echo '{"content": "Gout is …", "target_tokens": 60, "preserve": ["uric acid"]}' | consilium fn summarize_content`,
    )
    .action(async (name, options) => (await import('../workshop.ts')).runFn(name, options));

  program
    .command('pipeline')
    .description('Run a pipeline on a JSON input and watch its stages; without an id, list them')
    .argument('[id]', 'such as chapter-summarization')
    .option('--input <file>', 'its input as JSON; "-" or nothing reads stdin')
    .option(...json)
    .option(...home)
    .addHelpText('after', '\nStages that are unchanged since an earlier run are not run again. Ctrl-C stops a run.')
    .action(async (id, options) => (await import('../workshop.ts')).runPipeline(id, options));

  program
    .command('search')
    .description('Find passages in what is indexed; the knowledge base always is')
    .argument('<query>', 'words or a question')
    .option('--scope <names...>', 'only in these (default: everywhere)')
    .option('--top <n>', 'how many', readCount)
    .addOption(new Option('--match <how>', 'default: hybrid').choices(['keyword', 'semantic', 'hybrid']))
    .option(...json)
    .option(...home)
    .action(async (query, options) => (await import('../workshop.ts')).runSearch(query, options));

  program
    .command('index')
    .description('Read files and folders into a scope: Markdown, text, code, JSON Schema, PDF, HTML')
    .argument('<paths...>', 'files or folders')
    .requiredOption('--scope <name>', 'under which they can be searched')
    .option('--no-embeddings', 'keyword search only: faster, finds words and not meanings')
    .option('--watch', 'go on with what changes')
    .option(...json)
    .option(...home)
    .addHelpText('after', '\nOnly what changed is read again; what is gone from the disk leaves the scope.')
    .action(async (paths, options) => (await import('../workshop.ts')).runIndex(paths, options));
}
