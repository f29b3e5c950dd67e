/** `consilium mcp`: the house as an MCP server over stdin and stdout; also beside a server that runs. */
import { serveMcpStream } from '../server/index.ts';
import { withApp } from './house.ts';
import { terminal } from './terminal.ts';
import { unguarded } from './words.ts';

export async function mcp(options: { home?: string }): Promise<void> {
  const { stdin, stdout } = terminal();
  await withApp(options, (app) => serveMcpStream(app, stdin, unguarded(stdout) as NodeJS.WritableStream as never));
}
