/**
 * Who may come in. On the loopback address the address is the lock; anywhere else everybody shows a token. In both
 * cases a page of another site must not use the person's browser as a key.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from 'hono';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { systemClock } from '../kernel/clock.ts';
import { ConsiliumError, type Principal } from '../kernel/index.ts';
import { SIGNED, type TokenRow, type Tokens } from '../storage/index.ts';
import { tokenRequired } from './caller.ts';
import { createLeash, type TellError, tokenEnded } from './leash.ts';

export type AuthMode = 'off' | 'token';

export interface Door {
  /** The address that the server listens on. */
  readonly host: string;
  /** Absent: no token is asked for. */
  readonly tokens?: Tokens | undefined;
  /** Where none is asked for: those that somebody may show all the same, and is then held to. */
  readonly shown?: Tokens | undefined;
}

type Middleware = (context: Context, next: () => Promise<void>) => Promise<void>;

/** What `CONSILIUM_AUTH` asks for on this address; without a wish, none on loopback. */
export function readAuthMode(wish: string | undefined, host: string): AuthMode {
  const mode = wish || 'off';
  if (mode !== 'off' && mode !== 'token')
    throw new ConsiliumError('AUTH_INVALID', `CONSILIUM_AUTH is ${mode}; it can be off or token.`);
  if (mode === 'off' && !isLoopback(host))
    throw new ConsiliumError('AUTH_REQUIRED', `Without auth, Consilium listens on this machine only, not on ${host}.`, {
      hint: 'Issue a token with consilium token issue <name>, and set CONSILIUM_AUTH=token.',
    });
  return mode;
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || bare(host) === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

const OWN_NAMES = ['localhost', '127.0.0.1', '[::1]'];
const EVERYWHERE = new Set(['0.0.0.0', '::']);

/**
 * Turns away what a page of another site sends through the person's browser: neither may it call us (its Origin is not
 * ours) nor use a name of its own that it points at us (Host). Bound to all addresses, a server cannot know its names;
 * there the token, which such a page does not have, is the lock.
 */
export function refuseStrangers({ host: bound, tokens }: Door): Middleware {
  const names = new Set([...OWN_NAMES, new URL(`http://${inUrl(bound)}`).hostname]);
  const anyName = tokens !== undefined && EVERYWHERE.has(bare(bound));
  return (context, next) => {
    const { host, hostname } = new URL(context.req.url);
    const origin = context.req.header('origin');
    if ((!anyName && !names.has(hostname)) || (origin !== undefined && hostOf(origin) !== host))
      throw new ConsiliumError('FORBIDDEN', 'This server answers only to pages of its own.');
    return next();
  };
}

/**
 * Throws for a turn whose token was revoked, or has expired, while it ran. A signed one says itself when it ends; behind
 * who came in without one, where none is asked for, there is none that could end.
 */
export function stillValid(tokens: Tokens): (principal: Principal) => void {
  return ({ how, via, until = Number.POSITIVE_INFINITY }) => {
    if ((how !== 'token' && how !== 'peer') || via === undefined) return;
    const isSigned = via.startsWith(SIGNED);
    if (isSigned ? until > systemClock.now() && !tokens.isRevoked(via) : tokens.isValid(via)) return;
    throw tokenEnded();
  };
}

export interface TokenDoor {
  readonly tokens: Tokens;
  /** Signs of life and the app's files, which say nothing of anybody. */
  readonly isOpen: (path: string) => boolean;
  readonly readSigned?: (token: string, context: Context) => Promise<TokenRow | undefined>;
  /** Who shows another credential than a token, where there is one; throws SIGNATURE_WRONG. */
  readonly readDelivered?: (context: Context) => Promise<TokenRow | undefined>;
  readonly onRefused?: (context: Context, error: ConsiliumError) => void;
  /** How the stream that is the answer says that its token has ended; undefined: as most do. */
  readonly tellEnd?: (context: Context) => TellError | undefined;
  /** Whether who shows none is turned away. Who shows one is held to it in any case. */
  readonly isAsked?: boolean;
}

/** OpenAI's clients cannot be without a key: where none is asked for, any will do. */
const ANY_KEY = /^\/v1\/(?:models(?:\/|$)|chat\/completions$)/;

/**
 * Reads the token that is shown, and asks for one. What it allows is decided in access.ts; a stream ends soon after its
 * token does.
 */
export function requireToken({
  tokens,
  isOpen,
  readSigned = async () => undefined,
  readDelivered = async () => undefined,
  onRefused = () => {},
  tellEnd = () => undefined,
  isAsked = true,
}: TokenDoor): Middleware {
  const leash = createLeash(RECHECK);
  const failures = new RateLimiterMemory({ points: MOST_FAILURES, duration: 60, blockDuration: 60 });
  /**
   * Guessing is slowed, then refused for a while, by address. Who has a valid one comes in all the same: nobody guesses
   * one, and whoever sits behind the same address must not be able to shut the others out.
   */
  const slowed = async <T>(context: Context, work: () => T | Promise<T>): Promise<T> => {
    const from = addressOf(context);
    try {
      return await work();
    } catch (thrown) {
      if (from !== undefined && FAILED.has((thrown as ConsiliumError).code)) {
        const { remainingPoints = 1, msBeforeNext = 0 } = (await failures.get(from)) ?? {};
        if (remainingPoints <= 0) throw tooMany(context, Math.ceil(msBeforeNext / 1000));
        const { consumedPoints = 0 } = await failures.consume(from).catch(() => ({ consumedPoints: MOST_FAILURES }));
        await sleep(Math.min(1000, 50 * consumedPoints));
      }
      throw thrown;
    }
  };
  const told = new RateLimiterMemory({ points: MOST_TOLD, duration: 60 });
  /** Who could not come in is on the trail; who tries without end cannot fill it. */
  const refuse = async (context: Context, thrown: unknown): Promise<never> => {
    if (thrown instanceof ConsiliumError)
      await told.consume(addressOf(context) ?? '').then(
        () => onRefused(context, thrown),
        () => {},
      );
    throw thrown;
  };
  return async (context, next) => {
    const { path } = context.req;
    const given = bearerOf(context);
    if (isOpen(path) || (!isAsked && given === undefined)) return next();
    const read = <T>(work: () => T | Promise<T>): Promise<T> =>
      slowed(context, work).catch((thrown) => refuse(context, thrown));
    const deliverer = isAsked ? await read(() => readDelivered(context)) : undefined;
    if (deliverer !== undefined) {
      context.set('token', deliverer);
      return next();
    }
    const signed =
      given === undefined
        ? undefined
        : await read(async () => requireUnrevoked(tokens, await readSigned(given, context)));
    if (!isAsked && !signed && ANY_KEY.test(path) && tokens.check(given!).kind !== 'valid') return next();
    const row = signed ?? (await read(() => readToken(context, tokens, given, isAsked)));
    // What was signed is dated by the machines that signed it, whatever day is played here.
    const isValid = () =>
      signed === undefined
        ? tokens.isValid(row.id)
        : (row.expires ?? 0) > systemClock.now() && !tokens.isRevoked(row.id);
    context.set('token', row);
    await next();
    if (context.res.headers.get('content-type')?.startsWith('text/event-stream'))
      context.res = leash.hold(context.res, isValid, tellEnd(context));
  };
}

/** Its signature holds until it ends; what was taken back is known here, and to every process of this folder. */
function requireUnrevoked(tokens: Tokens, row: TokenRow | undefined): TokenRow | undefined {
  if (row === undefined || tokens.admitSigned(row.id)) return row;
  throw new ConsiliumError('TOKEN_INVALID', 'This signed token was revoked.', {
    hint: 'Sign another: consilium token issue <name> --signed.',
  });
}

const FAILED = new Set(['TOKEN_INVALID', 'SIGNATURE_WRONG']);
const MOST_FAILURES = 20;
/** Refusals of one address that are told in a minute. */
const MOST_TOLD = 60;

function tooMany(context: Context, seconds: number): ConsiliumError {
  context.header('retry-after', String(Math.max(1, seconds)));
  return new ConsiliumError('RATE_LIMITED', 'Too many tokens from this address were not valid.', {
    retryable: true,
    hint: 'Try again in a minute.',
  });
}

/** Where a request comes from; unknown where it came through no socket. */
function addressOf(context: Context): string | undefined {
  const incoming = (context.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined)?.incoming;
  return incoming?.socket?.remoteAddress;
}

/** How long, in milliseconds, a silent stream may outlive its token; one that speaks is looked at with every word. */
const RECHECK = 2000;

function bearerOf(context: Context): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(context.req.header('authorization') ?? '')?.[1];
}

function readToken(context: Context, tokens: Tokens, given: string | undefined, isAsked: boolean): TokenRow {
  const shown = given === undefined ? undefined : tokens.check(given);
  if (shown?.kind === 'valid') return shown.row;
  context.header('www-authenticate', `Bearer realm="consilium"${shown === undefined ? '' : ', error="invalid_token"'}`);
  if (shown === undefined) throw tokenRequired();
  if (shown.kind === 'expired')
    throw new ConsiliumError('TOKEN_EXPIRED', 'This token has expired.', {
      hint: `Ask for a new one; consilium token rotate ${shown.row.id} makes one that allows the same.`,
    });
  throw new ConsiliumError('TOKEN_INVALID', 'This token is not valid here.', {
    hint: isAsked
      ? 'It may have been revoked or mistyped. consilium token issue <name> makes another.'
      : 'It may have been revoked or mistyped. This server asks for none: leave it out (in the app: open it in a new tab).',
  });
}

/** An address as it stands in a URL. */
export function inUrl(host: string): string {
  return bare(host).includes(':') ? `[${bare(host)}]` : host;
}

function bare(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
