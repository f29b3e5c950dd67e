/**
 * Teams: a folder of YAML and TypeScript becomes a tree of agents, or a list of everything that is wrong with it.
 * May touch: the team's folder, the kernel (agents, tools, the tree), of the models only who gets which and what an
 * offline policy is. Runs nothing.
 *
 * Importing this costs next to nothing; what reads YAML and validates it is loaded when a team first is.
 */
export type { ActionConfig, AgentConfig, McpConfig } from './config.ts';
export { teamDirs, teamsNamedAsFolders } from './dirs.ts';
export { type DrawnAgent, drawTeam, drawText, type TeamDrawing } from './drawing.ts';
export type { TeamEntry } from './find.ts';
export type { AgentKind, Building } from './kinds.ts';
export type { LoadOptions, Offer, Team, TeamCheck } from './load.ts';
export type { Lack, McpOffer } from './mcp.ts';
export { type FormatOptions, formatProblems, type Problem } from './problem.ts';
export type { TeamChange, TeamWatch } from './watch.ts';

export const loadTeam: typeof import('./load.ts').loadTeam = async (...given) =>
  (await import('./load.ts')).loadTeam(...given);

export const checkTeam: typeof import('./load.ts').checkTeam = async (...given) =>
  (await import('./load.ts')).checkTeam(...given);

export const watchTeam: typeof import('./watch.ts').watchTeam = async (...given) =>
  (await import('./watch.ts')).watchTeam(...given);

export const listTeams: typeof import('./find.ts').listTeams = async (...given) =>
  (await import('./find.ts')).listTeams(...given);

export const teamScopes: typeof import('./find.ts').teamScopes = async (...given) =>
  (await import('./find.ts')).teamScopes(...given);

export const findTeamOrFolder: typeof import('./find.ts').findTeamOrFolder = async (...given) =>
  (await import('./find.ts')).findTeamOrFolder(...given);

export const findTeam: typeof import('./find.ts').findTeam = async (...given) =>
  (await import('./find.ts')).findTeam(...given);

export const asRoot = async (...given: Parameters<typeof import('./root.ts').asRoot>) =>
  (await import('./root.ts')).asRoot(...given);
