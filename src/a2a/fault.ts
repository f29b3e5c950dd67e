/**
 * What goes wrong between agents, said in each of the languages spoken here. Inside it is a `ConsiliumError`; the table
 * below says what it is called in JSON-RPC, in the REST binding and as an HTTP status.
 */
import { ConsiliumError, type ErrorShape, toConsiliumError } from '../kernel/index.ts';
import { showable } from '../text/index.ts';
import { readRetryAfter, retryAfterHeaders } from './retry-after.ts';

interface Fault {
  readonly http: number;
  /** JSON-RPC. */
  readonly rpc: number;
  /** Of A2A's own errors. */
  readonly reason?: string;
  /** As Google's APIs name it. */
  readonly status: string;
}

const A2A_FAULTS: Readonly<Record<string, Fault>> = {
  TASK_UNKNOWN: { http: 404, rpc: -32001, reason: 'TASK_NOT_FOUND', status: 'NOT_FOUND' },
  TASK_NOT_CANCELABLE: { http: 409, rpc: -32002, reason: 'TASK_NOT_CANCELABLE', status: 'FAILED_PRECONDITION' },
  PUSH_UNSUPPORTED: { http: 400, rpc: -32003, reason: 'PUSH_NOTIFICATION_NOT_SUPPORTED', status: 'UNIMPLEMENTED' },
  OPERATION_UNSUPPORTED: { http: 400, rpc: -32004, reason: 'UNSUPPORTED_OPERATION', status: 'UNIMPLEMENTED' },
  CONTENT_UNSUPPORTED: { http: 415, rpc: -32005, reason: 'CONTENT_TYPE_NOT_SUPPORTED', status: 'INVALID_ARGUMENT' },
  AGENT_RESPONSE_INVALID: { http: 502, rpc: -32006, reason: 'INVALID_AGENT_RESPONSE', status: 'INTERNAL' },
  EXTENSION_REQUIRED: { http: 400, rpc: -32008, reason: 'EXTENSION_SUPPORT_REQUIRED', status: 'FAILED_PRECONDITION' },
  VERSION_UNSUPPORTED: { http: 400, rpc: -32009, reason: 'VERSION_NOT_SUPPORTED', status: 'UNIMPLEMENTED' },
};

const FAULTS: Readonly<Record<string, Fault>> = {
  ...A2A_FAULTS,
  JSON_INVALID: { http: 400, rpc: -32700, status: 'INVALID_ARGUMENT' },
  REQUEST_INVALID: { http: 400, rpc: -32600, status: 'INVALID_ARGUMENT' },
  METHOD_UNKNOWN: { http: 404, rpc: -32601, status: 'NOT_FOUND' },
  PARAMETERS_INVALID: { http: 400, rpc: -32602, status: 'INVALID_ARGUMENT' },
  INPUT_INVALID: { http: 400, rpc: -32602, status: 'INVALID_ARGUMENT' },
  ADDRESS_FORBIDDEN: { http: 400, rpc: -32602, status: 'INVALID_ARGUMENT' },
  USER_INVALID: { http: 400, rpc: -32602, status: 'INVALID_ARGUMENT' },
  STATE_PROTECTED: { http: 409, rpc: -32602, status: 'FAILED_PRECONDITION' },
  KEY_REUSED: { http: 409, rpc: -32602, status: 'ALREADY_EXISTS' },
  ACTION_UNKNOWN: { http: 400, rpc: -32602, status: 'INVALID_ARGUMENT' },
  TOKEN_REQUIRED: { http: 401, rpc: -32010, status: 'UNAUTHENTICATED' },
  TOKEN_INVALID: { http: 401, rpc: -32010, status: 'UNAUTHENTICATED' },
  TOKEN_EXPIRED: { http: 401, rpc: -32010, status: 'UNAUTHENTICATED' },
  TOKEN_NOT_YET_VALID: { http: 401, rpc: -32010, status: 'UNAUTHENTICATED' },
  SIGNATURE_INVALID: { http: 401, rpc: -32010, status: 'UNAUTHENTICATED' },
  REPLAYED: { http: 401, rpc: -32010, status: 'UNAUTHENTICATED' },
  SCOPE_MISSING: { http: 403, rpc: -32011, status: 'PERMISSION_DENIED' },
  AGENT_FORBIDDEN: { http: 403, rpc: -32011, status: 'PERMISSION_DENIED' },
  ACTION_FORBIDDEN: { http: 403, rpc: -32011, status: 'PERMISSION_DENIED' },
  USER_FORBIDDEN: { http: 403, rpc: -32011, status: 'PERMISSION_DENIED' },
  PATIENT_FORBIDDEN: { http: 403, rpc: -32011, status: 'PERMISSION_DENIED' },
  AGENT_UNKNOWN: { http: 404, rpc: -32012, status: 'NOT_FOUND' },
  SESSION_UNKNOWN: { http: 404, rpc: -32012, status: 'NOT_FOUND' },
  PENDING_UNKNOWN: { http: 404, rpc: -32012, status: 'NOT_FOUND' },
  PATIENT_NOT_FOUND: { http: 404, rpc: -32012, status: 'NOT_FOUND' },
  NOT_FOUND: { http: 404, rpc: -32012, status: 'NOT_FOUND' },
  BODY_TIMEOUT: { http: 408, rpc: -32013, status: 'DEADLINE_EXCEEDED' },
  TIMEOUT: { http: 504, rpc: -32013, status: 'DEADLINE_EXCEEDED' },
  LIMIT_WALL_TIME: { http: 504, rpc: -32013, status: 'DEADLINE_EXCEEDED' },
  BODY_TOO_LARGE: { http: 413, rpc: -32014, status: 'OUT_OF_RANGE' },
  MESSAGE_TOO_LONG: { http: 413, rpc: -32014, status: 'OUT_OF_RANGE' },
  RATE_LIMITED: { http: 429, rpc: -32015, status: 'RESOURCE_EXHAUSTED' },
  CANCELLED: { http: 503, rpc: -32016, status: 'CANCELLED' },
  INTERNAL: { http: 500, rpc: -32603, status: 'INTERNAL' },
  CIRCUIT_OPEN: { http: 503, rpc: -32603, status: 'UNAVAILABLE' },
  REMOTE_BUSY: { http: 503, rpc: -32603, status: 'UNAVAILABLE' },
  TEAM_INVALID: { http: 503, rpc: -32603, status: 'UNAVAILABLE' },
};

