/** "Make a note called packing list: socks, charger": what stands behind the colon, under the name that it gets. */
import type { Message } from './clause.ts';
import { lexicon } from './lexicon.ts';
import { pathsIn } from './paths.ts';
import type { Request } from './request.ts';
import { wordSet } from './words.ts';

const NAMING = wordSet('naming');

export function noteCalled(message: Message): Request | undefined {
  const { content, tokens, text } = message;
  const note = lexicon()
    .signsIn(tokens)
    .find(({ sign, to }) => sign === 'noun.note' && NAMING.has(tokens[to]?.word ?? ''));
  const first = note === undefined ? undefined : tokens[note.to + 1];
  if (content === undefined || first === undefined || pathsIn(message, 0, tokens.length).length > 0) return undefined;
  const subject = text.slice(first.start).replace(/^["“']|["”']?[\s:,]*$/g, '');
  return { agent: 'memory_agent', tool: 'remember', input: { subject, text: content }, text: message.said, score: 5 };
}
