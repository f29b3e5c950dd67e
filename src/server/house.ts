/** What the app needs to know of the house: its teams and who speaks for them. */
import { Hono } from 'hono';
import { z } from 'zod';
import type { App } from '../app/index.ts';
import { toConsiliumError } from '../kernel/index.ts';
import { drawTeam } from '../teams/index.ts';
import * as answers from './answers.ts';
import { callerOf } from './caller.ts';
import { readBody } from './request.ts';
import type { Room } from './route.ts';

export function houseRoutes(app: App): Hono {
  const routes = new Hono();

  routes.get('/teams', async (context) => {
    const entries = await app.listTeams();
    const usual = (await app.team().catch(() => undefined))?.team.name;
    const teams = await Promise.all(
      entries.map(async ({ name, description }) => {
        try {
          const { team } = await app.team(name);
          const { welcome, examples, scopes } = team;
          const own = { name: team.name, description, welcome, examples, scopes: Object.keys(scopes) };
          return { ...own, default: team.name === usual };
        } catch (thrown) {
          const { code, message } = toConsiliumError(thrown);
          return { name, description, examples: [], scopes: [], default: false, error: { code, message } };
        }
      }),
    );
    return context.json({ teams });
  });

  routes.get('/teams/:name', async (context) => {
    const { team } = await app.team(context.req.param('name'));
    return context.json(drawTeam(team));
  });

  // In the body: what somebody is about to say does not belong into an address.
  routes.post('/guess', async (context) => {
    const { message } = await readBody(context, guessRequest);
    const guess = await app.guess(message, callerOf(context));
    return context.json({ team: guess?.team ?? null, score: guess?.score ?? 0 });
  });

  routes.get('/status', (context) => context.json({ models: app.models.describe() }));

  return routes;
}

const guessRequest = z.strictObject({ message: z.string().max(20_000) });
const guessAnswer = z.object({
  team: z.string().nullable().describe('null: not plain'),
  score: z.number().describe('from 0 to 1'),
});

const drawing = z.object({
  name: z.string(),
  description: z.string(),
  root: z.string(),
  agents: z.array(
    z.object({
      name: z.string(),
      kind: z.string(),
      description: z.string(),
      model: z.string().optional(),
      tools: z.array(z.object({ name: z.string(), kind: z.string() })),
      parent: z.string().optional(),
      toolOf: z.string().optional(),
      transfers: z.array(z.object({ to: z.string(), because: z.enum(['child', 'parent', 'peer', 'declared']) })),
    }),
  ),
});

export const houseRoom: Room = {
  mount: ({ app }) => houseRoutes(app),
  routes: [
    {
      method: 'get',
      path: '/v1/teams',
      scope: 'read',
      about: 'nobody',
      shape: answers.teams,
      tag: 'house',
      summary: 'List the teams',
      answer: 'Teams and their welcome.',
    },
    {
      method: 'get',
      path: '/v1/teams/:name',
      scope: 'read',
      about: 'nobody',
      shape: drawing,
      tag: 'house',
      summary: 'Draw a team',
      answer: 'Its agents with tools and models, and every legal transfer with the rule behind it.',
    },
    {
      method: 'post',
      path: '/v1/guess',
      scope: 'chat',
      about: 'nobody',
      told: 'no',
      shape: guessAnswer,
      body: guessRequest,
      tag: 'house',
      summary: 'Say whose question it is',
      answer: 'The team that a message is plainly for, or none. Nothing is kept.',
    },
    {
      method: 'get',
      path: '/v1/status',
      scope: 'read',
      about: 'nobody',
      shape: answers.status,
      tag: 'house',
      summary: 'Say which models speak',
      answer: 'Providers, in order.',
    },
  ],
};
