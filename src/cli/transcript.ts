/**
 * A turn on the terminal: the acting agent's name, dimmed, then its words as they come. What was not streamed (a
 * callback's words, plain code) is printed at the end, so that the reply is always whole.
 */
import type { Answer } from '../app/index.ts';
import type { Signal, Turn, TurnResult } from '../kernel/index.ts';
import { dim, Progress, terminal } from './terminal.ts';

export async function showTurn(turn: Turn): Promise<TurnResult> {
  const { stdout } = terminal();
  const progress = new Progress('Thinking');
  let agent = '';
  let shown = '';
  /** What was streamed, by reply: branches that speak side by side may end in another order than they began. */
  const replies = new Map<string, string>();
  const print = (speaker: string, text: string) => {
    progress.stop();
    if (speaker !== agent) {
      stdout.write(`${shown === '' ? '' : '\n\n'}${dim(stdout, speaker)}\n`);
      agent = speaker;
    }
    stdout.write(text);
    shown += text;
  };
  for await (const signal of turn) {
    if (signal.type === 'text_delta') {
      print(signal.agent, signal.text);
      replies.set(signal.key, (replies.get(signal.key) ?? '') + signal.text);
    } else if (signal.type === 'text_retracted') {
      stdout.write(`\n${dim(stdout, 'The model broke off; asking again.')}\n`);
      shown = agent = '';
      replies.delete(signal.key);
    } else progress.update(tell(signal) ?? 'Thinking');
  }
  progress.stop();
  const result = await turn.result;
  const left = unshown(result.text, [...replies.values()]);
  if (left !== '') print(result.route.at(-1) ?? '', shown === '' ? left : `\n${left}`);
  if (shown !== '' || result.text !== '') stdout.write('\n');
  return result;
}

/**
 * What of the text was not streamed: nothing where the replies are all of it, in whatever order; the end where
 * something was added to them; else the whole, which a callback has put in their place.
 */
function unshown(text: string, replies: readonly string[]): string {
  let rest = text;
  let end = 0;
  for (const reply of replies) {
    if (!rest.includes(reply)) return text;
    rest = rest.replace(reply, '');
    end = Math.max(end, text.indexOf(reply) + reply.length);
  }
  if (rest.trim() === '') return '';
  return text.slice(end).trim() === rest.trim() ? text.slice(end).replace(/^\n/, '') : text;
}

/** What is going on, in a few words. */
function tell(signal: Signal): string | undefined {
  switch (signal.type) {
    case 'agent_started':
      return `${signal.agent} is thinking`;
    case 'tool_called':
      return `${signal.agent} uses ${signal.tool}`;
    case 'transferred':
      return `${signal.agent} hands over to ${signal.to}`;
    case 'model_failed':
      return signal.next === 'nobody' ? `${signal.speaker} failed` : `${signal.speaker} failed; asking ${signal.next}`;
    default:
      return undefined;
  }
}

/** What a reader is to know of an answer or an output before relying on it, a line each; what its words say is said. */
export function remarks({
  unsupported = [],
  warnings,
  text = '',
}: Partial<Pick<Answer, 'unsupported' | 'text'>> & Pick<Answer, 'warnings'>) {
  const quoted = unsupported.map(({ text }) => `“${text.replace(/\[\^[^\]]*\]|[*_]/g, '').replace(/\s+/g, ' ')}”`);
  return [
    ...(quoted.length > 0 ? [`No source supports: ${quoted.join(' ')}`] : []),
    ...new Set(warnings.filter((warning) => !text.includes(warning))),
  ];
}

/** The sources that an answer cites and that the words shown do not list, a line each. */
export function sourcesOf({ text }: Pick<Answer, 'text'>, shown: string): string[] {
  const notes = text.match(/^\[\^[^\]]+\]: .+$/gm) ?? [];
  return notes.filter((note) => !shown.includes(note));
}

/** One quiet line under a reply. */
export function footer(result: TurnResult): string {
  const who = result.speakers.map((speaker) => (speaker === 'offline' ? 'offline engine' : speaker)).join(', ');
  return [result.route.join(' → '), who, `${Math.round(result.ms)} ms`].filter((part) => part !== '').join(' · ');
}
