/** What the app needs to know of the house: its teams and who speaks for them. */
import { Hono } from 'hono';
import type { App } from '../app/index.ts';
import { toConsiliumError } from '../kernel/index.ts';
import { listTeams } from '../teams/index.ts';

export function houseRoutes(app: App): Hono {
  const routes = new Hono();

  routes.get('/teams', async (context) => {
    const entries = await listTeams();
    const usual = (await app.team().catch(() => undefined))?.team.name;
    const teams = await Promise.all(
      entries.map(async ({ name, description }) => {
        try {
          const { team } = await app.team(name);
          const { welcome, examples } = team;
          return { name: team.name, description, welcome, examples, default: team.name === usual };
        } catch (thrown) {
          const { code, message } = toConsiliumError(thrown);
          return { name, description, examples: [], default: false, error: { code, message } };
        }
      }),
    );
    return context.json({ teams });
  });

  routes.get('/status', (context) => context.json({ models: app.models.describe() }));

  return routes;
}
