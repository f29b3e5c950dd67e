/** Every route of the API as a row: what it takes, by the very schemas that the route parses with, and what it gives. */
import { z } from 'zod';
import { FUNCTION_NAMES } from '../functions/function.ts';
import { newPatient, SECTION_NAMES } from '../record/index.ts';
import type { Rule } from './access.ts';
import * as answers from './answers.ts';
import { artifactQuery, artifactsQuery } from './artifacts.ts';
import { auditQuery } from './audit.ts';
import { chatRequest } from './chat.ts';
import { factsQuery, undoRequest } from './facts.ts';
import { batchRequest } from './functions.ts';
import { runInput, runQuery, runsQuery } from './pipelines.ts';
import { graphQuery } from './record.ts';
import { indexRequest, searchQuery } from './search.ts';
import { listQuery } from './sessions.ts';
import { issuedAnswer, tokenAnswer, tokenRequest, tokensAnswer } from './tokens.ts';

export interface Route extends Rule {
  readonly method: 'get' | 'post' | 'delete';
  readonly tag:
    | 'chat'
    | 'sessions'
    | 'record'
    | 'functions'
    | 'pipelines'
    | 'search'
    | 'audit'
    | 'house'
    | 'tokens'
    | 'operations';
  readonly summary: string;
  readonly answer: string;
  /** The shape of the answer, where it is JSON. */
  readonly shape?: z.ZodType;
  /** Of an answer that says only that something began. */
  readonly accepted?: z.ZodType;
  readonly body?: z.ZodType;
  readonly query?: z.ZodObject;
  /** What a parameter of the path may be; any text where nothing is said. */
  readonly params?: Readonly<Record<string, z.ZodType>>;
  /** Media types, where they are not JSON. */
  readonly takes?: readonly string[];
  readonly gives?: readonly string[];
  /** Takes the header Idempotency-Key. */
  readonly once?: true;
}

export const JSON_TYPE = 'application/json';
const EVENTS = 'text/event-stream';

