/** What changed between two texts, line by line. Additions and removals carry a sign besides a colour. */
import { useMemo } from 'react';
import { type Change, compareLines } from './compare.ts';

export function Difference({ before, after, label }: { before: string; after: string; label: string }) {
  const changes = useMemo(() => fold(compareLines(before, after)), [before, after]);
  if (changes.every((change) => change.kind !== 'added' && change.kind !== 'removed'))
    return <p className="empty">The two are the same.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className="difference" tabIndex={0} aria-label={label}>
      {changes.map((change, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
        <span key={index} className={`difference-line ${change.kind}`}>
          <span className="difference-sign">{SIGNS[change.kind]}</span>
          {change.text}
        </span>
      ))}
    </section>
  );
}

const SIGNS = { same: '  ', added: '+ ', removed: '− ', folded: '… ' } as const;

type Shown = Change | { kind: 'folded'; text: string };

/** Far from a change, lines that are the same are only counted. */
function fold(changes: readonly Change[]): Shown[] {
  const NEAR = 3;
  const isNear = (at: number) =>
    changes.slice(Math.max(0, at - NEAR), at + NEAR + 1).some(({ kind }) => kind !== 'same');
  const shown: Shown[] = [];
  let hidden = 0;
  const close = () => {
    if (hidden > 0) shown.push({ kind: 'folded', text: `${hidden} line${hidden === 1 ? '' : 's'} the same` });
    hidden = 0;
  };
  for (const [at, change] of changes.entries()) {
    if (isNear(at)) {
      close();
      shown.push(change);
    } else hidden++;
  }
  close();
  return shown;
}
