/** How a day is written: as figures, or with the name of its month. */
import { MONTH } from '../../../text/index.ts';

const WRITTEN = `\\b\\d{4}-\\d{2}-\\d{2}\\b|\\b\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}\\b|\\b\\d{1,2}\\.? (?:${MONTH})\\b|\\b(?:${MONTH})\\.? \\d{1,2}\\b`;

export const DATE = new RegExp(WRITTEN, 'i');
export const DATES = new RegExp(WRITTEN, 'gi');
