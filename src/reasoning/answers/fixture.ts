/** An invented person in a few words (concerns/examples.ts), asked a question: what tests of answers begin with. */
import { emptyChart } from '../chart.ts';
import { inputOf } from '../concerns/examples.ts';
import type { Example } from '../concerns/reading.ts';
import { consult } from '../index.ts';
import type { Focus } from '../types.ts';

export function ask(person: Example, message: string, now?: string): string {
  const { record } = inputOf(person);
  const at = now ?? record.now;
  const chart = { ...emptyChart(at), view: { ...record, now: at } };
  return plain(consult({ chart, message, now: at }).answer.text);
}

/** Several messages of one conversation, each answered with what was spoken of before. */
export function talk(person: Example, messages: readonly string[]): string[] {
  const { record } = inputOf(person);
  const chart = { ...emptyChart(record.now), view: record };
  let focus: Focus | undefined;
  return messages.map((message) => {
    const { answer, focus: next } = consult({ chart, message, now: record.now, ...(focus && { focus }) });
    focus = next;
    return plain(answer.text);
  });
}

function plain(text: string): string {
  return text
    .replace(/\[\^\w+\]:.*$/gm, '')
    .replace(/\[\^\w+\]/g, '')
    .replaceAll('**', '');
}
