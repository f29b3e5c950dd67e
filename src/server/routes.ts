/** The rooms of the gateway, a line each. Of two routes that fit a path, the one that stands first answers. */
import { agentRouteRows, agentRules } from './a2a.ts';
import type { Rule } from './access.ts';
import { artifactsRoom } from './artifacts.ts';
import { assistantRoom } from './assistant.ts';
import { auditRoom } from './audit.ts';
import { cdsRoom } from './cds.ts';
import { chatRoom } from './chat.ts';
import { factsRoom } from './facts.ts';
import { functionsRoom } from './functions.ts';
import { houseRoom } from './house.ts';
import { openaiRoom } from './openai.ts';
import { operationRoutes } from './operations.ts';
import { pendingRoom } from './pending.ts';
import { pipelinesRoom } from './pipelines.ts';
import { recordRoom } from './record.ts';
import { remotesRoom } from './remotes.ts';
import { researchRoom } from './research.ts';
import type { Room, Route } from './route.ts';
import { searchRoom } from './search.ts';
import { sessionsRoom } from './sessions.ts';
import { studyRoom } from './study.ts';
import { todayRoom } from './today.ts';
import { tokensRoom } from './tokens.ts';

export const ROOMS: readonly Room[] = [
  chatRoom,
  pendingRoom,
  sessionsRoom,
  houseRoom,
  factsRoom,
  recordRoom,
  researchRoom,
  functionsRoom,
  pipelinesRoom,
  searchRoom,
  artifactsRoom,
  auditRoom,
  todayRoom,
  assistantRoom,
  studyRoom,
  tokensRoom,
  remotesRoom,
  openaiRoom,
  cdsRoom,
];

export const ROUTES: readonly Route[] = [
  ...ROOMS.flatMap(({ routes }) => routes),
  ...agentRouteRows,
  ...operationRoutes,
];

/** What may be asked for without a token. The front page is not among them: it may be the status page. */
export const OPEN_PATHS: ReadonlySet<string> = new Set(
  ROUTES.filter(({ path, scope }) => scope === 'open' && path !== '/').map(({ path }) => path),
);

export const RULES: readonly Rule[] = [
  ...ROUTES,
  ...ROOMS.flatMap(({ rules = [] }) => rules),
  ...agentRules,
  // Each tool has a scope of its own.
  { method: 'all', path: '/mcp', scope: 'any', about: 'nobody', told: 'below' },
];
