/** The research desk over HTTP: agents, their files and evidence, triggers, the feed, and the relay for reports. */
import { type Context, Hono } from 'hono';
import { type App, tellQuestion } from '../app/index.ts';
import { ConsiliumError, newId, type Principal, toConsiliumError } from '../kernel/index.ts';
import type { AgentRow, Desk } from '../research/index.ts';
import { loadBefore } from '../threads/index.ts';
import { callerOf } from './caller.ts';
import { readKey } from './idempotency.ts';
import { mountMail } from './mail.ts';
import { readBody, readQuery } from './request.ts';
import * as requests from './research-requests.ts';
import { researchRows } from './research-rows.ts';
import type { Room } from './route.ts';

export function researchRoutes(app: App): Hono {
  const routes = new Hono();
  mountAgents(routes, app);
  mountFiles(routes, app);
  mountTriggers(routes, app);
  mountExample(routes, app);
  return routes;
}

const deskOf = (app: App): Promise<Desk> => app.service('research');
/** The room comes with its first question, not with the server. */
const room = async () => {
  await loadBefore(new URL('../research/index.ts', import.meta.url));
  return import('../research/index.ts');
};

async function agentOf(context: Context, app: App): Promise<{ desk: Desk; agent: AgentRow }> {
  const desk = await deskOf(app);
  await desk.settle(callerOf(context).user);
  return { desk, agent: desk.agent(context.req.param('id') ?? '', callerOf(context).user) };
}

function mountAgents(routes: Hono, app: App): void {
  routes.get('/agents', async (context) => {
    const { viewAgent } = await room();
    const desk = await deskOf(app);
    const { user } = callerOf(context);
    await desk.settle(user);
    return context.json({ agents: desk.agents(user).map(viewAgent) });
  });
  routes.post('/agents', async (context) => {
    const { viewAgent } = await room();
    const wish = await readBody(context, requests.newAgent);
    const principal = callerOf(context);
    const desk = await deskOf(app);
    const agent = await desk.createAgent(wish, principal.user);
    // What it was made for is handed on at once. That it failed there takes nothing back: the agent can be asked again.
    const answer =
      wish.message === undefined
        ? {}
        : await desk.message(agent.id, wish.message, { principal, key: `made:${agent.id}` }).then(
            ({ response, citations, pending }) => ({
              ...{ response, citations, ...(pending[0] && { pending: tellQuestion(pending[0]) }) },
            }),
            (thrown: unknown) => ({ failed: toConsiliumError(thrown).toJSON() }),
          );
    return context.json({ agent_id: agent.id, ...viewAgent(desk.agent(agent.id, principal.user)), ...answer }, 201);
  });
  routes.get('/agents/:id', async (context) => {
    const { viewAgent } = await room();
    const { desk, agent } = await agentOf(context, app);
    return context.json({ ...viewAgent(agent), memory: desk.memory(agent) });
  });
  routes.delete('/agents/:id', async (context) => {
    const { desk, agent } = await agentOf(context, app);
    const { triggers } = await desk.removeAgent(agent.id, callerOf(context).user);
    return context.json({ id: agent.id, deleted: true, triggers_cancelled: triggers });
  });
  routes.get('/agents/:id/messages', async (context) => {
    const { desk, agent } = await agentOf(context, app);
    return context.json(desk.memory(agent));
  });
  routes.post('/agents/:id/messages', async (context) => {
    const { desk, agent } = await agentOf(context, app);
    const { message, key } = await readBody(context, requests.agentMessage);
    const { response, citations, pending } = await desk.message(agent.id, message, {
      principal: callerOf(context),
      key,
    });
    return context.json({
      agent_id: agent.id,
      response,
      citations,
      ...(pending[0] && { pending: tellQuestion(pending[0]) }),
    });
  });
  routes.get('/agents/:id/evidence', async (context) => {
    const { readMaturity, readTable, viewEvidence, viewMaturity } = await room();
    const { desk, agent } = await agentOf(context, app);
    const study = await desk.study(agent);
    const rows = (await readTable(study)).map(viewEvidence);
    return context.json({ rows, maturity: (await readMaturity(study)).map(viewMaturity) });
  });
  routes.get('/agents/:id/mail', async (context) => {
    const { desk, agent } = await agentOf(context, app);
    return context.json({
      letters: desk.mail.letters(agent.id).map(({ key: _key, owner: _owner, ...letter }) => letter),
    });
  });
  routes.get('/feed', async (context) => {
    const { viewFeed } = await room();
    const desk = await deskOf(app);
    const { user } = callerOf(context);
    return context.json(viewFeed(desk.feed.list(user), desk.feed.answers(user)));
  });
  mountMail(routes, app);
}

