import type { AfterAgent, BeforeAgent, Json } from 'consilium/kernel';
import type { Citation } from '../_shared/footnotes.ts';
import { mark } from '../_shared/turn.ts';

export const markGeneral: BeforeAgent = ({ state }) => {
  mark(state, 'general', 'answered');
  state.set('last_rule', 'general');
};

/** Footnotes that a model wrote. There is no record to check them against: they are works, by title. */
export const collectSources: AfterAgent = ({ state }, text) => {
  if (state.has('temp:citations') || text === '') return;
  const citations = [...text.matchAll(/^\[\^(\w+)\]:\s*(.+)$/gm)].map(
    ([, marker, title]): Citation => ({ marker: marker!, source_type: 'knowledge', title: title!.trim() }),
  );
  state.set('temp:citations', citations as unknown as Json);
};