export const ROUTES: readonly Route[] = [
  {
    method: 'post',
    path: '/v1/chat',
    scope: 'chat',
    about: 'chat',
    shape: answers.answer,
    tag: 'chat',
    summary: 'Send a message to a team',
    answer:
      'The answer as one document; or, asked for text/event-stream, the events as they happen and the answer last.',
    body: chatRequest,
    gives: [JSON_TYPE, EVENTS],
  },
  {
    method: 'get',
    path: '/v1/sessions',
    scope: 'read',
    about: 'listed',
    shape: answers.sessions,
    tag: 'sessions',
    summary: 'List sessions, the newest first',
    answer: 'Sessions, filtered by team, patient and words that were said in them.',
    query: listQuery,
  },
  {
    method: 'get',
    path: '/v1/sessions/:id',
    scope: 'read',
    about: 'session',
    shape: answers.session,
    tag: 'sessions',
    summary: 'Describe a session',
    answer: 'The session.',
  },
  {
    method: 'get',
    path: '/v1/sessions/:id/events',
    scope: 'read',
    about: 'session',
    shape: answers.events,
    tag: 'sessions',
    summary: 'Read the log of a session, or follow it',
    answer: 'The events after `after` (or the header Last-Event-ID); as a stream, also those still to come.',
    query: z.object({ after: z.coerce.number().int().min(0).optional() }),
    gives: [JSON_TYPE, EVENTS],
  },
  {
    method: 'post',
    path: '/v1/sessions/:id/stop',
    scope: 'chat',
    about: 'session',
    shape: answers.stopped,
    tag: 'sessions',
    summary: 'Stop the running turns of a session',
    answer: 'How many were stopped.',
  },
  {
    method: 'delete',
    path: '/v1/sessions/:id',
    scope: 'chat',
    about: 'session',
    shape: answers.deleted,
    tag: 'sessions',
    summary: 'Delete a session',
    answer: 'Its id.',
  },
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
    path: '/v1/status',
    scope: 'read',
    about: 'nobody',
    shape: answers.status,
    tag: 'house',
    summary: 'Say which models speak',
    answer: 'Providers, in order.',
  },
  {
    method: 'get',
    path: '/v1/patients',
    scope: 'read',
    about: 'listed',
    shape: answers.patients,
    tag: 'record',
    summary: 'List the patients',
    answer: 'Ids and names.',
  },
  {
    method: 'post',
    path: '/v1/patients',
    scope: 'chat',
    about: 'everybody',
    shape: answers.created,
    tag: 'record',
    summary: 'Begin the record of a person',
    answer: 'Their id and name.',
    body: newPatient,
  },
  {
    method: 'post',
    path: '/v1/patients/import',
    scope: 'chat',
    about: 'everybody',
    shape: answers.imported,
    tag: 'record',
    summary: 'Import FHIR R4: a bundle or NDJSON',
    answer: 'What was read, added and left out. The same again adds nothing.',
    body: z.unknown(),
    takes: ['application/fhir+json', JSON_TYPE, 'application/x-ndjson'],
  },
  {
    method: 'get',
    path: '/v1/patients/:id/facts',
    scope: 'read',
    about: 'patient',
    shape: answers.factsThere,
    tag: 'record',
    summary: 'Say which facts are still in the record',
    answer: 'The uuids, of those given, that are.',
    query: factsQuery,
  },
  {
    method: 'post',
    path: '/v1/patients/:id/facts/undo',
    scope: 'chat',
    about: 'patient',
    shape: answers.undone,
    tag: 'record',
    summary: 'Take back a fact told in conversation',
    answer: 'Its uuid.',
    body: undoRequest,
  },
  {
    method: 'get',
    path: '/v1/patients/:id/:section',
    scope: 'read',
    about: 'patient',
    shape: answers.section,
    tag: 'record',
    summary: 'Read a section of a record',
    answer: 'The section. The look is audited.',
    params: { section: z.enum(SECTION_NAMES) },
  },
  {
    method: 'post',
    path: '/v1/graph/query',
    scope: 'read',
    about: 'graph',
    shape: answers.graphAnswer,
    tag: 'record',
    summary: "Ask one patient's graph in Cypher",
    answer: 'Columns and rows. What breaks a rule is refused with CYPHER_REJECTED.',
    body: graphQuery,
  },
  {
    method: 'get',
    path: '/v1/audit',
    scope: 'read',
    about: 'audit',
    shape: answers.audit,
    tag: 'audit',
    summary: 'Read an audit trail, the newest first',
    answer: 'Who looked at whose record and when (this kind needs the scope audit); or what each answer rested on.',
    query: auditQuery,
  },
  {
    method: 'get',
    path: '/v1/functions',
    scope: 'work',
    about: 'nobody',
    tag: 'functions',
    summary: 'List the agent functions',
    answer: 'Functions with their schemas, presets and budgets.',
    shape: answers.functions,
  },
  {
    method: 'post',
    path: '/v1/functions/batch',
    scope: 'work',
    about: 'nobody',
    tag: 'functions',
    summary: 'Run several functions side by side',
    answer: 'A result or an error for each, in order.',
    body: batchRequest,
    shape: answers.batch,
    once: true,
  },
  {
    method: 'get',
    path: '/v1/pipelines',
    scope: 'work',
    about: 'nobody',
    tag: 'pipelines',
    summary: 'List the pipelines',
    answer: 'Pipelines with their input schema and stages.',
    shape: answers.pipelines,
  },
  {
    method: 'post',
    path: '/v1/pipelines/:id/run',
    scope: 'work',
    about: 'everybody',
    tag: 'pipelines',
    summary: 'Start a pipeline',
    answer: 'With ?wait=true, or Prefer: wait=N if it ends in time: the report.',
    body: runInput,
    query: runQuery,
    shape: answers.run,
    accepted: answers.started,
    once: true,
  },
  {
    method: 'get',
    path: '/v1/pipelines/runs',
    scope: 'work',
    about: 'everybody',
    tag: 'pipelines',
    summary: 'List runs, the newest first',
    answer: 'Runs and their states.',
    query: runsQuery,
    shape: answers.runs,
  },
  {
    method: 'get',
    path: '/v1/pipelines/runs/:id',
    scope: 'work',
    about: 'everybody',
    tag: 'pipelines',
    summary: 'Read the report of a run, or follow it',
    answer: 'The report; asked for text/event-stream, one after each change (after Last-Event-ID) and the last one.',
    shape: answers.run,
    gives: [JSON_TYPE, EVENTS],
  },
  {
    method: 'get',
    path: '/v1/pipelines/runs/:id/stages/:stage',
    scope: 'work',
    about: 'everybody',
    tag: 'pipelines',
    summary: 'Read what a stage of a run came to',
    answer: 'The output of its last attempt.',
    shape: answers.stage,
  },
  {
    method: 'post',
    path: '/v1/pipelines/runs/:id/cancel',
    scope: 'work',
    about: 'everybody',
    tag: 'pipelines',
    summary: 'Stop a run',
    answer: 'Whether it was running.',
    shape: answers.cancelled,
  },
  {
    method: 'get',
    path: '/v1/search',
    scope: 'work',
    about: 'nobody',
    tag: 'search',
    summary: 'Search the indexed documents and the knowledge base',
    answer: 'Passages with scores, snippets and sources.',
    query: searchQuery,
    shape: answers.found,
  },
  {
    method: 'get',
    path: '/v1/search/scopes',
    scope: 'work',
    about: 'nobody',
    tag: 'search',
    summary: 'List the scopes of the index',
    answer: 'Scopes and how much is in them.',
    shape: answers.scopes,
  },
  {
    method: 'post',
    path: '/v1/search/index',
    scope: 'work',
    about: 'everybody',
    tag: 'search',
    summary: 'Index files and folders that the operator allows (CONSILIUM_INDEX_ROOTS)',
    answer: 'What was read, left as it was, and left out.',
    body: indexRequest,
    shape: answers.indexed,
  },
  {
    method: 'get',
    path: '/v1/artifacts',
    scope: 'work',
    about: 'everybody',
    tag: 'pipelines',
    summary: 'List artifacts, the newest first',
    answer: 'Names and versions.',
    query: artifactsQuery,
    shape: answers.artifacts,
  },
  {
    method: 'get',
    path: '/v1/artifacts/:namespace/:name',
    scope: 'work',
    about: 'everybody',
    tag: 'pipelines',
    summary: 'Download an artifact',
    answer: 'Its bytes; the newest version where none is named.',
    query: artifactQuery,
    gives: ['application/octet-stream', 'text/plain'],
  },
  {
    method: 'get',
    path: '/healthz',
    scope: 'open',
    about: 'nobody',
    shape: answers.health,
    tag: 'operations',
    summary: 'Say that the server runs',
    answer: 'ok',
  },
  {
    method: 'get',
    path: '/readyz',
    scope: 'open',
    about: 'nobody',
    shape: answers.ready,
    tag: 'operations',
    summary: 'Say that it can work',
    answer: 'ready',
  },
  {
    method: 'get',
    path: '/metrics',
    scope: 'metrics',
    about: 'everybody',
    tag: 'operations',
    summary: 'Counts and times for Prometheus',
    answer: 'Text format 0.0.4.',
    gives: ['text/plain'],
  },
  {
    method: 'get',
    path: '/openapi.json',
    scope: 'any',
    about: 'nobody',
    tag: 'operations',
    summary: 'This document',
    answer: 'OpenAPI 3.1.',
  },
  {
    method: 'get',
    path: '/v1/token',
    scope: 'any',
    about: 'nobody',
    tag: 'tokens',
    summary: 'Say what the token that is shown allows',
    answer: 'Its name, scopes, patients and when it expires.',
    shape: tokenAnswer,
  },
  {
    method: 'get',
    path: '/v1/tokens',
    scope: 'admin',
    about: 'everybody',
    tag: 'tokens',
    summary: 'List the tokens, the newest first',
    answer: 'Expired and revoked ones too; never a token itself.',
    shape: tokensAnswer,
  },
  {
    method: 'post',
    path: '/v1/tokens',
    scope: 'admin',
    about: 'everybody',
    tag: 'tokens',
    summary: 'Issue a token',
    answer: 'The token, which is shown this once, and what it allows.',
    body: tokenRequest,
    shape: issuedAnswer,
  },
  {
    method: 'post',
    path: '/v1/tokens/:id/rotate',
    scope: 'admin',
    about: 'everybody',
    tag: 'tokens',
    summary: 'Issue a token in place of one that is revoked by it',
    answer: 'The new token, which is shown this once. It allows the same, for as long again.',
    shape: issuedAnswer,
  },
  {
    method: 'delete',
    path: '/v1/tokens/:id',
    scope: 'admin',
    about: 'everybody',
    tag: 'tokens',
    summary: 'Revoke a token',
    answer: 'It is refused from now on; its open streams end.',
    shape: tokenAnswer,
  },
  {
    method: 'get',
    path: '/status',
    scope: 'metrics',
    about: 'everybody',
    tag: 'operations',
    summary: 'A page on what runs here',
    answer: 'A page for people.',
    gives: ['text/html'],
  },
  {
    method: 'get',
    path: '/',
    scope: 'open',
    about: 'nobody',
    tag: 'operations',
    summary: 'The app, or the status page where it is not built',
    answer: 'A page for people.',
    gives: ['text/html'],
  },
];

/** What may be asked for without a token. The front page is not among them: it may be the status page. */
export const OPEN_PATHS: ReadonlySet<string> = new Set(
  ROUTES.filter(({ path, scope }) => scope === 'open' && path !== '/').map(({ path }) => path),
);

/** With the routes that are not described here: what is run is in the path, or in the request. */
export const RULES: readonly Rule[] = [
  ...ROUTES,
  ...FUNCTION_NAMES.map((name): Rule => {
    return { method: 'post', path: `/v1/functions/${name.replaceAll('_', '-')}/run`, scope: 'work', about: 'nobody' };
  }),
  { method: 'all', path: '/v1/functions/:name/run', scope: 'work', about: 'nobody' },
  // Each tool has a scope of its own.
  { method: 'all', path: '/mcp', scope: 'any', about: 'nobody' },
];