/** What each status means in the other languages, for codes that need no name of their own there. */
const BY_STATUS = {
  403: { rpc: -32011, status: 'PERMISSION_DENIED' },
  409: { rpc: -32602, status: 'FAILED_PRECONDITION' },
  413: { rpc: -32014, status: 'OUT_OF_RANGE' },
  429: { rpc: -32015, status: 'RESOURCE_EXHAUSTED' },
  500: { rpc: -32603, status: 'INTERNAL' },
  503: { rpc: -32603, status: 'UNAVAILABLE' },
  504: { rpc: -32013, status: 'DEADLINE_EXCEEDED' },
  507: { rpc: -32603, status: 'RESOURCE_EXHAUSTED' },
} as const;

/** The other codes that a turn may end with, as the house's own door has them. */
const BESIDE: Readonly<Record<keyof typeof BY_STATUS, readonly string[]>> = {
  403: ['FORBIDDEN', 'ANSWER_FORBIDDEN', 'INDEX_FORBIDDEN', 'GRANT_TOO_WIDE', 'AUTH_OFF'],
  409: [
    ...['ANSWERED_ALREADY', 'ANSWER_TOO_LATE', 'PENDING_CANCELLED', 'JOB_RUNNING', 'MEDICINE_CAUTION', 'AGENT_EXISTS'],
    ...['EXAMPLE_PLAYED', 'TRIGGER_ENDED', 'TOKEN_REVOKED', 'TOKEN_ENDED', 'STORAGE_CONFLICT', 'IDEMPOTENCY_CONFLICT'],
    ...['MATERIAL_TAKEN', 'CARD_EXISTS', 'THING_THERE', 'SEARCH_NEWER', 'REMOTE_AMBIGUOUS'],
    'AGENT_AMBIGUOUS',
  ],
  413: ['FILE_TOO_LARGE', 'ANKI_TOO_LARGE', 'FHIR_TOO_LARGE', 'INPUT_TOO_LARGE', 'BUDGET_EXCEEDED'],
  429: ['TRIGGER_QUOTA'],
  500: ['SESSION_CORRUPT', 'ARTIFACT_CORRUPT'],
  503: [
    ...['INDEX_BUSY', 'MODEL_REQUIRED', 'PIPELINES_BUSY', 'SEARCH_UNAVAILABLE', 'STORAGE_BUSY', 'STORAGE_CORRUPT'],
    ...['MCP_UNAVAILABLE', 'MCP_CONFIG'],
  ],
  504: ['SEARCH_TIMEOUT'],
  507: ['WORKSPACE_FULL', 'STORAGE_FULL'],
};

