/** The headings that stand above a passage in a chapter that is read: its thing, and the part of it, each where it changes. */
import type { Passage } from '../../../src/study/types.ts';

const STEP = ' › ';

export interface Headings {
  readonly topic?: string;
  readonly part?: string;
}

/** The last heading that it stands under, as the material writes it; of an entry its section. */
function partOf({ source, section, topic, chapter_title }: Passage): string | undefined {
  const written = 'section' in source && typeof source.section === 'string' ? source.section : section;
  const last = written?.split(STEP).at(-1)?.trim() ?? '';
  if (last === '' || last === topic || last === chapter_title) return undefined;
  return last.slice(0, 1).toUpperCase() + last.slice(1);
}

export function headingsOf(passage: Passage, before: Passage | undefined, title: string): Headings {
  const isNew = passage.topic !== (before?.topic ?? title);
  const part = partOf(passage);
  const isNewPart = part !== undefined && (isNew || before === undefined || partOf(before) !== part);
  return {
    ...(isNew && { topic: passage.topic }),
    ...(isNewPart && part !== title && { part }),
  };
}
