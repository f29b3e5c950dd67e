/** What can be done with a course as a whole by who brought it: opening it to everybody here, closing it again, taking it away. */
import { useState } from 'react';
import { Failure } from '../pieces/parts.tsx';
import { type MaterialInfo, pathOf, useChange, useRemoval } from './calls.ts';

export function Keeping({ info, onRemoved }: { info: MaterialInfo; onRemoved: () => void }) {
  const change = useChange<MaterialInfo>();
  const [isSure, setSure] = useState(false);
  const removal = useRemoval(info.id, onRemoved);
  const { id, title, access, is_open: isOpen, may_remove: mayRemove } = info;
  if (access !== 'own' && mayRemove !== true) return null;
  const share = (shared: boolean) => change.mutate({ method: 'POST', path: `${pathOf(id)}/share`, body: { shared } });
  return (
    <div className="study-row keeping">
      {access === 'own' && (
        <button type="button" className="link" disabled={change.isPending} onClick={() => share(!isOpen)}>
          {isOpen ? 'Shared with everybody here: keep it to yourself' : 'Only yours: share with everybody here'}
        </button>
      )}
      {mayRemove && !isSure && (
        <button type="button" className="link" onClick={() => setSure(true)}>
          Delete this course
        </button>
      )}
      {mayRemove && isSure && (
        <>
          <span className="soft">Delete “{title}” with its files? Your answers and cards stay.</span>
          <button type="button" className="button" disabled={removal.isPending} onClick={() => removal.mutate()}>
            Delete
          </button>
          <button type="button" className="link" onClick={() => setSure(false)}>
            Keep it
          </button>
        </>
      )}
      {(change.error ?? removal.error) && <Failure error={(change.error ?? removal.error)!} />}
    </div>
  );
}
