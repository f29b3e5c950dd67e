/** Letters as they are filed with their agent: a thread is a file, and what others wrote is quoted. */
import type { Letter } from '../mail/index.ts';
import { slugOf, type Workspace } from '../memory/index.ts';

export async function writeCorrespondence(workspace: Workspace, letter: Letter, actor: string): Promise<string> {
  const path = `correspondence/${slugOf(letter.correspondent)}-${letter.thread.slice(0, 8)}.md`;
  const who = letter.direction === 'out' ? `To ${letter.correspondent}` : `From ${letter.correspondent}`;
  const quoted = letter.body
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
  const when = new Date(letter.at).toISOString();
  await workspace.append(path, `## ${who}, ${when}\n\n**${letter.subject}**\n\n${quoted}\n\n`, actor);
  return path;
}
