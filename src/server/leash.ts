/** Streams that end when whoever opened them may no longer listen: looked at with every piece, and now and then. */

export interface Leash {
  /** The same response, until `isValid` says no. */
  hold(response: Response, isValid: () => boolean): Response;
}

/** `every`: how often, in milliseconds, streams are looked at in which nothing happens. */
export function createLeash(every: number): Leash {
  const held = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  const keep = (look: () => void) => {
    held.add(look);
    timer ??= setInterval(() => {
      for (const each of held) each();
    }, every).unref();
  };
  const drop = (look: () => void) => {
    held.delete(look);
    if (held.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };

  return {
    hold: (response, check) => {
      if (response.body === null) return response;
      const isValid = () => {
        try {
          return check();
        } catch {
          return false; // whoever could say is closed: then the stream is, too
        }
      };
      const reader = response.body.getReader();
      let isOver = false;
      let look = () => {};
      const end = (controller: ReadableStreamDefaultController): void => {
        if (isOver) return;
        isOver = true;
        drop(look);
        controller.close();
        reader.cancel().catch(() => {});
      };
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          look = () => void (isValid() || end(controller));
          keep(look);
        },
        pull: async (controller) => {
          const { done, value } = await reader.read();
          if (done || !isValid()) end(controller);
          else if (!isOver) controller.enqueue(value);
        },
        cancel: (reason) => {
          isOver = true;
          drop(look);
          return reader.cancel(reason);
        },
      });
      return new Response(body, response);
    },
  };
}
