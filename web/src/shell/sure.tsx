/** A button for what cannot be taken back: it asks once, in its own place, and forgets when it is left. */
import { type ReactNode, useState } from 'react';

export function SureButton(given: {
  /** What it is about, for those who do not see where it stands. */
  label: string;
  className: string;
  children: ReactNode;
  sure: string;
  onSure: () => void;
}) {
  const [isSure, setSure] = useState(false);
  return (
    <button
      type="button"
      className={isSure ? 'sure' : given.className}
      // What is heard has in it what is seen.
      aria-label={isSure ? `Really ${lower(given.label)}: ${given.sure}` : given.label}
      onClick={() => {
        setSure(!isSure);
        if (isSure) given.onSure();
      }}
      onBlur={() => setSure(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isSure) return;
        event.stopPropagation();
        setSure(false);
      }}
    >
      {isSure ? given.sure : given.children}
    </button>
  );
}

function lower(label: string): string {
  return `${label.charAt(0).toLowerCase()}${label.slice(1)}`;
}
