/** Where the reader is. */
export const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** When something happened, for whoever reads it here: "16 Nov 2026, 16:00 CET". */
export function timeHere(at: string | number): string {
  return new Intl.DateTimeFormat('en-GB', {
    ...{ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
    timeZoneName: 'short',
  }).format(new Date(at));
}

/** When a trigger comes round: in its own zone, which is said; a reader elsewhere would take it for theirs. */
export function timeIn(at: string, zone: string): string {
  const when = new Intl.DateTimeFormat('en-GB', {
    ...{ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
    timeZone: zone,
  }).format(new Date(at));
  return `${when} (${zone})`;
}

/** For a calendar: "09:00 GMT+9". */
export function hourIn(at: string, zone: string): string {
  const parts = { hour: '2-digit', minute: '2-digit', timeZone: zone, timeZoneName: 'short' } as const;
  return new Intl.DateTimeFormat('en-GB', parts).format(new Date(at));
}

/** The day on which it comes there, as 2027-01-04. */
export function dayIn(at: string, zone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date(at));
}