const OTHERS: ReadonlyMap<string, Fault> = new Map(
  Object.entries(BESIDE).flatMap(([http, codes]) => {
    const said = BY_STATUS[Number(http) as keyof typeof BY_STATUS];
    return codes.map((code) => [code, { http: Number(http), ...said }] as const);
  }),
);

const UNNAMED: Fault = { http: 502, rpc: -32603, status: 'INTERNAL' };

/** What a caller gave that is not there, or is not right: theirs to mend, however often they ask. */
const ASKED_AMISS: readonly (readonly [RegExp, Fault])[] = [
  [/_(?:UNKNOWN|NOT_FOUND|EMPTY)$/, { http: 404, rpc: -32012, status: 'NOT_FOUND' }],
  [/_(?:INVALID|REQUIRED|MISSING|UNREADABLE)$|_TOO_/, { http: 400, rpc: -32602, status: 'INVALID_ARGUMENT' }],
];
/** Under these names it is this side that failed. */
const OWN_FAILURE = /^(?:MODEL|REMOTE|DATA|OUTPUT|STORAGE|AGENT|TOOL)_/;

function faultOf(code: string): Fault {
  const known = FAULTS[code] ?? OTHERS.get(code);
  if (known !== undefined) return known;
  const amiss = OWN_FAILURE.test(code) ? undefined : ASKED_AMISS.find(([ends]) => ends.test(code));
  return amiss?.[1] ?? UNNAMED;
}

export function httpStatusOf(code: string): number {
  return faultOf(code).http;
}

/** As gRPC and Google's APIs name it. */
export function statusOf(code: string): string {
  return faultOf(code).status;
}

/** A fault of our own has no place for its details outside. */
export function shownError(thrown: unknown): ConsiliumError {
  const error = toConsiliumError(thrown);
  if (error.code === 'TEAM_INVALID') return withoutFiles(error);
  return error.code === 'INTERNAL' ? new ConsiliumError('INTERNAL', 'Something went wrong here.') : error;
}

/** What stands in the files of a team, its secrets too, is for whoever keeps them. */
export function withoutFiles({ code }: ConsiliumError): ConsiliumError {
  return new ConsiliumError(code, 'This team cannot be loaded at the moment.', {
    hint: 'Whoever runs the server sees why: consilium team check.',
  });
}

export function toRpcError(thrown: unknown): { code: number; message: string; data: unknown[] } {
  const error = shownError(thrown);
  return { code: faultOf(error.code).rpc, message: error.message, data: detailsOf(error) };
}

export interface RestError {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: { readonly error: Record<string, unknown> };
}

export function toRestError(thrown: unknown): RestError {
  const error = shownError(thrown);
  const { http, status } = faultOf(error.code);
  const body = { code: http, status, message: error.message, retryable: error.retryable, details: detailsOf(error) };
  return { status: http, headers: retryAfterHeaders(http, error), body: { error: body } };
}

/** The languages that are spoken at the doors for agents. */
type Binding = 'envelope' | 'rpc' | 'rest';

/** Which one a request is in, as far as its address and its head say; undefined: it is for no agent. */
export function bindingOf(path: string, headers: Pick<Headers, 'has'>): Binding | undefined {
  if (/^\/a2a\/(?:agents\/[^/]+\/)?rest(?:\/|$)/.test(path)) return 'rest';
  if (!/^\/a2a(?:\/agents\/[^/]+)?\/?$/.test(path)) return undefined;
  return headers.has('a2a-version') ? 'rpc' : 'envelope';
}

/** What is refused before the door for agents has read it, in the language of whoever asked. */
export function tellUnread(binding: Binding, error: ConsiliumError): object {
  if (binding === 'rest') return toRestError(error).body;
  if (binding === 'rpc') return { jsonrpc: '2.0', id: null, error: toRpcError(error) };
  return { agent_name: '', conversation_id: '', error: toEnvelopeError(error), status: 'error' };
}

function detailsOf(error: ConsiliumError): unknown[] {
  const info = {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason: faultOf(error.code).reason ?? error.code,
    domain: A2A_FAULTS[error.code] === undefined ? 'consilium' : 'a2a-protocol.org',
    metadata: { code: error.code, retryable: String(error.retryable) },
  };
  const wait = error.details?.['retryAfterMs'];
  const retry = typeof wait === 'number' ? [{ '@type': RETRY_INFO, retryDelay: `${Math.ceil(wait / 1000)}s` }] : [];
  if (error.hint === undefined) return [info, ...retry];
  const help = { '@type': 'type.googleapis.com/google.rpc.Help', links: [{ description: error.hint, url: '' }] };
  return [info, help, ...retry];
}

const RETRY_INFO = 'type.googleapis.com/google.rpc.RetryInfo';

