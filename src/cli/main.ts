/**
 * The command line: one file a command, loaded when it is called, so that `--help` and quick commands start at once.
 * With --json, stdout carries one JSON document and nothing else; everything for people and logs goes to stderr.
 * Exit codes: 0 done, 1 the request failed, 2 wrong usage.
 */
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { fail } from './terminal.ts';

const home = ['--home <dir>', 'data folder (default: $CONSILIUM_HOME or .consilium)'] as const;
const team = ['--team <name>', 'team to talk to, by name or folder'] as const;
const patient = ['--patient <id>', 'patient whose record the session is about'] as const;
const session = ['--session <id>', 'go on with this session'] as const;
const json = ['--json', 'one JSON document on stdout'] as const;

const program = new Command('consilium')
  .description(
    'A multi-agent platform for health. Works with no key and no server; a model key gives it a better voice.',
  )
  .showHelpAfterError('(add --help for what this command takes)')
  .configureHelp({ sortSubcommands: false })
  .exitOverride()
  .addHelpText(
    'after',
    `
Examples:
  $ consilium chat --team front-desk              talk to the example team
  $ consilium ask "When are you open?" --json     one question, one JSON document
  $ consilium team check examples/front-desk      every mistake in a team's YAML, with file and line
  $ consilium search "thirsty and tired"          the knowledge base and what you index
  $ consilium fn summarize_content --input a.json one agent function, typed in and out
  $ consilium serve                               the app on http://localhost:8080

Models: with no key the offline engine answers, from rules and data only. Set GOOGLE_GENERATIVE_AI_API_KEY,
OPENAI_API_KEY or ANTHROPIC_API_KEY, or point CONSILIUM_MODEL_BASE_URL at a local server, to give the agents a model.`,
  );

program
  .command('chat')
  .description('Talk to a team: words stream, the acting agent is named, Ctrl-C stops an answer')
  .option(...team)
  .option(...patient)
  .option(...session)
  .option('--watch', 'load the team anew when its files change')
  .option(...home)
  .addHelpText(
    'after',
    '\nIn the chat: /help lists the commands. Leave with /quit or Ctrl-D; --session brings you back.',
  )
  .action(async (options) => (await import('./chat.ts')).chat(options));

program
  .command('ask')
  .description('Ask one question and get the answer')
  .argument('<message>', 'what to ask; "-" reads it from stdin')
  .option(...team)
  .option(...patient)
  .option(...session)
  .option(...json)
  .option(...home)
  .action(async (message, options) => (await import('./ask.ts')).ask(message, options));

const teams = program.command('team').description('Work on teams');
teams
  .command('check')
  .description('Check the YAML and TypeScript of a team; every mistake with file and line')
  .argument('[dir]', 'folder or name of the team (default: all teams)')
  .option(...json)
  .action(async (dir, options) => (await import('./team.ts')).check(dir, options));
teams
  .command('list')
  .description('List the teams there are')
  .option(...json)
  .action(async (options) => (await import('./team.ts')).list(options));

program
  .command('sessions')
  .description('List past sessions, the newest first')
  .option(...team)
  .option(...json)
  .option(...home)
  .action(async (options) => (await import('./sessions.ts')).sessions(options));

program
  .command('import')
  .description('Read FHIR R4 into the record: bundles, NDJSON, or folders of them')
  .argument('<paths...>', 'files or folders')
  .option(...json)
  .option(...home)
  .addHelpText('after', '\nThe same file twice adds nothing; a patient is written whole or not at all.')
  .action(async (paths, options) => (await import('./record.ts')).importRecords(paths, options));

program
  .command('export')
  .description("Print a patient's record as a FHIR R4 bundle")
  .requiredOption(...patient)
  .option(...home)
  .action(async (options) => (await import('./record.ts')).exportRecord(options));

program
  .command('patients')
  .description('List the patients there are, or begin the record of one')
  .option('--add <name>', 'begin a record for this person')
  .option('--born <date>', 'with --add: day of birth, like 1968-03-02')
  .option('--sex <sex>', 'with --add: female, male, other or unknown')
  .option(...json)
  .option(...home)
  .action(async (options) => (await import('./record.ts')).patients(options));

program
  .command('cypher')
  .description("Ask one patient's graph in Cypher; nothing outside it can be seen")
  .argument('<query>', 'a read-only query')
  .requiredOption(...patient)
  .option('--params <json>', 'parameters of the query, as a JSON object')
  .option(...json)
  .option(...home)
  .addHelpText(
    'after',
    `
Example:
  $ consilium cypher 'MATCH (p:Patient)-[:HAS_CONDITION]->(c:ConditionCase)-[:IS_A]->(t:ConditionType)
      WHERE toLower(t.name) CONTAINS "diabetes" RETURN t.name, c.onset_date' --patient <id>`,
  )
  .action(async (query, options) => (await import('./record.ts')).cypher(query, options));

