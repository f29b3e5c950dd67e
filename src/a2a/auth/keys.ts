/**
 * The keys of a house: what it signs with (short-lived tokens, bodies, agent cards) and whom it believes. The newest key
 * signs; one that was rotated away is believed until it retires. Keys of other houses are in `trusted-keys.json`.
 */
import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
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
}

export interface Keys {
  /** A token for one agent (its audience), signed by this house. */
  signToken(claims: JWTPayload, audience: string, seconds: number): Promise<string>;
  signBody(body: string, audience: string): Promise<string>;
  /** For agent cards. */
  current(): Promise<{ kid: string; key: JWK }>;
  /** For whom it is, is for whoever asks to see. `own`: this house has signed it. */
  verify(token: string): Promise<JWTPayload & { kid: string; own: boolean }>;
  /** A new key signs from now on; the old one is believed for so long. */
  rotate(overlapMs: number): Promise<string>;
  /** What others need to believe this house. */
  jwks(): Promise<{ keys: JWK[] }>;
}

export function openKeys(dir: string, now: () => number = systemClock.now): Keys {
  const path = join(dir, 'a2a-keys.json');
  const trusted = trustedReader(join(dir, 'trusted-keys.json'));

  const read = (): StoredKey[] => (existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as StoredKey[]) : []);
  const write = (keys: readonly StoredKey[]): void => {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    const next = `${path}.${randomUUID()}`;
    writeFileSync(next, JSON.stringify(keys, undefined, 1), { mode: 0o600 });
    chmodSync(next, 0o600);
    renameSync(next, path);
  };
  const make = async (): Promise<StoredKey> => {
    const { privateKey } = await generateKeyPair(ALG, { extractable: true });
    const jwk = await exportJWK(privateKey);
    return { kid: await calculateJwkThumbprint(jwk), private: jwk, created: now() };
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
      .setJti(randomUUID())
      .sign(await importJWK(jwk, ALG));
  };
  const ownKeys = (): (JWK & { kid: string })[] =>
    read()
      .filter(({ retires }) => retires === undefined || retires > now())
      .map(({ kid, private: { d: _, ...key } }) => ({ ...key, kid, alg: ALG, use: 'sig' }));
  /** Another house's key never goes by the id of one of ours, not even of one that has retired. */
  const publicKeys = (): JWK[] => {
    const taken = new Set(read().map(({ kid }) => kid));
    return [...ownKeys(), ...trusted().filter(({ kid }) => !taken.has(kid!))];
  };

  return {
    signToken: sign,
    signBody: async (body, audience) => sign({ sha256: bodyDigest(body) }, audience, SIGNATURE_S),
    current: async () => {
      const { kid, private: key } = await signing();
      return { kid, key };
    },
    verify: async (token) => {
      try {
        let kid = '';
        const { payload } = await jwtVerify(
          token,
          async (header) => {
            kid = header.kid ?? '';
            const key = publicKeys().find((each) => each.kid === kid);
            if (key === undefined) throw unknownKey();
            return importJWK(key, ALG);
          },
          {
            algorithms: [ALG],
            clockTolerance: CLOCK_TOLERANCE_S,
            currentDate: new Date(now()),
            requiredClaims: ['exp', 'iat'],
          },
        );
        requireRecent(payload, now());
        return { ...payload, kid, own: read().some((key) => key.kid === kid) };
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
      await signing();
      return { keys: ownKeys() };
    },
  };
}

/** Read again when the file has changed. */
function trustedReader(path: string): () => JWK[] {
  let known: { at: number; keys: JWK[] } | undefined;
  return () => {
    if (!existsSync(path)) return [];
    const at = statSync(path).mtimeMs;
    if (known?.at !== at) known = { at, keys: parseTrusted(path) };
    return known.keys;
  };
}

function parseTrusted(path: string): JWK[] {
  try {
    const { keys } = JSON.parse(readFileSync(path, 'utf8')) as { keys: JWK[] };
    // Only what is public: a private key has no business here.
    return keys.filter((key) => typeof key.kid === 'string' && key.d === undefined);
  } catch {
    throw new ConsiliumError('KEYS_INVALID', 'trusted-keys.json is not a set of keys.', {
      hint: 'It holds {"keys": […]}, as other houses give it at /.well-known/jwks.json.',
    });
  }
}

const LONGEST_S = 24 * 3600;

/** A token that says it lives for years, or comes from the future, is not a short-lived one. */
function requireRecent({ iat = 0, exp = 0 }: JWTPayload, now: number): void {
  if (exp - iat > LONGEST_S)
    throw new ConsiliumError('TOKEN_INVALID', 'A signed token is good for a day at most.', {
      hint: 'Sign one for a shorter time, or use consilium token issue for a lasting one.',
    });
  if (iat > now / 1000 + CLOCK_TOLERANCE_S)
    throw new ConsiliumError('TOKEN_INVALID', 'This token was signed in the future.', { hint: CLOCKS });
}

const CLOCKS = 'Check the clocks of both machines: they may be a minute apart, not more.';

function unknownKey(): ConsiliumError {
  return new ConsiliumError('TOKEN_INVALID', 'This token was signed with a key that is not believed here.', {
    hint: 'The key may have been rotated; put the keys of the other house into trusted-keys.json.',
  });
}

function refused(thrown: unknown): ConsiliumError {
  const { code } = thrown as { code?: string };
  if (code === 'ERR_JWT_EXPIRED')
    return new ConsiliumError('TOKEN_EXPIRED', 'This token has expired.', { hint: `Sign a new one. ${CLOCKS}` });
  return new ConsiliumError('TOKEN_INVALID', 'This token is not valid here.', { hint: CLOCKS });
}
