/** How far from an event one is reminded of it: so many minutes, or at an hour of the day so many days from it. */
export interface Distance {
  /** Before it negative. */
  readonly minutes?: number | undefined;
  /** 18:00, of the day that lies so far from it. */
  readonly clock?: string | undefined;
}

/** "1 hour before", "at 18:00 on the day before": of what stands behind it. */
export function sayDistance({ minutes = 0, clock }: Distance): string {
  const far = Math.abs(minutes);
  const side = minutes < 0 ? 'before' : 'after';
  const [count, unit] = far % 1440 === 0 ? [far / 1440, 'day'] : far % 60 === 0 ? [far / 60, 'hour'] : [far, 'minute'];
  const said = `${count} ${unit}${count === 1 ? '' : 's'}`;
  if (clock === undefined) return `${said} ${side}`;
  if (far === 0) return `at ${clock} on the day of`;
  return far === 1440 ? `at ${clock} on the day ${side}` : `at ${clock}, ${said} ${side}`;
}
