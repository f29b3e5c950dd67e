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
