/** What papers themselves say is behind something: "cardiomyopathy most likely due to doxorubicin" answers for the heart. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Block, block, type Desk, nameOf, quotePassage, sayPassage } from '../desk.ts';
import { doctorFor } from '../evidence/contact.ts';
import { type Passage, passagesOf } from '../evidence/passages.ts';
import { blameIn } from '../frames/blaming.ts';
import { pattern } from '../patterns.ts';
import type { Frame, Subject } from '../types.ts';
import { capital } from '../wording.ts';

const BLAMED = new Set<Subject['kind']>(['drug', 'drug_class', 'condition', 'procedure', 'food']);
const CAUSING = pattern('blamed_by_paper');

/** Where a question blames something and a paper blames that, or one of its kind, for the same. */
export function answerTold(desk: Desk, frame: Frame): Block | undefined {
  const blame = blameIn(frame);
  const causes = (blame?.causes ?? []).filter(({ kind, as }) => BLAMED.has(kind) && as === 'itself');
  const effects = blame?.effects ?? [];
  if (causes.length === 0 || effects.length === 0) return undefined;
  const found = passagesOf(desk.chart)
    .filter(({ remark }) => !remark)
    .flatMap((passage) => {
      const cause = blamedIn(passage, causes, effects);
      return cause === undefined ? [] : [{ passage, cause }];
    })
    .toSorted((a, b) => (b.passage.time ?? '').localeCompare(a.passage.time ?? ''));
  const [first, second] = found;
  if (first === undefined) return undefined;
  const ids = effects.map(({ id }) => id);
  return block(
    `**Yes, likely, by your papers: ${nameOf(first.cause)}.** ${capital(quotePassage(desk, first.passage, [first.passage]))}`,
    [
      second === undefined ? undefined : sayPassage(desk, second.passage),
      `Ask ${doctorFor(desk, ids) ?? 'your doctor'} what follows from it; do not stop or start anything because of it on your own.`,
    ],
  );
}

/** The cause that a sentence blames, where it is what was asked about and its effect is, or is of the same organ. */
function blamedIn({ text }: Passage, causes: readonly Subject[], effects: readonly Subject[]): string | undefined {
  if (!CAUSING.test(text)) return undefined;
  const catalogue = openCatalogue();
  const named = catalogue.find(text);
  const cause = named.find(({ concept }) => causes.some(({ id }) => catalogue.isA(concept.id, id)));
  if (cause === undefined) return undefined;
  const isEffect = named.some(({ concept: { id, system } }) =>
    effects.some(
      (effect) =>
        catalogue.isA(id, effect.id) ||
        catalogue.isA(effect.id, id) ||
        effect.id === `system:${system}` ||
        (system !== undefined &&
          system !== 'general' &&
          catalogue.get(effect.id)?.system === system &&
          id !== cause.concept.id),
    ),
  );
  return isEffect ? cause.concept.id : undefined;
}
