/**
 * The keys of a house: what it signs with (short-lived tokens, bodies, agent cards) and whom it believes. The newest key
 * signs; one that was rotated away is believed until it retires. Keys of other houses are in `trusted-keys.json`.
 */
import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from 'jose';
import { systemClock } from '../../kernel/clock.ts';
import { ConsiliumError } from '../../kernel/index.ts';
import { sealOf } from '../../storage/index.ts';
import { bodyDigest } from './digest.ts';

const ALG = 'ES256';
/** How far two clocks may be apart. */
export const CLOCK_TOLERANCE_S = 60;
/** A signature over a body is for now. */
const SIGNATURE_S = 60;

interface StoredKey {
  readonly kid: string;
  readonly private: JWK;
  readonly created: number;
  /** Until when it is believed; absent: it signs. */
  readonly retires?: number;
  /** The id of the house: that of its first key, whichever signs. */
  readonly house?: string;
}

/** A key of another house, and whose it is: the same for the next key of that house. */
interface TrustedKey {
  readonly jwk: JWK;
  readonly signer: string;
}

export interface Keys {
  /** What this house goes by wherever it is, and whichever key it signs with. */
  house(): Promise<string>;
  /** A token for a house and an agent of it (`audienceFor`), signed by this house. */
  signToken(claims: JWTPayload, audience: string, seconds: number): Promise<string>;
  signBody(body: string, audience: string): Promise<string>;
  /** For agent cards. */
  current(): Promise<{ kid: string; key: JWK }>;
  /** For whom it is, is for whoever asks to see. `own`: this house has signed it; `signer`: which one has. */
  verify(token: string): Promise<JWTPayload & { kid: string; own: boolean; signer: string }>;
  /** A new key signs from now on; the old one is believed for so long. */
  rotate(overlapMs: number): Promise<string>;
  /** What others need to believe this house. */
  jwks(): Promise<{ house: string; keys: JWK[] }>;
}

