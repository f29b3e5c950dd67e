/** How much an agent may ask for, and how hard the engine tries. */
export interface TriggerLimits {
  /** Pending triggers of one agent. */
  readonly perAgent: number;
  /** New triggers of one agent in a minute. */
  readonly perMinute: number;
  /** Firings that run side by side. */
  readonly atOnce: number;
  /** How often a firing is tried. */
  readonly tries: number;
  /** How long before the second try, the third … the last one holds for all further ones. */
  readonly backoffMs: readonly number[];
  /** How long a holder may be silent. */
  readonly leaseMs: number;
  /** An occasion older than this counts as missed. */
  readonly graceMs: number;
  /** The most missed occasions that are caught up one by one. */
  readonly catchUp: number;
}

export const DEFAULT_TRIGGER_LIMITS: TriggerLimits = {
  perAgent: 200,
  perMinute: 30,
  atOnce: 8,
  tries: 5,
  backoffMs: [30_000, 120_000, 600_000, 3_600_000],
  leaseMs: 60_000,
  graceMs: 300_000,
  catchUp: 1000,
};
