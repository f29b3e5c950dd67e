/** The research desk's routes as rows. */
import { z } from 'zod';
import * as requests from './research-requests.ts';
import type { Route } from './route.ts';

const anything = z.looseObject({});
const agent = z.looseObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  workspace_path: z.string(),
  created_at: z.string(),
  last_active: z.string(),
  status: z.string(),
});
const trigger = z.looseObject({
  id: z.string(),
  agent_id: z.string(),
  schedule: z.string(),
  instruction: z.string(),
  status: z.string(),
  fire_at: z.string(),
  zone: z.string(),
});
const file = z.looseObject({ path: z.string(), size: z.number(), version: z.number(), modified: z.string() });
const common = { tag: 'research', about: 'own' } as const;
const read = { ...common, scope: 'read' } as const;
const chat = { ...common, scope: 'chat', told: 'below' } as const;

const row = (
  given: Omit<Route, 'tag' | 'about' | 'scope' | 'told'>,
  kind: typeof read | typeof chat = read,
): Route => ({
  ...kind,
  ...given,
});

export const researchRows: readonly Route[] = [
  row({
    method: 'get',
    path: '/v1/agents',
    summary: 'List the research agents',
    answer: 'Each with its state and last finding.',
    shape: z.object({ agents: z.array(agent) }),
  }),
  row(
    {
      method: 'post',
      path: '/v1/agents',
      summary: 'Make a research agent',
      answer: 'Its id; with a message, what it answered (or "failed": it is there, and can be asked again).',
      body: requests.newAgent,
      shape: agent,
    },
    chat,
  ),
  row({
    method: 'get',
    path: '/v1/agents/:id',
    summary: 'One agent with its memory',
    answer: 'The agent.',
    shape: agent,
  }),
  row(
    {
      method: 'delete',
      path: '/v1/agents/:id',
      summary: 'Delete an agent with its triggers, memory and files',
      answer: 'That it is gone, and how many triggers were cancelled.',
      shape: z.object({ id: z.string(), deleted: z.literal(true), triggers_cancelled: z.number() }),
    },
    chat,
  ),
  row({
    method: 'get',
    path: '/v1/agents/:id/messages',
    summary: "An agent's memory",
    answer: 'Its messages, newest last, and a summary of older ones.',
    shape: anything,
  }),
  row(
    {
      method: 'post',
      path: '/v1/agents/:id/messages',
      summary: 'Put a message to an agent and wait for its answer',
      answer: 'The answer with its citations.',
      body: requests.agentMessage,
      shape: anything,
    },
    chat,
  ),
  row({
    method: 'get',
    path: '/v1/agents/:id/evidence',
    summary: 'The evidence table, and how far therapies are',
    answer: 'Rows by strength.',
    shape: anything,
  }),
  row({
    method: 'get',
    path: '/v1/agents/:id/mail',
    summary: 'Its correspondence',
    answer: 'Letters, newest first.',
    shape: anything,
  }),
  row({
    method: 'get',
    path: '/v1/agents/:id/files',
    summary: 'Its files, or one of them with its versions',
    answer: 'Files, or the file.',
    query: requests.fileQuery,
    shape: z.looseObject({ files: z.array(file).optional() }),
  }),
  row(
    {
      method: 'post',
      path: '/v1/agents/:id/files',
      summary: 'Bring back an earlier version of a file',
      answer: 'The file.',
      body: requests.fileWrite,
      shape: file,
    },
    chat,
  ),
  row({
    method: 'get',
    path: '/v1/agents/:id/search',
    summary: 'Find files by their words',
    answer: 'Files with excerpts.',
    query: requests.searchFiles,
    shape: anything,
  }),
  row({
    method: 'get',
    path: '/v1/agents/:id/trail',
    summary: 'Who did what to its files',
    answer: 'Newest first.',
    shape: anything,
  }),
  row({
    method: 'get',
    path: '/v1/agents/:id/export',
    summary: 'A report with its evidence',
    answer: 'The document.',
    query: requests.exportQuery,
    gives: ['text/markdown', 'text/html', 'application/pdf'],
  }),
  row({
    method: 'get',
    path: '/v1/feed',
    summary: 'What was surfaced and what was kept back',
    answer: 'Both, with reasons.',
    shape: anything,
  }),
  row(
    {
      method: 'post',
      path: '/v1/mail/inbound',
      summary: 'Deliver a mail, signed with the secret of the webhook: who bears that signature needs no token',
      answer: 'Whether it was taken.',
      takes: ['message/rfc822'],
      shape: anything,
    },
    chat,
  ),
  row({
    method: 'get',
    path: '/v1/triggers',
    summary: 'List triggers',
    answer: 'By next occasion.',
    query: requests.triggerQuery,
    shape: z.object({ triggers: z.array(trigger) }),
  }),
  row(
    {
      method: 'post',
      path: '/v1/triggers',
      summary: 'Make a trigger',
      once: true,
      answer: 'The trigger, as it was understood.',
      body: requests.newTrigger,
      shape: z.object({ triggers: z.array(trigger) }),
    },
    chat,
  ),
  row({
    method: 'get',
    path: '/v1/triggers/understand',
    summary: 'Say how a schedule is understood',
    answer: 'In words, with the first occasion.',
    query: requests.scheduleQuery,
    shape: anything,
  }),
  row({
    method: 'get',
    path: '/v1/triggers/occasions',
    summary: 'Occasions in a span, for a calendar',
    answer: 'Each with its trigger.',
    query: requests.occasionsQuery,
    shape: anything,
  }),
  row({
    method: 'get',
    path: '/v1/triggers/dead',
    summary: 'Dead letters',
    answer: 'What failed for good.',
    shape: anything,
  }),
  row(
    {
      method: 'post',
      path: '/v1/triggers/dead/:id',
      summary: 'Try a dead letter again',
      answer: 'The firing.',
      shape: anything,
    },
    chat,
  ),
  row({
    method: 'get',
    path: '/v1/triggers/:id',
    summary: 'One trigger with its firings',
    answer: 'The trigger.',
    shape: trigger,
  }),
  row(
    {
      method: 'post',
      path: '/v1/triggers/:id',
      summary: 'Change schedule, zone or instruction',
      answer: 'The trigger.',
      body: requests.triggerEdit,
      shape: trigger,
    },
    chat,
  ),
  row(
    { method: 'delete', path: '/v1/triggers/:id', summary: 'Cancel a trigger', answer: 'The trigger.', shape: trigger },
    chat,
  ),
  row(
    {
      method: 'post',
      path: '/v1/triggers/:id/run',
      summary: 'Fire a trigger now and wait',
      answer: 'How it ended and what was reported.',
      shape: anything,
    },
    chat,
  ),
  row(
    {
      method: 'post',
      path: '/v1/research/example',
      summary: 'Play the example: an agent on invented papers, with all that the desk does',
      answer: 'The agent, the conversation, and what happened step by step.',
      shape: z.object({
        agent_id: z.string(),
        session_id: z.string(),
        steps: z.array(z.object({ title: z.string(), text: z.string() })),
      }),
    },
    chat,
  ),
  row(
    {
      method: 'post',
      path: '/relay',
      summary: 'Report to the interaction agent',
      answer: 'That it came.',
      body: requests.relayBody,
      shape: anything,
    },
    chat,
  ),
];
