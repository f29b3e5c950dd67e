/**
 * Whether the server lets this tab in. A request that is refused for its token waits until the person has entered
 * another one (shell/door.tsx) and is made again: nothing that was asked or written meanwhile is lost.
 */

/** Told to the window, with the code of the refusal, when a token is wanted. */
export const LOCKED = 'consilium-locked';
const UNLOCKED = 'consilium-unlocked';
const TOKEN = 'consilium.token';
const WHOSE = 'consilium.whose';
const SCOPES = 'consilium.scopes';

/** What a token allows, as the server says it. */
export interface Grant {
  name: string;
  scopes: string[];
  /** Null: all. */
  patients: string[] | null;
}

export function readToken(): string {
  return sessionStorage.getItem(TOKEN) ?? '';
}

export function credentials(token = readToken()): Record<string, string> {
  return token === '' ? {} : { authorization: `Bearer ${token}` };
}

/** Kept for this tab only. */
export function storeToken(token: string, { patients, scopes }: Grant): void {
  sessionStorage.setItem(TOKEN, token);
  sessionStorage.setItem(SCOPES, JSON.stringify(scopes));
  sessionStorage.setItem(WHOSE, JSON.stringify(patients));
}

/** Whether the token allows this; where none is asked for, everything is. */
export function mayUse(scope: string): boolean {
  const scopes = sessionStorage.getItem(SCOPES);
  return readToken() === '' || scopes === null || (JSON.parse(scopes) as string[]).includes(scope);
}

/** Whoever waits for a token goes on. */
export function unlock(): void {
  dispatchEvent(new Event(UNLOCKED));
}

/** Whether everything that the former token may have brought to the screen is for the eyes of this one. */
export function maySeeAll({ patients }: Grant): boolean {
  return patients === null || readToken() === '' || sessionStorage.getItem(WHOSE) === JSON.stringify(patients);
}

/** Resolves when there is a token other than the one that was refused. */
export function otherToken(refused: string, code: string, signal?: AbortSignal | null): Promise<void> {
  if (readToken() !== refused) return Promise.resolve();
  return new Promise((done, fail) => {
    addEventListener(UNLOCKED, () => done(), { once: true });
    signal?.addEventListener('abort', () => fail(signal.reason), { once: true });
    dispatchEvent(new CustomEvent(LOCKED, { detail: code }));
  });
}
