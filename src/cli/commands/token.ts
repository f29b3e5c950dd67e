/** Tokens for the API, as commands. */
import type { Command } from 'commander';
import { home, json } from '../options.ts';

export function register(program: Command): void {
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
    .option(
      '--user <name>',
      'as whom alone it acts: chats, runs and state are that user’s (default: called like the token; see a2a)',
    )
    .option('--scope <names...>', 'what it may do (see below)')
    .option('--patient <ids...>', 'whose records it is for (default: all)')
    .option('--agent <names...>', 'agents it may call, each as Agent or Agent:action (default: all)')
    .option('--for-anyone', 'of a service: it acts for whomever a call names (user_id), which nobody signs for')
    .option('--signed', 'a short-lived signed token (JWT) for agents (default: 1h, at most a day)')
    .option('--for <house>', 'with --signed: the other house it is for, by its address or its id (default: this one)')
    .option('--expires <when>', '10m, 12h, 30d, 8w, a day such as 2027-01-31, or never (default: 90d)')
    .option(...json)
    .option(...home)
    .addHelpText(
      'after',
      `
Scopes (default: read chat work a2a; with --agent, a2a):
  read     read chats and records
  chat     talk to teams, which writes to records; import
  work     functions, pipelines, search and its index; trying agents of other machines
  a2a      call agents from other machines, which read and write records as they do, also without read and chat.
           It acts as its own user alone (--user, else one called like the token); a call that names another is refused.
           With --for-anyone, and neither read nor chat, it is a service's that acts for whomever a call names, unsigned
  audit    read who looked at whose record
  metrics  counts and times of the server
  admin    issue, list and revoke tokens over HTTP: for any user, but with no scope and no agent that it does not have
           itself, and not for longer than it lasts

Examples:
  $ consilium token issue "ward laptop"
  $ consilium token issue "Elena's phone" --user elena --patient <id> --scope read chat --expires 30d
  $ consilium token issue mentor --agent AnalyticsAgent:get_progress_insights --user user_123
  $ consilium token issue prometheus --scope metrics --expires never
  $ curl -H "Authorization: Bearer <token>" http://localhost:8080/v1/patients

The name stands on the audit trail. The token itself is kept nowhere: who loses it needs another.`,
    )
    .action(async (name, options) => (await import('../token.ts')).issue(name, options));
  tokens
    .command('list')
    .description('List the tokens there are, expired and revoked ones too; never the token itself')
    .option(...json)
    .option(...home)
    .action(async (options) => (await import('../token.ts')).list(options));
  tokens
    .command('rotate')
    .description('Make a new token that allows the same and ends when the old one would have; the old one is revoked')
    .argument('<id>', 'id of the token')
    .option('--overlap <span>', 'for how long the old one stays good, such as 1h or 2d (default: not at all)')
    .option(...json)
    .option(...home)
    .action(async (id, options) => (await import('../token.ts')).rotate(id, options));
  tokens
    .command('rotate-key')
    .description('Make a new key that signs tokens, bodies and cards; what the old one signed is refused from now on')
    .option('--overlap <span>', 'for how long the old one is still believed, such as 1h (default: not at all)')
    .option(...json)
    .option(...home)
    .action(async (options) => (await import('../token.ts')).rotateKey(options));
  tokens
    .command('revoke')
    .description('Take back a token, a signed one too: it is refused from now on, and its open streams end')
    .argument('<id>', 'id of the token (of a signed one, its jti or signed:jti), or the token itself')
    .option(...json)
    .option(...home)
    .action(async (id, options) => (await import('../token.ts')).revoke(id, options));
}
