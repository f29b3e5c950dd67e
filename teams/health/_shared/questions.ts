/** Whether a message asks anything, as the frames see it. */
import { clausesOf } from 'consilium/reasoning';

export function asks(message: string): boolean {
  return clausesOf(message).some((clause) => clause.asks);
}