program
  .command('extract')
  .description('Find the facts in a text: measurements, medications, conditions and more')
  .option('--batch', 'lines {id, text} in, lines {id, facts} out')
  .option('--now <iso>', 'what "yesterday" is counted from')
  .option(...json)
  .addHelpText('after', '\nExample:\n  $ echo "BP was 152/94 this morning" | consilium extract --json')
  .action(async (options) => (await import('./text.ts')).extract(options));

program
  .command('triage')
  .description('Say which rule of the health team a message falls under')
  .option('--batch', 'lines {id, text} in, lines {id, rule, agent} out')
  .option('--model <name>', 'ask this model of the catalogue instead of the offline engine (emergencies stay with it)')
  .option(...json)
  .action(async (options) => (await import('./text.ts')).triageText(options));

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
  .action(async (name, options) => (await import('./workshop.ts')).runFn(name, options));

program
  .command('pipeline')
  .description('Run a pipeline on a JSON input and watch its stages; without an id, list them')
  .argument('[id]', 'such as chapter-summarization')
  .option('--input <file>', 'its input as JSON; "-" or nothing reads stdin')
  .option(...json)
  .option(...home)
  .addHelpText('after', '\nStages that are unchanged since an earlier run are not run again. Ctrl-C stops a run.')
  .action(async (id, options) => (await import('./workshop.ts')).runPipeline(id, options));

program
  .command('search')
  .description('Find passages in what is indexed; the knowledge base always is')
  .argument('<query>', 'words or a question')
  .option('--scope <names...>', 'only in these (default: everywhere)')
  .option('--top <n>', 'how many', readCount)
  .addOption(new Option('--match <how>', 'default: hybrid').choices(['keyword', 'semantic', 'hybrid']))
  .option(...json)
  .option(...home)
  .action(async (query, options) => (await import('./workshop.ts')).runSearch(query, options));

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
  .action(async (paths, options) => (await import('./workshop.ts')).runIndex(paths, options));

program
  .command('serve')
  .description('Serve the app and its API')
  .option('--port <n>', 'port (default: $PORT or 8080)', readPort)
  .option('--host <address>', 'address to listen on (default: this machine only); others need CONSILIUM_AUTH=token')
  .option('--watch', 'load teams anew when their files change')
  .option(...home)
  .action(async (options) => (await import('./serve.ts')).serve(options));

const tokens = program
  .command('token')
  .description('Make and take back tokens for the API (CONSILIUM_AUTH=token); also while the server runs')
  .addHelpText(
    'after',
    '\nWhoever may write to the data folder may do this. What a token can allow: consilium token issue --help',
  );
tokens
  .command('issue')
  .description('Make a token; it is shown once')
  .argument('<name>', 'who or what it is for')
  .option('--scope <names...>', 'what it may do (see below)')
  .option('--patient <ids...>', 'whose records it is for (default: all)')
  .option('--expires <when>', '12h, 30d, 8w, a day such as 2027-01-31, or never (default: 90d)')
  .option(...json)
  .option(...home)
  .addHelpText(
    'after',
    `
Scopes (default: read chat work):
  read     read chats and records
  chat     talk to teams, which writes to records; import
  work     functions, pipelines, search and its index
  audit    read who looked at whose record
  metrics  counts and times of the server
  admin    issue, list and revoke tokens over HTTP

Examples:
  $ consilium token issue "ward laptop"
  $ consilium token issue "Elena's phone" --patient <id> --scope read chat --expires 30d
  $ consilium token issue prometheus --scope metrics --expires never
  $ curl -H "Authorization: Bearer <token>" http://localhost:8080/v1/patients

The name stands on the audit trail. The token itself is kept nowhere: who loses it needs another.`,
  )
  .action(async (name, options) => (await import('./token.ts')).issue(name, options));
tokens
  .command('list')
  .description('List the tokens there are, expired and revoked ones too; never the token itself')
  .option(...json)
  .option(...home)
  .action(async (options) => (await import('./token.ts')).list(options));
tokens
  .command('rotate')
  .description('Make a new token that allows the same, for as long again; the old one is revoked')
  .argument('<id>', 'id of the token')
  .option(...json)
  .option(...home)
  .action(async (id, options) => (await import('./token.ts')).rotate(id, options));
tokens
  .command('revoke')
  .description('Take back a token: it is refused from now on, and its open streams end')
  .argument('<id>', 'id of the token')
  .option(...json)
  .option(...home)
  .action(async (id, options) => (await import('./token.ts')).revoke(id, options));

try {
  await program.parseAsync();
} catch (thrown) {
  if (thrown instanceof CommanderError) process.exitCode = thrown.exitCode === 0 ? 0 : 2;
  else process.exitCode = fail(thrown, process.argv.includes('--json'));
}

function readCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError('It must be a number from 1.');
  return count;
}

function readPort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgumentError('A port is a number from 0 to 65535.');
  return port;
}
