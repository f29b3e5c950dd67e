/** Headers that both ends agree on. */

/** A deadline travels as the milliseconds that are left, so that clocks need not agree. */
export const TIMEOUT_HEADER = 'a2a-timeout-ms';
export const SIGNATURE_HEADER = 'x-a2a-signature';
