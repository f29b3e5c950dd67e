/** Safety: may I take it, may I stop it, does it go together. Verdicts from the record, each with its reason and whom to ask. */
export { answerSafe } from './asking.ts';
export { forbids, rulingOn } from './rulings.ts';
export { answerStop } from './stopping.ts';
export { answerUnnamed } from './unnamed.ts';
export { judge, type Verdict } from './verdict.ts';