export function openKeys(dir: string, now: () => number = systemClock.now): Keys {
  const path = join(dir, 'a2a-keys.json');
  const trusted = trustedReader(join(dir, 'trusted-keys.json'));

  const read = (): readonly StoredKey[] => (existsSync(path) ? parseOwn(dir) : []);
  const write = (keys: readonly StoredKey[]): void => {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    const next = `${path}.${randomUUID()}`;
    try {
      const text = JSON.stringify(keys, undefined, 1);
      writeFileSync(next, sealOf(dir)?.close(Buffer.from(text), path) ?? text, { mode: 0o600, flush: true });
      chmodSync(next, 0o600);
      renameSync(next, path);
    } catch (thrown) {
      rmSync(next, { force: true }); // half a key is still somebody's
      throw thrown;
    }
  };
  const make = async (): Promise<StoredKey> => {
    const { privateKey } = await generateKeyPair(ALG, { extractable: true });
    const jwk = await exportJWK(privateKey);
    const kid = await calculateJwkThumbprint(jwk);
    return { kid, private: jwk, created: now(), house: houseIn(read()) ?? kid };
  };
  const signing = async (): Promise<StoredKey> => {
    const found = read().find(({ retires }) => retires === undefined);
    if (found !== undefined) return found;
    const made = await make();
    write([...read(), made]);
    return made;
  };
  const sign = async (claims: JWTPayload, audience: string, seconds: number): Promise<string> => {
    const { kid, private: jwk } = await signing();
    const at = Math.floor(now() / 1000);
    return new SignJWT(claims)
      .setProtectedHeader({ alg: ALG, kid, typ: 'JWT' })
      .setAudience(audience)
      .setIssuedAt(at)
      .setExpirationTime(at + seconds)
      .setJti(claims.jti ?? randomUUID())
      .sign(await importJWK(jwk, ALG));
  };
  const ownKeys = (): (JWK & { kid: string })[] =>
    read()
      .filter(({ retires }) => retires === undefined || retires > now())
      .map(({ kid, private: { d: _, ...key } }) => ({ ...key, kid, alg: ALG, use: 'sig' }));
  /** Another house's key never goes by the id of one of ours, not even of one that has retired. */
  const findKey = (kid: string): TrustedKey => {
    const own = ownKeys().find((key) => key.kid === kid);
    if (own !== undefined) return { jwk: own, signer: OWN };
    const isTaken = read().some((key) => key.kid === kid);
    const found = isTaken ? undefined : trusted().find(({ jwk }) => jwk.kid === kid);
    if (found === undefined) throw unknownKey();
    return found;
  };

  return {
    house: async () => {
      const { kid } = await signing();
      return houseIn(read()) ?? kid;
    },
    signToken: sign,
    signBody: async (body, audience) => sign({ sha256: bodyDigest(body) }, audience, SIGNATURE_S),
    current: async () => {
      const { kid, private: key } = await signing();
      return { kid, key };
    },
    verify: async (token) => {
      try {
        let found: TrustedKey | undefined;
        const { payload } = await jwtVerify(
          token,
          async (header) => {
            found = findKey(header.kid ?? '');
            return importJWK(found.jwk, ALG);
          },
          {
            algorithms: [ALG],
            clockTolerance: CLOCK_TOLERANCE_S,
            currentDate: new Date(now()),
            requiredClaims: ['exp', 'iat'],
          },
        );
        requireRecent(payload, now());
        const { jwk, signer } = found!;
        return { ...payload, kid: jwk.kid!, own: signer === OWN, signer };
      } catch (thrown) {
        throw thrown instanceof ConsiliumError ? thrown : refused(thrown);
      }
    },
    rotate: async (overlapMs) => {
      const made = await make();
      const until = now() + overlapMs;
      const before = read().filter(({ retires }) => retires === undefined || retires > now());
      write([...before.map((key) => ({ ...key, retires: Math.min(key.retires ?? until, until) })), made]);
      return made.kid;
    },
    jwks: async () => {
      const { kid } = await signing();
      return { house: houseIn(read()) ?? kid, keys: ownKeys() };
    },
  };
}

/** How the files of keys stand, looked at without making any; throws KEYS_INVALID for one that is none. */
export function examineKeys(dir: string): { own: number; trusted: number } {
  const [own, trusted] = [join(dir, 'a2a-keys.json'), join(dir, 'trusted-keys.json')];
  return {
    own: existsSync(own) ? parseOwn(dir).length : 0,
    trusted: existsSync(trusted) ? parseTrusted(trusted).length : 0,
  };
}

/** A file that is damaged is never taken for none: a new key in its place would make this house another. */
function parseOwn(dir: string): StoredKey[] {
  const path = join(dir, 'a2a-keys.json');
  const seal = sealOf(dir);
  try {
    const bytes = readFileSync(path);
    const keys = JSON.parse((seal?.open(bytes, path) ?? bytes).toString('utf8')) as StoredKey[];
    for (const { kid, private: key } of keys)
      if (typeof kid !== 'string' || typeof key.d !== 'string') throw new TypeError('no key');
    return keys;
  } catch (thrown) {
    throw new ConsiliumError('KEYS_INVALID', 'a2a-keys.json does not hold the keys of this house.', {
      place: path,
      hint: 'Put it back from a backup. Where there is none, move it away: a new key is made, which other houses have to be given.',
      cause: thrown,
    });
  }
}

/** Read again when the file has changed. */
function trustedReader(path: string): () => TrustedKey[] {
  let known: { at: number; keys: TrustedKey[] } | undefined;
  return () => {
    if (!existsSync(path)) return [];
    const at = statSync(path).mtimeMs;
    if (known?.at !== at) known = { at, keys: parseTrusted(path) };
    return known.keys;
  };
}

interface KeySet {
  readonly keys: readonly JWK[];
  readonly house?: string;
}

