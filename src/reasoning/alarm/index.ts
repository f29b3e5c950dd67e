/** For who must answer before all else: what a danger is made of, what papers say to do about it, and whether it is one. */
export { isCalm, isOfPaper } from './calm.ts';
export { dangersOf, endedOf, heldOf, signsIn } from './dangers.ts';
export { type DoseFit, weighDoses } from './dose.ts';
export { isExposed, tellsOfTaking } from './exposed.ts';
export { plansIn } from './plans.ts';
export { isDayDose, isPoisoned, isSecondDose, tellsOfHold } from './poison.ts';
