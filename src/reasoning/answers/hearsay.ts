/** "I read it was taken off the market, delete it": what was heard of a medicine is no order to stop it. */
import { concernsOf } from '../concern.ts';
import { type Block, block, cite, type Desk } from '../desk.ts';
import { pattern } from '../patterns.ts';
import type { Frame } from '../types.ts';
import { drugName, sentence } from '../wording.ts';

const HEARSAY = pattern('heard_withdrawn');

export function isHearsay(text: string): boolean {
  return HEARSAY.test(text);
}

export function answerHearsay(desk: Desk, { subjects, act, start }: Frame): Block | undefined {
  if (act !== 'ask' || !isHearsay(desk.message)) return undefined;
  if (desk.frames.some((each) => each.act === 'ask' && each.start < start)) return undefined;
  const { view } = desk.chart;
  const concepts = subjects.filter(({ kind }) => kind === 'drug' || kind === 'drug_class').map(({ id }) => id);
  const item = view.medicines.find(
    ({ status, concepts: held }) => status === 'taken' && held.some((id) => concepts.includes(id)),
  );
  if (item === undefined) return undefined;
  const name = drugName(item.name);
  const [doctor] = desk.chart.people(item.uuid);
  const stops = concernsOf(
    view,
    item.concepts.map((concept) => ({ concept, act: 'stopped' as const })),
    [],
    [],
  ).find(({ fresh, concepts: about }) => fresh && about.some((id) => item.concepts.includes(id)));
  return block(
    `**Do not stop ${name} because of that: keep taking it until a pharmacist${doctor === undefined ? ' or the prescriber' : ` or ${doctor}`} has said otherwise.** Nothing in your record says that it was withdrawn, and I cannot look at the news from here: ask them today whether it is true${cite(desk, item)}.`,
    [
      ...(stops === undefined ? [] : [`${sentence(stops.say)} ${sentence(stops.do.what)}`]),
      'It stays on your list, and what could take its place is for them to choose.',
    ],
  );
}
