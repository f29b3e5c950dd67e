/** How often a medicine was given as a course: by letters, which count them, else by the starts on the list. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Block, block, cite, type Desk, quotePassage, sayPassage } from '../desk.ts';
import { passagesOf } from '../evidence/passages.ts';
import { isInside } from '../frames/scope.ts';
import type { MedicineView } from '../patient.ts';
import { pattern } from '../patterns.ts';
import type { Frame } from '../types.ts';
import { drugName, list, sayDate } from '../wording.ts';

const COURSES = pattern('courses_of_it');
const KINDS = ['drug', 'drug_class'] as const;

/** "How many steroid courses?": courses stand in letters more often than on the list, and none of them is an inhaler. */
function coursesByPapers(desk: Desk, { text, subjects, inherited }: Frame): Block | undefined {
  if (!COURSES.test(text) && !inherited) return undefined;
  const catalogue = openCatalogue();
  const [newest, ...older] = passagesOf(desk.chart)
    .filter(
      ({ remark, printed, text: said }) =>
        !remark &&
        !printed &&
        COURSES.test(said) &&
        catalogue
          .find(said, { kinds: KINDS })
          .some(({ concept }) => subjects.some(({ id }) => catalogue.isA(concept.id, id))),
    )
    .toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''));
  return newest === undefined
    ? undefined
    : block(`**${quotePassage(desk, newest)}**`, [older[0] === undefined ? undefined : sayPassage(desk, older[0])]);
}

export function tellCourses(desk: Desk, frame: Frame, all: readonly MedicineView[]): Block {
  const written = coursesByPapers(desk, frame);
  if (written !== undefined) return written;
  const { scope } = frame;
  const inside = all
    .filter(({ start }) => isInside(start, scope))
    .toSorted((a, b) => (a.start ?? '').localeCompare(b.start ?? ''));
  const name = drugName((inside[0] ?? all[0]!).name);
  const number = ['Never', 'Once', 'Twice', 'Three times'][inside.length] ?? `${inside.length} times`;
  return block(
    `**${number}${scope.say ? ` ${scope.say}` : ''}: ${inside.length === 0 ? `your record has no ${name} for that time` : `${name} was started ${list(inside.map((item) => `on ${sayDate(item.start)}${cite(desk, item, item.start)}`))}`}.**`,
  );
}
