/** Citations of a turn: numbered in the order in which they are said, whoever says them. */
import type { Citation } from 'consilium/citations';
import type { AgentContext, Json } from 'consilium/kernel';
import type { Explanation } from 'consilium/study';

const KEY = 'temp:citations';

/** The marker of a source in this turn's answer, such as `[^2]`. */
export function cite({ state }: Pick<AgentContext, 'state'>, citation: Citation): string {
  const told = (state.get(KEY) as unknown as Citation[] | undefined) ?? [];
  const known = told.find(
    ({ source }) => source.id === citation.source.id && source.excerpt === citation.source.excerpt,
  );
  const marker = known?.marker ?? told.length + 1;
  if (known === undefined) state.set(KEY, [...told, { ...citation, marker }] as unknown as Json);
  return `[^${marker}]`;
}

/** An explanation in the numbers of the turn; each of its sources with all the sentences that were taken from it. */
export function citeExplanation(context: Pick<AgentContext, 'state'>, found: Explanation): string {
  const sources = new Map(
    found.citations.map((one) => {
      const said = found.sentences.filter(({ citation }) => citation === one.marker).map(({ text }) => text);
      const excerpt = said.length > 0 ? said.join(' ') : one.source.excerpt;
      return [String(one.marker), { ...one, source: { ...one.source, ...(excerpt && { excerpt }) } }];
    }),
  );
  return found.text.replace(/\[\^(\d+)\]/g, (_, number: string) => {
    const source = sources.get(number);
    return source === undefined ? '' : cite(context, source);
  });
}
