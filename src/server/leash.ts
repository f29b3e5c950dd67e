/** Streams that end when whoever opened them may no longer listen: looked at with every piece, and now and then. */
import { ConsiliumError } from '../kernel/index.ts';

/** Of a turn, or a stream, whose token was revoked or has expired meanwhile. */
export function tokenEnded(): ConsiliumError {
  return new ConsiliumError('TOKEN_INVALID', 'The token of this turn is no longer valid, so it ends here.', {
    hint: 'What was done before stays. Ask again with another token.',
  });
}

/** An event that says what went wrong, as the door of the stream says it. */
export type TellError = (error: ConsiliumError) => string;

const tellError: TellError = (error) => `event: error\ndata: ${JSON.stringify({ error: error.toJSON() })}\n\n`;

export interface Leash {
  /** The same event stream, until `isValid` says no; then it ends with an event that says why. */
  hold(response: Response, isValid: () => boolean, tell?: TellError): Response;
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
    hold: (response, check, tell = tellError) => {
      if (response.body === null) return response;
      /** Whether it was to end, and did. */
      const endIfOver = (controller: ReadableStreamDefaultController): boolean => {
        try {
          if (check()) return false;
          end(controller, tokenEnded());
        } catch {
          end(controller); // whoever could say is closed: then the stream is, too
        }
        return true;
      };
      const reader = response.body.getReader();
      let isOver = false;
      let look = () => {};
      const end = (controller: ReadableStreamDefaultController, error?: ConsiliumError): void => {
        if (isOver) return;
        isOver = true;
        if (error !== undefined) controller.enqueue(new TextEncoder().encode(tell(error)));
        drop(look);
        controller.close();
        reader.cancel().catch(() => {});
      };
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          look = () => void endIfOver(controller);
          keep(look);
        },
        pull: async (controller) => {
          const { done, value } = await reader.read();
          if (done) end(controller);
          else if (!endIfOver(controller) && !isOver) controller.enqueue(value);
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
