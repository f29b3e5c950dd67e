import { hasFigures } from '../evidence/abstract.ts';

/** "Relative risks were 0.20 for syphilis" has figures too. */
export const isFigured = (text: string) => hasFigures(text) || /\d[.·]\d/.test(text);