/** One set as another house gives it, or several, each under the name that this house knows the other by. */
function parseTrusted(path: string): TrustedKey[] {
  try {
    const read = JSON.parse(readFileSync(path, 'utf8')) as Partial<KeySet> & { houses?: Record<string, KeySet> };
    if (read.keys === undefined && read.houses === undefined) throw new TypeError('neither');
    const named = Object.entries(read.houses ?? {}).flatMap(([name, set]) => keysOf(set.keys, `house ${name}`));
    return [...named, ...keysOf(read.keys ?? [], read.house && `set ${read.house}`)];
  } catch {
    throw new ConsiliumError('KEYS_INVALID', 'trusted-keys.json is not a set of keys.', {
      place: path,
      hint: 'It holds {"keys": […]}, as other houses give it at /.well-known/jwks.json; of several, {"houses": {"NAME": {"keys": […]}, …}}.',
    });
  }
}

/** Only what is public: a private key has no business here. A key of nobody known stands for itself. */
function keysOf(keys: readonly JWK[], signer: string | undefined): TrustedKey[] {
  return keys
    .filter((key) => typeof key.kid === 'string' && key.d === undefined)
    .map((jwk) => ({ jwk, signer: signer ?? `key ${jwk.kid}` }));
}

/** Keys from before houses had ids: the oldest one's. */
function houseIn(keys: readonly StoredKey[]): string | undefined {
  return keys.find(({ house }) => house !== undefined)?.house ?? keys[0]?.kid;
}

const OWN = 'own';

const LONGEST_S = 24 * 3600;

/** A token that says it lives for years, or comes from the future, is not a short-lived one. */
function requireRecent({ iat = 0, exp = 0 }: JWTPayload, now: number): void {
  if (exp - iat > LONGEST_S)
    throw new ConsiliumError('TOKEN_INVALID', 'A signed token is good for a day at most.', {
      hint: 'Sign one for a shorter time, or use consilium token issue for a lasting one.',
    });
  if (iat > now / 1000 + CLOCK_TOLERANCE_S)
    throw new ConsiliumError('TOKEN_NOT_YET_VALID', 'This token was signed in the future.', { hint: CLOCKS });
}

const CLOCKS = 'Check the clocks of both machines: they may be a minute apart, not more.';

function unknownKey(): ConsiliumError {
  return new ConsiliumError('TOKEN_INVALID', 'This token was signed with a key that is not believed here.', {
    hint: 'The key may have been rotated; put the keys of the other house into trusted-keys.json.',
  });
}

function refused(thrown: unknown): ConsiliumError {
  const { code = '', claim } = thrown as { code?: string; claim?: string };
  if (code === 'ERR_JWT_EXPIRED')
    return new ConsiliumError('TOKEN_EXPIRED', 'This token has expired.', { hint: `Sign a new one. ${CLOCKS}` });
  if (claim === 'nbf')
    return new ConsiliumError('TOKEN_NOT_YET_VALID', 'This token is not good yet.', { hint: CLOCKS });
  const [message, hint] = AMISS[code] ?? UNREADABLE;
  return new ConsiliumError('TOKEN_INVALID', message, { hint });
}

const UNREADABLE = [
  'This looks like a signed token and cannot be read as one.',
  'Check that it was copied whole: three parts with dots between them, and nothing else.',
] as const;

const AMISS: Readonly<Record<string, readonly [message: string, hint: string]>> = {
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: [
    'The signature of this token does not fit what it says.',
    'It was changed or cut off on its way, or another key has signed it: sign a new one.',
  ],
  ERR_JOSE_ALG_NOT_ALLOWED: [
    'This token is signed in a way that is not taken here.',
    `Sign it with ${ALG}, as consilium token issue --signed does.`,
  ],
  ERR_JWT_CLAIM_VALIDATION_FAILED: [
    'This token does not say when it was signed, or until when it is good.',
    'A signed token has iat and exp.',
  ],
};
