/** What learning reads with its first question, a step at a time. */
import { catalogueSteps } from '../clinical/catalogue/index.ts';
import { nameSteps } from './facts/names.ts';

export function* warmStudy(): Generator<unknown> {
  yield* catalogueSteps();
  yield* nameSteps();
}
