/** A review of many treatments holds each of them against placebo and against each other: each is an arm of its own. */
import type { Statement } from './abstract.ts';
import type { TrialArm } from './contrasts.ts';
import { medicinesNamed } from './therapies.ts';
import { foldText, hasPhrase } from './words.ts';

const FEWEST = 2;
const MOST = 12;

/** None where it is on one treatment. */
export function reviewedArms(statements: readonly Statement[]): TrialArm[] {
  const told = statements.filter(({ role }) => role === 'result' || role === 'conclusion').map(({ text }) => text);
  const names = [...new Set(told.flatMap(medicinesNamed))].slice(0, MOST);
  if (names.length < FEWEST) return [];
  const arms = names.map((name): TrialArm => ({ key: name, names: [name], isNone: false }));
  const isHeld = told.some((text) => hasPhrase(foldText(text), 'placebo'));
  return isHeld ? [...arms, { key: 'placebo', names: ['placebo'], isNone: true }] : arms;
}
