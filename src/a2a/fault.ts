/**
 * What goes wrong between agents, said in each of the languages spoken here, and read from what others say. Inside it is a
 * `ConsiliumError`; the tables of `statuses.ts` say what it is called in JSON-RPC, in the REST binding and as an HTTP status.
 */
import { ConsiliumError, type ErrorShape, toConsiliumError } from '../kernel/index.ts';
import { showable } from '../text/index.ts';
import { readRetryAfter, retryAfterHeaders } from './retry-after.ts';
import { A2A_FAULTS, FAULTS, faultOf } from './statuses.ts';

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
  return { code: faultOf(error).rpc, message: error.message, data: detailsOf(error) };
}

export interface RestError {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: { readonly error: Record<string, unknown> };
}

export function toRestError(thrown: unknown): RestError {
  const error = shownError(thrown);
  const { http, status } = faultOf(error);
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
    reason: faultOf(error).reason ?? error.code,
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
  const isBusy = status === 429;
  const help = typeof hint === 'string' ? hint : (HINTS[name] ?? (isBusy ? HINTS['RATE_LIMITED'] : undefined));
  return new ConsiliumError(name, `${peer}: ${shownWords(message, 1000)}`, {
    // Who takes no more for now has done nothing, unless it says otherwise.
    retryable: retryable === undefined ? isBusy : retryable === true,
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
