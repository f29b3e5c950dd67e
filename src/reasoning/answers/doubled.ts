/** A dose that was taken twice, or too much of it: "what now?" is answered by what that does, before all that is known of it. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { concernsOf, sayConcern } from '../concern.ts';
import { type Block, block, type Desk } from '../desk.ts';
import type { Frame } from '../types.ts';

/** What somebody asks who has taken too much. */
const ASKED = new Set<Frame['aspect']>([
  'todo',
  'worry',
  'judge',
  'safe',
  'about',
  'dose',
  'said',
  'take',
  'risk',
  'effects',
  'missed',
  'explain',
]);
const MOST = 2;

export function answerDoubled(desk: Desk, frame: Frame): Block | undefined {
  const taken = desk.told.filter(({ act }) => act === 'double');
  if (taken.length === 0 || !ASKED.has(frame.aspect)) return undefined;
  const catalogue = openCatalogue();
  const isOther = ({ id, kind }: Frame['subjects'][number]) =>
    (kind === 'drug' || kind === 'drug_class' || kind === 'food') &&
    !taken.some(({ concept }) => catalogue.isA(concept, id) || catalogue.isA(id, concept));
  if (frame.subjects.some(isOther)) return undefined;
  const found = concernsOf(desk.chart.view, desk.told, [], []).filter(
    ({ fresh, concepts }) =>
      fresh &&
      taken.some(({ concept }) => concepts.some((id) => catalogue.isA(id, concept) || catalogue.isA(concept, id))),
  );
  const [first, ...others] = found.slice(0, MOST);
  if (first === undefined) return undefined;
  return {
    ...block(
      sayConcern(desk, first, true),
      others.map((concern) => sayConcern(desk, concern)),
    ),
    tells: found.slice(0, MOST).map(({ key }) => key),
  };
}