function mountFiles(routes: Hono, app: App): void {
  routes.get('/agents/:id/files', async (context) => {
    const { viewFile, viewVersion } = await room();
    const { desk, agent } = await agentOf(context, app);
    const { path, version, from } = readQuery(context, requests.fileQuery);
    const space = await desk.workspace(agent);
    if (path === undefined) {
      const { files, folders } = await space.list();
      return context.json({ files: files.map(viewFile), folders });
    }
    const file = await space.read(path, { actor: callerOf(context).user, version });
    const versions = (await space.versions(path)).map(viewVersion);
    const difference = from === undefined ? undefined : await space.difference(path, from, file.version);
    const { content, encoding } = file;
    return context.json({ ...viewFile(file), content, encoding, versions, ...(difference && { difference }) });
  });
  routes.post('/agents/:id/files', async (context) => {
    const { viewFile } = await room();
    const { desk, agent } = await agentOf(context, app);
    const { path, restore } = await readBody(context, requests.fileWrite);
    return context.json(viewFile(await (await desk.workspace(agent)).restore(path, restore, callerOf(context).user)));
  });
  routes.get('/agents/:id/search', async (context) => {
    const { desk, agent } = await agentOf(context, app);
    return context.json({
      files: await (await desk.workspace(agent)).search(readQuery(context, requests.searchFiles).q),
    });
  });
  routes.get('/agents/:id/trail', async (context) => {
    const { desk, agent } = await agentOf(context, app);
    const rows = await (await desk.workspace(agent)).trail();
    return context.json({ trail: rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() })) });
  });
  routes.get('/agents/:id/export', async (context) => {
    const { exportReport } = await room();
    const { desk, agent } = await agentOf(context, app);
    const { format, path } = readQuery(context, requests.exportQuery);
    const { content, mimeType, file } = await exportReport(await desk.study(agent), format, {
      actor: callerOf(context).user,
      path,
    });
    const name = file.replace(/[^\w.-]/g, '_');
    return context.body(new Uint8Array(content), 200, {
      'content-type': mimeType,
      'content-disposition': `attachment; filename="${name}"`,
      'x-content-type-options': 'nosniff',
    });
  });
}

/** So many may be pending of one person: so many agents, and so many of each. */
const MOST_LISTED = 40_000;

