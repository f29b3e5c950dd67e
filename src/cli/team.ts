/** `consilium team`: check teams, list teams. */
import { createModels } from '../models/index.ts';
import { checkTeam, drawTeam, drawText, findTeamOrFolder, formatProblems, listTeams } from '../teams/index.ts';
import { bold, dim, Progress, printJson, terminal } from './terminal.ts';

export async function check(dir: string | undefined, options: { json?: boolean; draw?: boolean }): Promise<void> {
  const entries = dir === undefined ? await listTeams() : [await findTeamOrFolder(dir)];
  const models = createModels({ env: process.env });
  const kinds = async () => [(await import('../a2a/client/kind.ts')).remoteKind()];
  const progress = new Progress('Checking');
  const checked = [];
  for (const { dir: folder, name } of entries) {
    progress.update(`Checking ${name}`);
    checked.push({ name, dir: folder, ...(await checkTeam(folder, { models, kinds })) });
  }
  progress.stop();
  const problems = checked.flatMap((team) => team.problems);
  if (problems.length > 0) terminal().setExitCode(1);
  if (options.json)
    return printJson({
      teams: checked.map(({ name, dir: folder, team, warnings, problems: found }) => ({
        name,
        dir: folder,
        agents: team?.agents ?? [],
        ...(options.draw && team && { drawing: drawTeam(team) }),
        problems: found,
        warnings,
      })),
      ...(problems.length > 0 && {
        error: { code: 'TEAM_INVALID', message: `${problems.length} problem(s) found.`, retryable: false },
      }),
    });
  const { stdout } = terminal();
  for (const { name, team, problems: found, warnings } of checked) {
    if (found.length > 0) stdout.write(`${formatProblems(found, { color: stdout.isTTY })}\n`);
    if (warnings.length > 0) stdout.write(`${dim(stdout, `Warnings:\n${formatProblems(warnings)}`)}\n`);
    const verdict =
      team === undefined
        ? `${found.length} problem${found.length === 1 ? '' : 's'}`
        : `fine, ${team.agents.length} agents`;
    stdout.write(`${bold(stdout, name)}: ${verdict}\n`);
    if (options.draw && team !== undefined) stdout.write(`\n${drawText(drawTeam(team))}\n\n`);
  }
}

export async function list(options: { json?: boolean }): Promise<void> {
  const teams = await listTeams();
  if (options.json) return printJson({ teams });
  for (const { name, description } of teams)
    terminal().stdout.write(`${bold(terminal().stdout, name)}  ${description}\n`);
}
