/** Errors as answers: which status each code has, and what is said of it outside. */
import type { Context } from 'hono';
import { bindingOf, tellUnread, withoutFiles } from '../a2a/fault.ts';
import { retryAfterHeaders } from '../a2a/retry-after.ts';
import { httpStatusOf } from '../a2a/statuses.ts';
import { ConsiliumError } from '../kernel/index.ts';
import { callerOf } from './caller.ts';
import { errorFields } from './openai-request.ts';

export function answerError(context: Context, error: ConsiliumError): Response {
  // A fault of our own has no place for its details outside.
  const shown =
    error.code === 'INTERNAL'
      ? new ConsiliumError('INTERNAL', 'Something went wrong here. The log has the request id.')
      : error.code === 'TEAM_INVALID' && !keepsHouse(context)
        ? withoutFiles(error)
        : error;
  // Details stand beside the code, and again by themselves for those who look for them there.
  const details = shown.details === undefined ? {} : { details: shown.details };
  const status = statusFor(error);
  for (const [name, value] of Object.entries(retryAfterHeaders(0, error))) context.header(name, value);
  const binding = context.req.path === '/a2a/agents' ? undefined : bindingOf(context.req.path, context.req.raw.headers);
  if (binding !== undefined) return context.json(tellUnread(binding, shown), status);
  return context.json(
    { error: { ...shown.toJSON(), ...details, ...errorFields(context.req.path, status, shown) } },
    status,
  );
}

/** Whoever is on this machine, and who holds a token for its keeping. */
function keepsHouse(context: Context): boolean {
  const { scopes } = callerOf(context);
  return scopes === null || scopes.includes('admin');
}

/** A peer that answered, and failed by itself, is not the caller's mistake, whatever it calls that. */
function statusFor(error: ConsiliumError): Status {
  const { code, retryable, details } = error;
  const isOurs = details?.['peer'] === undefined || (Object.hasOwn(STATUS, code) && details['status'] !== 429);
  // One that others give, under a name of their own, is told on as it is to agents.
  const status = isOurs ? statusOf(code) : (httpStatusOf(error) as Status);
  if (details?.['outage'] !== true || status > 502) return status;
  return retryable ? 503 : 502;
}

