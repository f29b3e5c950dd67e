/** Which HTTP status, number in JSON-RPC and name each code has; and what is told on of a status that a peer gave. */
import type { ConsiliumError } from '../kernel/index.ts';

interface Fault {
  readonly http: number;
  /** JSON-RPC. */
  readonly rpc: number;
  /** Of A2A's own errors. */
  readonly reason?: string;
  /** As Google's APIs name it. */
  readonly status: string;
}

export const A2A_FAULTS: Readonly<Record<string, Fault>> = {
  TASK_UNKNOWN: { http: 404, rpc: -32001, reason: 'TASK_NOT_FOUND', status: 'NOT_FOUND' },
  TASK_NOT_CANCELABLE: { http: 409, rpc: -32002, reason: 'TASK_NOT_CANCELABLE', status: 'FAILED_PRECONDITION' },
  PUSH_UNSUPPORTED: { http: 400, rpc: -32003, reason: 'PUSH_NOTIFICATION_NOT_SUPPORTED', status: 'UNIMPLEMENTED' },
  OPERATION_UNSUPPORTED: { http: 400, rpc: -32004, reason: 'UNSUPPORTED_OPERATION', status: 'UNIMPLEMENTED' },
  CONTENT_UNSUPPORTED: { http: 415, rpc: -32005, reason: 'CONTENT_TYPE_NOT_SUPPORTED', status: 'INVALID_ARGUMENT' },
  AGENT_RESPONSE_INVALID: { http: 502, rpc: -32006, reason: 'INVALID_AGENT_RESPONSE', status: 'INTERNAL' },
  EXTENSION_REQUIRED: { http: 400, rpc: -32008, reason: 'EXTENSION_SUPPORT_REQUIRED', status: 'FAILED_PRECONDITION' },
  VERSION_UNSUPPORTED: { http: 400, rpc: -32009, reason: 'VERSION_NOT_SUPPORTED', status: 'UNIMPLEMENTED' },
};

export const FAULTS: Readonly<Record<string, Fault>> = {
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
  ANSWER_UNREAD: { http: 400, rpc: -32602, status: 'INVALID_ARGUMENT' },
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
  REPORT_NONE: { http: 404, rpc: -32012, status: 'NOT_FOUND' },
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
  403: ['FORBIDDEN', 'ANSWER_FORBIDDEN', 'INDEX_FORBIDDEN', 'MATERIAL_FORBIDDEN', 'GRANT_TOO_WIDE', 'AUTH_OFF'],
  409: [
    ...['ANSWERED_ALREADY', 'ANSWER_TOO_LATE', 'PENDING_CANCELLED', 'JOB_RUNNING', 'MEDICINE_CAUTION', 'AGENT_EXISTS'],
    'AGENT_TOO_MANY',
    ...['EXAMPLE_PLAYED', 'TRIGGER_ENDED', 'TOKEN_REVOKED', 'TOKEN_ENDED', 'STORAGE_CONFLICT', 'IDEMPOTENCY_CONFLICT'],
    ...['MATERIAL_TAKEN', 'CARD_EXISTS', 'THING_THERE', 'SEARCH_NEWER', 'REMOTE_AMBIGUOUS'],
    'AGENT_AMBIGUOUS',
  ],
  413: [
    'FILE_TOO_LARGE',
    'ANKI_TOO_LARGE',
    'FHIR_TOO_LARGE',
    'INPUT_TOO_LARGE',
    'BUDGET_EXCEEDED',
    'WORK_TOO_LARGE',
    'WORK_TOO_DEEP',
  ],
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
const OWN_FAILURE = /^(?:MODEL|REMOTE|MCP|DATA|OUTPUT|STORAGE|AGENT|TOOL)_/;

/** Where only a status is known. */
const FAULT_OF_STATUS: ReadonlyMap<number, Fault> = new Map<number, Fault>([
  [400, FAULTS['PARAMETERS_INVALID']!],
  [404, FAULTS['NOT_FOUND']!],
  [502, UNNAMED],
  ...Object.entries(BY_STATUS).map(([http, said]) => [Number(http), { http: Number(http), ...said }] as const),
]);

export function faultOf({ code, details }: Failure): Fault {
  const known = FAULTS[code] ?? OTHERS.get(code);
  const told = statusOfPeer(details, known !== undefined);
  if (told !== undefined) return FAULT_OF_STATUS.get(told)!;
  if (known !== undefined) return known;
  const amiss = OWN_FAILURE.test(code) ? undefined : ASKED_AMISS.find(([ends]) => ends.test(code));
  return amiss?.[1] ?? UNNAMED;
}

type Failure = Pick<ConsiliumError, 'code' | 'details'>;

/**
 * The status that somebody behind us gave for what failed there, as it is told on; undefined where nobody did, or where the
 * code says enough (`isKnown`). That they take no more now is that, whatever they call it; what they think of our token is not
 * what we think of our caller's.
 */
function statusOfPeer(details: ConsiliumError['details'], isKnown: boolean): number | undefined {
  const { peer, status } = details ?? {};
  if (peer === undefined || typeof status !== 'number' || (isKnown && status !== 429)) return undefined;
  return TOLD_ON[status] ?? 502;
}

const TOLD_ON: Readonly<Record<number, number>> = {
  ...{ 400: 400, 422: 400, 404: 404, 409: 409, 413: 413, 429: 429 },
  ...{ 408: 504, 504: 504, 503: 503 },
};

export function httpStatusOf(failure: Failure): number {
  return faultOf(failure).http;
}

/** As gRPC and Google's APIs name it. */
export function statusOf(failure: Failure): string {
  return faultOf(failure).status;
}

/** The same by the number that JSON-RPC has for it, for codes that nobody here knows. */
export function statusOfRpc(code: string, rpc: unknown): string {
  const known = FAULTS[code] ?? OTHERS.get(code) ?? Object.values(FAULTS).find((fault) => fault.rpc === rpc);
  return known?.status ?? statusOf({ code, details: undefined });
}
