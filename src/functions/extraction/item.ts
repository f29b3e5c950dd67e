/** What extraction finds: an item, and where in the content it stands. */

export interface Place {
  readonly start: number;
  readonly end: number;
}

export interface Found {
  /** As it is written at its first place. */
  readonly text: string;
  readonly kind: string;
  readonly confidence: number;
  /** In order; never empty. */
  readonly places: readonly Place[];
  readonly level?: number | undefined;
  readonly definition?: string | undefined;
}

/** Two digits: more would claim a precision that no method here has. */
export function asConfidence(value: number): number {
  return Math.round(Math.min(0.99, Math.max(0.05, value)) * 100) / 100;
}

/** Whether a text is code as a whole rather than prose about it. */
export function looksLikeCode(content: string): boolean {
  const head = content.slice(0, 20_000);
  const lines = head.split('\n').filter((line) => line.trim() !== '');
  if (lines.length < 3)
    return /[;{}]\s*$|^[ \t]*(?:def|class|function|import|const|let|var|fn|func)\b.*[({:;]\s*$/m.test(head);
  const code = lines.filter((line) =>
    /[;{}]\s*$|^\s*(?:import|from|export|def|class|function|return|if|for|while|const|let|var|public|private|fn|func|package|use|#include|@\w+)\b|=>|^\s*(?:\/\/|\/\*|\*)/.test(
      line,
    ),
  );
  return code.length / lines.length > 0.45;
}
