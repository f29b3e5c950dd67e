/** Asks for a token where the server wants one, or another. Until then nothing of a record is on the screen. */
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { credentials, type Grant, LOCKED, maySeeAll, readToken, storeToken, unlock } from '../lock.ts';

export function Door() {
  const [refusal, setRefusal] = useState<string>();
  const [problem, setProblem] = useState('');
  const dialog = useRef<HTMLDialogElement>(null);
  const client = useQueryClient();
  useEffect(() => {
    const onLocked = (event: Event) => setRefusal((event as CustomEvent<string>).detail);
    addEventListener(LOCKED, onLocked);
    return () => removeEventListener(LOCKED, onLocked);
  }, []);
  useEffect(() => {
    if (refusal !== undefined && !dialog.current?.open) dialog.current?.showModal();
  }, [refusal]);
  if (refusal === undefined) return null;
  const enter = (token: string, grant: Grant) => {
    const isBack = readToken() !== '';
    const isSame = maySeeAll(grant);
    storeToken(token, grant);
    // What the former token asked for is not asked again with this one.
    if (!isSame) return location.assign('/');
    unlock();
    dialog.current?.close();
    setProblem('');
    setRefusal(undefined);
    if (isBack) void client.resetQueries();
  };
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const token = String(new FormData(event.currentTarget).get('token') ?? '').trim();
    const tried = await tryToken(token);
    if (typeof tried === 'string') setProblem(tried);
    else enter(token, tried);
  };
  const isBack = readToken() !== '';
  return (
    <dialog ref={dialog} className="door" aria-labelledby="door-title" onCancel={(event) => event.preventDefault()}>
      <form onSubmit={(event) => void onSubmit(event)}>
        <h2 id="door-title">
          {isBack ? (TITLES[refusal] ?? TITLES['TOKEN_INVALID']) : 'This server asks who you are'}
        </h2>
        <p className="soft">
          {isBack ? 'Nothing is lost: what you wrote is still here. Enter a new token to go on. ' : 'Enter a token. '}
          Whoever runs the server issues one with <code>consilium token issue NAME</code>.
        </p>
        {problem !== '' && (
          <p className="problem" role="alert">
            {problem}
          </p>
        )}
        <input name="token" type="password" aria-label="Token" autoComplete="off" required placeholder="consilium_…" />
        <button type="submit" className="button wide">
          Continue
        </button>
      </form>
    </dialog>
  );
}

const TITLES: Record<string, string> = {
  TOKEN_EXPIRED: 'Your token has expired',
  TOKEN_INVALID: 'Your token is no longer valid',
};

const NOT_ACCEPTED = 'That token was not accepted. It may have been revoked or mistyped.';

/** What it allows, or why it does not open this door. */
async function tryToken(token: string): Promise<Grant | string> {
  if (!/^[\x21-\x7e]+$/.test(token)) return NOT_ACCEPTED;
  const response = await fetch('/v1/token', { headers: credentials(token) }).catch(() => undefined);
  const answer = (await response?.json().catch(() => undefined)) as Grant & { error?: { code: string } };
  if (response === undefined || answer === undefined) return 'The server cannot be reached. Try again in a moment.';
  if (answer.error?.code === 'TOKEN_EXPIRED') return 'That token has expired. Ask for a new one.';
  if (answer.error?.code === 'RATE_LIMITED') return 'That was too often. Try again in a minute.';
  if (!response.ok) return NOT_ACCEPTED;
  if (answer.scopes.includes('read')) return answer;
  return `That token lacks the scope read, without which nothing can be shown here. It has: ${answer.scopes.join(', ')}.`;
}