function mountTriggers(routes: Hono, app: App): void {
  const owned = async (context: Context, id: string) => {
    const { triggers } = await deskOf(app);
    const trigger = await triggers.get(id);
    if (trigger.owner !== callerOf(context).user)
      throw new ConsiliumError('TRIGGER_UNKNOWN', 'There is no such trigger.');
    return { triggers, trigger };
  };
  const idOf = (context: Context) => context.req.param('id') ?? '';
  const mine = async (context: Context) => {
    const { triggers } = await deskOf(app);
    return { triggers, rows: await triggers.list({ owner: callerOf(context).user, limit: 100_000 }) };
  };

  routes.get('/triggers', async (context) => {
    const { viewTrigger } = await room();
    const { agent_id, status } = readQuery(context, requests.triggerQuery);
    const { triggers } = await deskOf(app);
    const rows = await triggers.list({ owner: callerOf(context).user, agent: agent_id, status, limit: MOST_LISTED });
    return context.json({ triggers: rows.map(viewTrigger) });
  });
  routes.post('/triggers', async (context) => {
    const { viewTrigger } = await room();
    const { agent_id, ...wish } = await readBody(context, requests.newTrigger);
    const desk = await deskOf(app);
    const owner = callerOf(context).user;
    const zone = wish.zone ?? desk.zone;
    const made = await desk.looks.add(desk.agent(agent_id, owner), { ...wish, zone, key: readKey(context) });
    return context.json({ triggers: [viewTrigger(made)] }, 201);
  });
  routes.get('/triggers/understand', async (context) => {
    const { schedule, zone } = readQuery(context, requests.scheduleQuery);
    const { triggers } = await deskOf(app);
    const { understood, next, schedule: plan } = triggers.understand(schedule, zone);
    return context.json({ understood, fire_at: new Date(next).toISOString(), zone: plan.zone });
  });
  routes.get('/triggers/occasions', async (context) => {
    const { viewOccasions } = await room();
    const { from, to } = readQuery(context, requests.occasionsQuery);
    const { rows } = await mine(context);
    return context.json({ occasions: await viewOccasions(rows, { from: Date.parse(from), to: Date.parse(to) }) });
  });
  routes.get('/triggers/dead', async (context) => {
    const { viewFiring } = await room();
    const { triggers } = await deskOf(app);
    return context.json({ dead: (await triggers.dead({ owner: callerOf(context).user })).map(viewFiring) });
  });
  routes.post('/triggers/dead/:id', async (context) => {
    const { viewFiring } = await room();
    const { triggers } = await deskOf(app);
    const letter = await triggers.firing(idOf(context));
    if (letter !== undefined) await owned(context, letter.trigger);
    return context.json(viewFiring(await triggers.replay(idOf(context))));
  });
  routes.get('/triggers/:id', async (context) => {
    const { viewFiring, viewTrigger } = await room();
    const { triggers, trigger } = await owned(context, idOf(context));
    return context.json({
      ...viewTrigger(trigger),
      firings: (await triggers.firings({ trigger: trigger.id })).map(viewFiring),
    });
  });
  routes.post('/triggers/:id', async (context) => {
    const { viewTrigger } = await room();
    const { triggers, trigger } = await owned(context, idOf(context));
    const { instruction, ...edit } = await readBody(context, requests.triggerEdit);
    const bared = instruction === undefined ? {} : { instruction: await (await deskOf(app)).bare(instruction) };
    return context.json(viewTrigger(await triggers.edit(trigger.id, { ...edit, ...bared })));
  });
  routes.delete('/triggers/:id', async (context) => {
    const { viewTrigger } = await room();
    const { triggers, trigger } = await owned(context, idOf(context));
    return context.json(viewTrigger(await triggers.cancel(trigger.id, 'cancelled by a person')));
  });
  routes.post('/triggers/:id/run', async (context) => {
    const { viewRun } = await room();
    const { triggers, trigger } = await owned(context, idOf(context));
    return context.json(viewRun(await triggers.runNow(trigger.id)));
  });
}

/** The first-run example: played for whoever asks, in a conversation of its own. */
function mountExample(routes: Hono, app: App): void {
  const playing = new Set<string>();
  routes.post('/research/example', async (context) => {
    const { playExample } = await room();
    const principal = callerOf(context);
    const { user } = principal;
    if (playing.has(user))
      throw new ConsiliumError('EXAMPLE_PLAYED', 'The example is being played.', {
        hint: 'It takes a minute at most.',
      });
    playing.add(user);
    try {
      const [desk, search, team] = await Promise.all([deskOf(app), app.service('search'), app.team('research')]);
      const session = newId();
      const steps: { title: string; text: string }[] = [];
      const { agent } = await playExample(desk, search, {
        owner: user,
        ask: async (message) => {
          const { text, pending } = await team.send({ message, session, principal, stream: false }).result;
          return pending?.what ?? text;
        },
        tell: (title, text) => void steps.push({ title, text }),
      });
      return context.json({ agent_id: agent.id, session_id: session, steps }, 201);
    } finally {
      playing.delete(user);
    }
  });
}

/** Where agents, also those of other processes, report to the interaction agent. */
export function relayRoute(app: App): Hono {
  const routes = new Hono();
  routes.post('/relay', async (context) => {
    const { agent_id, message, key } = await readBody(context, requests.relayBody);
    const { handIn } = await room();
    const desk = await deskOf(app);
    const agent = desk.agent(agent_id, callerOf(context).user);
    const row = await handIn(desk, agent, { message, key, by: reporterOf(callerOf(context)) });
    return context.json({ ok: true, id: row.id });
  });
  return routes;
}

/** Who handed a report in, as its reader knows them. */
function reporterOf({ user, how, via, onBehalfOf }: Principal): string {
  const whose = onBehalfOf === undefined ? user : `${user} for ${onBehalfOf}`;
  const means =
    how === 'token'
      ? ` with the token ${via ?? 'without a name'}`
      : how === 'peer'
        ? ` through the peer ${via ?? 'without a name'}`
        : '';
  return `${whose}${means}`;
}

export const researchRoom: Room = { mount: ({ app }) => researchRoutes(app), routes: researchRows };