const BY_REASON = new Map(Object.entries(A2A_FAULTS).map(([code, { reason }]) => [reason, code]));
/** Where several of ours have the same number, a peer that says no more means the first. */
const BY_RPC = new Map(
  Object.entries(FAULTS)
    .reverse()
    .map(([code, { rpc }]) => [rpc, code]),
);

/** What a peer said in JSON-RPC, as an error of ours. */
export function fromRpcError(
  peer: string,
  given: { code?: unknown; message?: unknown; data?: unknown },
): ConsiliumError {
  const details = Array.isArray(given.data) ? (given.data as Record<string, unknown>[]) : [];
  const info = details.find((each) => String(each?.['@type']).endsWith('ErrorInfo'));
  const told = (info?.['metadata'] ?? {}) as Record<string, unknown>;
  const rpc = Number(given.code);
  const code =
    (typeof told['code'] === 'string' ? told['code'] : undefined) ??
    BY_REASON.get(info?.['reason'] as string) ??
    BY_RPC.get(rpc) ??
    'REMOTE_FAILED';
  const message = typeof given.message === 'string' ? given.message : `error ${rpc}`;
  const hint = hintIn(given);
  const status = FAULTS[BY_RPC.get(rpc) ?? '']?.http;
  const delay = details.find((each) => String(each?.['@type']).endsWith('RetryInfo'))?.['retryDelay'];
  const wait = typeof delay === 'string' ? readRetryAfter(/^([\d.]+)s$/.exec(delay)?.[1], 0) : undefined;
  return fromPeer(peer, { code, message, retryable: told['retryable'] === 'true', hint, status, retryAfterMs: wait });
}

/** What a peer advises, wherever its language has a place for that. */
export function hintIn(error: unknown): unknown {
  const { hint, data, details = data } = (error ?? {}) as Record<'hint' | 'data' | 'details', unknown>;
  if (hint !== undefined || !Array.isArray(details)) return hint;
  const help = (details as Record<string, unknown>[]).find((each) => String(each?.['@type']).endsWith('Help'))?.[
    'links'
  ];
  return Array.isArray(help) ? (help[0] as { description?: unknown } | undefined)?.description : undefined;
}

const NAME = /^[A-Z][A-Z0-9_]{1,60}$/;
/** Names that this house acts upon: what a peer calls so is not that. */
const OURS = /^(?:STORAGE_|CANCELLED$|INTERNAL$)/;
const HINTS: Readonly<Record<string, string>> = {
  TIMEOUT: 'Give it longer with timeout_ms, or look why it is slow.',
  RATE_LIMITED: 'Ask less often, or keep answers with cache_ms.',
};

interface Said {
  readonly code: unknown;
  readonly message: string;
  readonly retryable?: unknown;
  readonly hint?: unknown;
  /** The HTTP status that it came with, or that its number in JSON-RPC stands for; absent: it says nothing of the error. */
  readonly status?: number | undefined;
  /** How long it asks to be left alone. */
  readonly retryAfterMs?: number | undefined;
}

/** What a peer says went wrong, under the name that it gives it, where that is one; and whether it failed by itself. */
export function fromPeer(peer: string, said: Said): ConsiliumError {
  const { code, message, retryable, hint, status, retryAfterMs } = said;
  const name = typeof code === 'string' && NAME.test(code) && !OURS.test(code) ? code : 'REMOTE_FAILED';
  const help = typeof hint === 'string' ? hint : HINTS[name];
  return new ConsiliumError(name, `${peer}: ${shownWords(message, 1000)}`, {
    retryable: retryable === true,
    ...(help !== undefined && { hint: shownWords(help, 500) }),
    details: {
      ...{ peer, ...(status && { status }), ...(isPeersOwn(said) && { outage: true }) },
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    },
  });
}

/** Whether any other request might have failed so: by the status, else by what is said. */
function isPeersOwn({ status, retryable, code }: Said): boolean {
  if (status !== undefined) return status >= 500;
  return code === 'INTERNAL' || (retryable === true && code !== 'RATE_LIMITED');
}

/** The words of a peer as people are shown them: so many, on one line, without a credential that it let slip. */
export function shownWords(words: string, most: number): string {
  return showable(words.slice(0, most))
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/(?<=:\/\/)[^\s/@]+(?=@)/g, '…')
    .replace(/(?<=\b(?:Bearer|Basic) )[\w.~+/=-]+/gi, '…');
}

/** An error as the envelope has it. */
export function toEnvelopeError(thrown: unknown): ErrorShape {
  return shownError(thrown).toJSON();
}
