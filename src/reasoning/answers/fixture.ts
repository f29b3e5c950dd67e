/** An invented person in a few words (concerns/examples.ts), asked a question: what tests of answers begin with. */
import { emptyChart } from '../chart.ts';
import { inputOf } from '../concerns/examples.ts';
import type { Example } from '../concerns/reading.ts';
import { consult } from '../index.ts';

export function ask(person: Example, message: string, now?: string): string {
  const { record } = inputOf(person);
  const at = now ?? record.now;
  const chart = { ...emptyChart(at), view: { ...record, now: at } };
  return consult({ chart, message, now: at })
    .answer.text.replace(/\[\^\w+\]:.*$/gm, '')
    .replace(/\[\^\w+\]/g, '')
    .replaceAll('**', '');
}
