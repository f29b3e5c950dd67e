/** What the engine needs of a clock; the kernel's fits. */
export interface TriggerClock {
  /** Milliseconds since the epoch. */
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
