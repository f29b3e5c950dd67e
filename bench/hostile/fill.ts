/** A text of about this size, of one piece. */
export const fill = (unit: string, size: number): string => unit.repeat(Math.floor(size / unit.length));
