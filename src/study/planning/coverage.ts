/** What a plan is to cover: what the material has on a subject, or its chapters, as many as a plan can hold. */
import { conceptOf } from '../facts/things.ts';
import { areaNamed, areas } from '../material/areas.ts';
import type { OpenMaterials } from '../material/materials.ts';
import { passagesAt, unlessUnknown } from '../material/passages.ts';
import { sectionOf } from '../material/sections.ts';
import type { Place } from '../types.ts';

/** More topics than this are no plan. */
const MOST_TOPICS = 60;
/** What is headed by the subject, by another name of it, or is a kind or a part of it; not what only holds its words. */
const NEAR = 2;

export async function topicsOn(subject: string, place: Place, material: OpenMaterials): Promise<string[]> {
  const found = await passagesAt({ ...place, topic: subject }, material).catch(unlessUnknown);
  const headed = (found?.on?.headed ?? []).filter(({ rank }) => rank >= NEAR);
  const topics = headed.flatMap(({ passages }) => passages.slice(0, 1));
  const order = [...(areaNamed(subject)?.entries ?? [])];
  const placeOf = ({ source }: (typeof topics)[number]) =>
    source.source_type === 'knowledge' ? order.indexOf(source.entry_id) : -1;
  const titles = topics.toSorted((a, b) => placeOf(a) - placeOf(b)).map(({ topic }) => topic);
  return joinToFit([...new Set(titles)]);
}

/** The chapters of a course; of the knowledge base its subjects, as nobody learns a thousand entries one by one. */
export async function chaptersOf(name: string | undefined, material: OpenMaterials): Promise<string[]> {
  const { documents, passages } = await material.course(name);
  if (passages[0]?.source.source_type === 'knowledge') return areas().map(({ title }) => title);
  const chapters = documents.flatMap((document) =>
    document.chapters.map((chapter) => nameOf(chapter.title, document.title, documents.length > 1)),
  );
  return joinToFit(chapters.length <= MOST_TOPICS ? chapters : documents.map((document) => document.title), chapters);
}

/** "Treatment" says nothing by itself: "Thyroid storm: Treatment"; nor does "Others" where there are several documents. */
function nameOf(chapter: string, document: string, isOneOfMany: boolean): string {
  const isBare =
    sectionOf(chapter) !== undefined || (isOneOfMany && !/\s/.test(chapter) && conceptOf(chapter) === undefined);
  return isBare && chapter !== document ? `${document}: ${chapter}` : chapter;
}

/** Where there are more than a plan holds, neighbours are learned together: "Filtration – Acid and base". */
function joinToFit(titles: readonly string[], finer: readonly string[] = titles): string[] {
  if (titles.length > 1 && titles.length <= MOST_TOPICS) return [...titles];
  if (finer.length <= MOST_TOPICS) return [...finer];
  const size = finer.length / MOST_TOPICS;
  return Array.from({ length: MOST_TOPICS }, (_, at) => {
    const part = finer.slice(Math.floor(at * size), Math.floor((at + 1) * size));
    return part.length === 1 ? part[0]! : `${part[0]} – ${part.at(-1)}`;
  });
}
