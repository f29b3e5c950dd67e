/**
 * Traces that began on another machine. A turn is a trace of its own unless it runs for somebody else's: then its spans,
 * and the calls that it makes in turn, belong to that one.
 */
export interface Traces {
  /** This turn runs for that trace; what is no `traceparent` is left unread. */
  adopt(invocation: string, traceparent: string | undefined): void;
  /** The trace that a turn belongs to, and the span it is below, where that is elsewhere. */
  of(invocation: string): { readonly trace: string; readonly parent?: string };
  /** A `traceparent` of a turn, as it goes on to the next machine. */
  passOn(traceparent: string): string;
}

const SHAPE = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;
const MAX_KEPT = 10_000;

export function createTraces(): Traces {
  const adopted = new Map<string, { trace: string; parent: string }>();
  return {
    adopt: (invocation, traceparent) => {
      const found = SHAPE.exec(traceparent ?? '');
      if (found === null) return;
      adopted.set(ownTrace(invocation), { trace: found[1]!, parent: found[2]! });
      if (adopted.size > MAX_KEPT) adopted.delete(adopted.keys().next().value!);
    },
    of: (invocation) => adopted.get(ownTrace(invocation)) ?? { trace: ownTrace(invocation) },
    passOn: (traceparent) => {
      const [, own = '', span = ''] = SHAPE.exec(traceparent) ?? [];
      const there = adopted.get(own);
      return there === undefined ? traceparent : `00-${there.trace}-${span}-01`;
    },
  };
}

/** An invocation's id is 128 bits already. */
function ownTrace(invocation: string): string {
  return invocation.replaceAll('-', '').padEnd(32, '0').slice(0, 32);
}