export const STATUS = {
  TOKEN_REQUIRED: 401,
  TOKEN_INVALID: 401,
  TOKEN_EXPIRED: 401,
  TOKEN_NOT_YET_VALID: 401,
  FORBIDDEN: 403,
  GRANT_TOO_WIDE: 403,
  SCOPE_MISSING: 403,
  PATIENT_FORBIDDEN: 403,
  AGENT_FORBIDDEN: 403,
  ACTION_FORBIDDEN: 403,
  AUTH_OFF: 403,
  INDEX_FORBIDDEN: 403,
  MATERIAL_FORBIDDEN: 403,
  NOT_FOUND: 404,
  SESSION_UNKNOWN: 404,
  REPORT_NONE: 404,
  TEAM_UNKNOWN: 404,
  PATIENT_NOT_FOUND: 404,
  ENTRY_NOT_FOUND: 404,
  FACT_NOT_FOUND: 404,
  UNKNOWN_SECTION: 404,
  FUNCTION_UNKNOWN: 404,
  PIPELINE_UNKNOWN: 404,
  RUN_UNKNOWN: 404,
  JOB_RUNNING: 409,
  MEDICINE_CAUTION: 409,
  JOB_UNKNOWN: 404,
  INDEX_BUSY: 503,
  OUTPUT_UNKNOWN: 404,
  SCOPE_UNKNOWN: 404,
  ARTIFACT_UNKNOWN: 404,
  AGENT_UNKNOWN: 404,
  REMOTE_UNKNOWN: 404,
  REMOTE_AMBIGUOUS: 409,
  AGENT_AMBIGUOUS: 409,
  TOKEN_UNKNOWN: 404,
  PENDING_UNKNOWN: 404,
  TRIGGER_UNKNOWN: 404,
  FILE_UNKNOWN: 404,
  FIRING_NOT_DEAD: 404,
  SIGNATURE_WRONG: 401,
  MAIL_FORM: 415,
  CONTENT_UNSUPPORTED: 415,
  AGENT_EXISTS: 409,
  AGENT_TOO_MANY: 409,
  EXAMPLE_PLAYED: 409,
  TRIGGER_ENDED: 409,
  TRIGGER_QUOTA: 429,
  FILE_TOO_LARGE: 413,
  WORKSPACE_FULL: 507,
  ANSWER_FORBIDDEN: 403,
  ANSWER_UNREAD: 400,
  ANSWERED_ALREADY: 409,
  ANSWER_TOO_LATE: 409,
  PENDING_CANCELLED: 409,
  KEY_REUSED: 409,
  TOKEN_REVOKED: 409,
  TOKEN_ENDED: 409,
  STATE_PROTECTED: 409,
  STORAGE_CONFLICT: 409,
  IDEMPOTENCY_CONFLICT: 409,
  QUIZ_UNKNOWN: 404,
  QUESTION_UNKNOWN: 404,
  CARD_UNKNOWN: 404,
  HIGHLIGHT_UNKNOWN: 404,
  MATERIAL_UNKNOWN: 404,
  MATERIAL_TAKEN: 409,
  CHAPTER_UNKNOWN: 404,
  TOPIC_UNKNOWN: 404,
  PLAN_UNKNOWN: 404,
  PASSAGE_UNKNOWN: 404,
  CARD_EXISTS: 409,
  CHANGE_UNKNOWN: 404,
  THING_THERE: 409,
  ANKI_TOO_LARGE: 413,
  CDS_SERVICE_UNKNOWN: 404,
  PREFETCH_MISSING: 412,
  BODY_TOO_LARGE: 413,
  BODY_TIMEOUT: 408,
  BODY_INCOMPLETE: 400,
  FILE_INVALID: 400,
  MESSAGE_TOO_LONG: 413,
  FHIR_TOO_LARGE: 413,
  BUDGET_EXCEEDED: 413,
  INPUT_TOO_LARGE: 413,
  WORK_TOO_LARGE: 413,
  WORK_TOO_DEEP: 413,
  TEAM_INVALID: 422,
  PIPELINE_INVALID: 422,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  SESSION_CORRUPT: 500,
  ARTIFACT_CORRUPT: 500,
  CANCELLED: 503,
  MODEL_REQUIRED: 503,
  PIPELINES_BUSY: 503,
  SEARCH_UNAVAILABLE: 503,
  SEARCH_TIMEOUT: 504,
  CALL_INTERRUPTED: 502,
  ANSWER_LOST: 502,
  MCP_UNAVAILABLE: 503,
  MCP_CONFIG: 503,
  MCP_TOO_LARGE: 502,
  CIRCUIT_OPEN: 503,
  REMOTE_BUSY: 503,
  TIMEOUT: 504,
  SEARCH_NEWER: 409,
  STORAGE_BUSY: 503,
  STORAGE_CORRUPT: 503,
  STORAGE_FULL: 507,
} as const;

/** Somebody was turned away: may not, is not theirs or not there, cannot be done any more. */
export function isRefusal({ code }: ConsiliumError): boolean {
  return code === 'PATIENT_REQUIRED' || REFUSED.has(statusOf(code));
}

const REFUSED = new Set<number>([403, 404, 409]);

type Status = (typeof STATUS)[keyof typeof STATUS] | 400 | 502;

export function statusOf(code: string): Status {
  const known = (STATUS as Readonly<Record<string, Status>>)[code];
  if (known !== undefined) return known;
  if (code.startsWith('MODEL_') || code.startsWith('REMOTE_')) return 502;
  return code.startsWith('STORAGE_') ? 500 : 400;
}
