/** The interaction agent's tools, with the shapes of the specification. */
import { ConsiliumError, type Json, type ToolContext, tool } from 'consilium/kernel';
import { type Desk, LONGEST_REQUEST, purposeOf } from 'consilium/research';
import { z } from 'zod';

export function deskOf({ services }: Pick<ToolContext, 'services'>): Desk {
  if (services.research === undefined)
    throw new ConsiliumError('SERVICE_MISSING', 'The research desk is not open here.');
  return services.research;
}

/** A report that came in is weighed, and nobody is put to work by it: who handed it in waits for that, and would wait for itself. */
function refuseInRelay({ principal }: ToolContext): void {
  if (principal.how !== 'system') return;
  throw new ConsiliumError('RELAY_IS_WEIGHED', 'This is a report that came in: it is surfaced or kept back.', {
    hint: 'Call respond or wait with the id of the relay.',
  });
}

/** Agents work longer than a usual tool may. */
const LONG_MS = 15 * 60_000;

export const create_agent = tool({
  name: 'create_agent',
  description:
    'Makes a research agent for a subject that none of the agents covers. It does not work yet: call message_agent next. Fails with AGENT_EXISTS and its id if one covers the subject already.',
  input: z.strictObject({
    name: z.string().min(1).max(120).describe('Like "Duchenne MD Research".'),
    description: z.string().min(1).max(2000).describe('What it covers, in a sentence.'),
    message: z.string().min(1).max(LONGEST_REQUEST).describe('The request with its requirements.'),
  }),
  execute: async (input, context) => {
    refuseInRelay(context);
    const { id } = await deskOf(context).createAgent(input, context.principal.user);
    return { agent_id: id };
  },
});

export const list_agents = tool({
  name: 'list_agents',
  description: 'The roster: every research agent with its id, name and what it covers.',
  input: z.strictObject({}),
  idempotent: true,
  execute: (_input, context) =>
    deskOf(context)
      .agents(context.principal.user)
      .map(({ id, name, description }) => ({ id, name, description })),
});

export const message_agent = tool({
  name: 'message_agent',
  description: 'Puts a message to a research agent and waits for its answer, which may take minutes.',
  input: z.strictObject({ agent_id: z.string().min(1).max(120), message: z.string().min(1).max(LONGEST_REQUEST) }),
  idempotent: true,
  timeoutMs: LONG_MS,
  execute: async ({ agent_id, message }, context) => {
    refuseInRelay(context);
    const desk = deskOf(context);
    const { principal, idempotencyKey: key, signal, session } = context;
    const agent = desk.agent(agent_id, principal.user);
    const { response, citations, pending } = await desk.message(agent.id, message, { principal, key, signal });
    if (['look', 'tell', 'news'].includes(purposeOf(message)))
      desk.feed.answer(principal.user, {
        ...{ session: session.id, agent: agent.id, text: response, key },
        question: (await desk.bare(context.message)).slice(0, 1000),
      });
    const told = citeAfter(citedIn(context), response, citations);
    context.state.set('temp:citations', told.citations);
    context.state.set('temp:acted', [agent.name]);
    const waits = pending.map(
      ({ id, what }) => `**${agent.name} waits for your answer:** ${what} (consilium answer ${id} yes)`,
    );
    return { response: [told.text, ...waits].join('\n\n').trim() };
  },
});

/** A footnote, of which only the number matters here. */
type Cited = { readonly [key: string]: Json; readonly marker: string };

function citedIn({ state }: Pick<ToolContext, 'state'>): readonly Cited[] {
  const cited = state.get('temp:citations');
  return Array.isArray(cited) ? (cited as Cited[]) : [];
}

/** Footnotes are counted as they come, on from those of an agent before; what is not cited has none. */
function citeAfter(before: readonly Cited[], text: string, given: readonly Json[]) {
  const citations = new Map((given as readonly Cited[]).map((each) => [each.marker, each]));
  const last = Math.max(0, ...before.map(({ marker }) => Number(marker) || 0));
  const places = new Map<string, string>();
  for (const [, marker] of text.matchAll(MARKER))
    if (citations.has(marker!) && !places.has(marker!)) places.set(marker!, String(last + places.size + 1));
  return {
    text: text.replace(MARKER, (whole, marker) => (places.has(marker) ? `[^${places.get(marker)}]` : whole)),
    citations: [...before, ...[...places].map(([marker, place]) => ({ ...citations.get(marker)!, marker: place }))],
  };
}

const MARKER = /\[\^(\d+)\]/g;

const DAY_MS = 24 * 3_600_000;

export const delete_agent = tool({
  name: 'delete_agent',
  description: 'Deletes a research agent with its triggers, memory and files. A person is asked first.',
  input: z.strictObject({ agent_id: z.string().min(1).max(120) }),
  execute: async ({ agent_id }, context) => {
    const desk = deskOf(context);
    const { user } = context.principal;
    const { id, name } = desk.agent(agent_id, user);
    const reply = await context.ask({
      what: `Delete ${name}, with its triggers, its memory and all of its files?`,
      why: 'It was asked for in this conversation.',
      effect: 'Its reports and every version of its files are gone for good. What it surfaced stays in the feed.',
      until: context.clock.now() + DAY_MS,
      who: [user],
    });
    if (reply.kind !== 'yes') throw new ConsiliumError('DELETE_REFUSED', `${name} was not deleted.`);
    const { triggers } = await desk.removeAgent(id, user);
    return { deleted: true, name, triggers };
  },
});

export const respond = tool({
  name: 'respond',
  description:
    'Surfaces a report that came in by relay: it goes to the feed and to the conversations that it concerns.',
  input: z.strictObject({
    relay: z.string().describe('The id of the relay.'),
    text: z.string().min(1).max(8000),
    because: z.string().min(1).max(500).describe('Why it is worth attention: which question it answers, what changed.'),
  }),
  execute: ({ relay, text, because }, context) => {
    const { feed } = deskOf(context);
    const { id } = feed.surface(feed.find(relay), text, because);
    return { ok: true, id };
  },
});

export const wait = tool({
  name: 'wait',
  description: 'Keeps a report that came in by relay back. The reason is kept with it.',
  input: z.strictObject({ relay: z.string(), summary: z.string().max(500), reason: z.string().min(1).max(500) }),
  execute: ({ relay, summary, reason }, context) => {
    const { feed } = deskOf(context);
    const { id } = feed.suppress(feed.find(relay), summary, reason);
    return { ok: true, id };
  },
});
