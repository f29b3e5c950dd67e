/**
 * What MCP clients may call: the agent functions, search, queries of one patient's record, and the teams. Each does what
 * the HTTP route of the same name does.
 */
import type { Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import {
  type App,
  machineSession,
  onlyPatient,
  patientMeant,
  toAnswer as tellAnswer,
  type Workshop,
} from '../app/index.ts';
import type { FunctionInfo, Functions } from '../functions/index.ts';
import { optionsSchema } from '../functions/input.ts';
import { ConsiliumError, type Principal } from '../kernel/index.ts';
import type { Scope } from '../storage/index.ts';
import type { TeamEntry } from '../teams/index.ts';
import { requireSession } from './access.ts';
import { requirePatientOf } from './caller.ts';
import { toAnswer } from './functions.ts';
import { findPatient } from './patient.ts';
import { askGraph, graphQuery } from './record.ts';
import type { Subject } from './subject.ts';

export interface HouseTool {
  readonly tool: Tool;
  /** What a token needs to call it. */
  readonly scope: Scope;
  /** Whose data it is asked about, for the trail, which such a tool tells of itself; absent: nobody's. */
  about?(input: unknown): Promise<Subject>;
  call(input: unknown, caller: Principal, signal: AbortSignal): Promise<Record<string, unknown>>;
}

const searchInput = z.strictObject({
  query: z.string().min(1).max(2000),
  scopes: z.array(z.string()).max(50).optional().describe('which scopes to look in; all without it'),
  match: z.enum(['keyword', 'semantic', 'hybrid']).optional(),
  top: z.number().int().min(1).max(100).optional(),
});

export type ToolHouse = Pick<App, 'records' | 'workshop' | 'listTeams' | 'team' | 'home' | 'mayReach'>;

export async function toolsOf(app: ToolHouse): Promise<HouseTool[]> {
  const [workshop, teams] = await Promise.all([app.workshop(), app.listTeams()]);
  return [...workshopTools(app, workshop), ...teams.map((team) => teamTool(app, team))];
}

function workshopTools({ records }: Pick<App, 'records'>, { functions, search }: Workshop): HouseTool[] {
  return [
    ...functions.list().map((info) => functionTool(info, functions)),
    {
      tool: {
        name: 'search',
        title: 'Search',
        description: 'Finds passages in the indexed documents and the knowledge base, with their sources.',
        inputSchema: toSchema(searchInput),
        annotations: { readOnlyHint: true },
      },
      scope: 'work',
      call: async (input, _, signal) => ({ ...(await search.search({ ...parse(searchInput, input), signal })) }),
    },
    {
      tool: {
        name: 'query_graph',
        title: "Query a patient's record",
        description:
          "Asks one patient's record in Cypher, read only. Patterns start at the patient: MATCH (p:Patient)-[…]. Every query is put on the audit trail.",
        inputSchema: toSchema(graphQuery),
        annotations: { readOnlyHint: true },
      },
      scope: 'read',
      about: async (input) => named(input),
      call: async (input, caller) => {
        const asked = parse(graphQuery, input);
        requirePatientOf(caller, asked.patient_id);
        return { ...(await askGraph(records, asked, { principal: caller, actor: 'mcp', why: 'tool query_graph' })) };
      },
    },
  ];
}

function functionTool(info: FunctionInfo, functions: Functions): HouseTool {
  const { name, description, input, output } = info;
  const answer = answerSchema(output);
  return {
    tool: {
      name,
      description,
      inputSchema: withOptions(input, info) as Tool['inputSchema'],
      ...(answer && { outputSchema: answer as Tool['outputSchema'] }),
    },
    scope: 'work',
    call: async (given, principal, signal) => {
      const { run_options, ...fields } = (given ?? {}) as Record<string, unknown>;
      const options = parse(runOptions, run_options ?? {});
      return toAnswer(await functions.run(name, fields, { ...options, principal, signal }));
    },
  };
}

const runOptions = optionsSchema;

/** How it is run stands beside what it is run on. */
function withOptions(
  input: Record<string, unknown>,
  { presets, default_preset }: FunctionInfo,
): Record<string, unknown> {
  const { $schema: _, ...options } = z.toJSONSchema(runOptions, { io: 'input' });
  const known = [...new Set([...Object.keys(presets), ...Object.values(presets)])].join(', ');
  const description = `how it is run; presets: ${known}; without one, ${default_preset}`;
  return { ...input, properties: { ...(input['properties'] as object), run_options: { ...options, description } } };
}

const askInput = z.strictObject({
  message: z.string().min(1).max(100_000),
  session_id: z.string().optional().describe('goes on with this conversation; without it, a new one'),
  patient_id: z.string().optional().describe('whose record it is about'),
});

/** A team, asked in words: `ask_health`. */
function teamTool(app: ToolHouse, { name, description }: TeamEntry): HouseTool {
  return {
    tool: {
      name: `ask_${name.replace(/[^\w]/g, '_')}`,
      title: `Ask the ${name} team`,
      description: description || `Asks the ${name} team in words.`,
      inputSchema: toSchema(askInput),
    },
    scope: 'chat',
    about: async (input) => {
      const { patientId, object } = named(input);
      return { object, patientId: patientId ?? (object && (await findPatient(app.home.store, object))) };
    },
    call: async (input, principal, signal) => {
      const { message, session_id: session, patient_id: named } = parse(askInput, input);
      const isThere = session !== undefined && (await app.home.store.session(session)) !== undefined;
      if (isThere) await requireSession(app, principal, session);
      const where = 'patient_id of the tool’s arguments';
      const patient = isThere
        ? (named ?? onlyPatient(principal))
        : await patientMeant(principal, named, { message, where });
      if (patient !== undefined) requirePatientOf(principal, patient);
      const { team, send } = await app.team(name);
      const turn = send({
        message,
        session: session ?? machineSession('mcp'),
        patient,
        principal,
        signal,
        stream: false,
        door: 'mcp',
      });
      return { ...tellAnswer(team.name, await turn.result) };
    },
  };
}

/** The patient and the session that an input names, whether it fits or not. */
function named(input: unknown): Subject {
  const { patient_id, session_id } = (input ?? {}) as Record<string, unknown>;
  const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 200) : undefined);
  return { patientId: text(patient_id), object: text(session_id) };
}

/** The output's fields and, beside them, how they came about. */
function answerSchema(output: Record<string, unknown>): Record<string, unknown> | undefined {
  if (output['type'] !== 'object') return undefined;
  return { ...output, properties: { ...(output['properties'] as object), meta: { type: 'object' } } };
}

function toSchema(schema: z.ZodType): Tool['inputSchema'] {
  return z.toJSONSchema(schema, { io: 'input' }) as Tool['inputSchema'];
}

function parse<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue?.path.join('.') ?? '';
  throw new ConsiliumError('INPUT_INVALID', `${path || 'input'}: ${issue?.message}`, { details: { path } });
}
