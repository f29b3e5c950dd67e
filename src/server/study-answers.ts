/** Many answers in one request: each is graded and kept by itself, so that what takes too long costs only itself. */
import { ConsiliumError } from '../kernel/index.ts';

export interface Graded<Answer, Grade> {
  readonly grades: readonly Grade[];
  /** Not graded, in their order: send them again. */
  readonly left: readonly Answer[];
}

/** Throws where nothing could be graded. `goesOn`: whether there is time for another, and somebody who waits for it. */
export async function gradeTogether<Answer, Grade>(
  answers: readonly Answer[],
  grade: (answer: Answer) => Promise<Grade>,
  goesOn: () => boolean,
): Promise<Graded<Answer, Grade>> {
  const grades: Grade[] = [];
  const left: Answer[] = [];
  let why: unknown;
  for (const answer of answers) {
    if (!goesOn()) {
      left.push(answer);
      continue;
    }
    try {
      grades.push(await grade(answer));
    } catch (thrown) {
      if (!(thrown instanceof ConsiliumError) || thrown.code !== 'WORK_TIMEOUT') throw thrown;
      left.push(answer);
      why = thrown;
    }
  }
  if (grades.length === 0 && why !== undefined) throw why;
  return { grades, left };
}
