/** Asks for the token where the server wants one. Nothing of a record is on the screen before that. */
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { LOCKED, storeToken } from '../api.ts';

export function Door() {
  const [isLocked, setLocked] = useState(false);
  const [tried, setTried] = useState(0);
  const dialog = useRef<HTMLDialogElement>(null);
  const client = useQueryClient();
  useEffect(() => {
    const onLocked = () => setLocked(true);
    addEventListener(LOCKED, onLocked);
    return () => removeEventListener(LOCKED, onLocked);
  }, []);
  useEffect(() => {
    if (isLocked && !dialog.current?.open) dialog.current?.showModal();
  }, [isLocked]);
  if (!isLocked) return null;
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    storeToken(String(new FormData(event.currentTarget).get('token') ?? ''));
    setTried((times) => times + 1);
    setLocked(false);
    await client.resetQueries();
  };
  return (
    <dialog ref={dialog} className="door" aria-labelledby="door-title" onCancel={(event) => event.preventDefault()}>
      <form onSubmit={(event) => void onSubmit(event)}>
        <h2 id="door-title">This server asks who you are</h2>
        <p className="soft">
          Enter a token. Whoever runs the server issues one with <code>consilium token issue NAME</code>.
        </p>
        {tried > 0 && (
          <p className="problem" role="alert">
            That token was not accepted. It may have been revoked or mistyped.
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
