/** A long course taken apart where that keeps nobody waiting: in a thread, where a server keeps some. */
import type { KeptPassage } from '../../search/index.ts';
import { callAside } from '../../threads/index.ts';
import { type Course, readCourse } from './chapters.ts';

export const works = { readCourse };

/** What is shorter is read sooner than it is handed over. */
const LONG = 500;

/** `readCourse` for code that can wait. */
export async function readCourseAside(
  material: string,
  kept: readonly KeptPassage[],
  title: string | undefined,
): Promise<Course> {
  if (kept.length < LONG) return readCourse(material, kept, title);
  return callAside(import.meta.url, works, 'readCourse', [material, kept, title], { long: true });
}
