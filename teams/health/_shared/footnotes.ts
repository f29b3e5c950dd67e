/** What an answer rests on: `[^n]` in the text, a line for each at its end, and the same as data in `temp:citations`. */
import type { Json, State } from 'consilium/kernel';
import { type Footnotes, finish as finishText, NOTICE } from 'consilium/reasoning';

export { type Citation, type Footnotes, openFootnotes } from 'consilium/reasoning';

/** The answer with its notice and footnotes; the citations go to the application. */
export function finish(state: State, body: string, notes: Footnotes, notice = NOTICE): string {
  const { text, citations } = finishText(body, notes, notice);
  state.set('temp:citations', citations as unknown as Json);
  return text;
}
