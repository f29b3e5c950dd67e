/**
 * Something large that is made once, when it is first needed. A server has it made beforehand, a piece at a time, so that
 * nobody waits for more than a piece; whoever needs it meanwhile makes the rest at one go.
 */
export interface Pieces<T> {
  whole(): T;
  /** Each step makes a piece; there are no more when it is whole. */
  steps(): Generator<void>;
}

export function inPieces<T>(make: () => Generator<void, T>): Pieces<T> {
  let made: { readonly value: T } | undefined;
  let making: Generator<void, T> | undefined;
  const goOn = (): void => {
    making ??= make();
    try {
      const step = making.next();
      if (step.done) [made, making] = [{ value: step.value }, undefined];
    } catch (thrown) {
      making = undefined;
      throw thrown;
    }
  };
  return {
    whole: () => {
      while (made === undefined) goOn();
      return made.value;
    },
    *steps() {
      while (made === undefined) {
        goOn();
        yield;
      }
    },
  };
}

/** Something small of that kind: at one go. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
