/** Courses of the index: which there are, what is in them, and how a message names one. */
import { createHash } from 'node:crypto';
import { whoActs } from '../../kernel/acting.ts';
import { takeTurn } from '../../kernel/breath.ts';
import { ConsiliumError } from '../../kernel/errors.ts';
import { machineUser } from '../../kernel/principal.ts';
import { isHouse, type Keeper, KNOWLEDGE, ownScope, type Search } from '../../search/index.ts';
import type { StudyStore } from '../../storage/index.ts';
import { learnerOf } from '../learner.ts';
import type { Materials } from '../service.ts';
import type { Chapter, MaterialInfo, MaterialSummary, Place } from '../types.ts';
import { type Course, findChapters } from './chapters.ts';
import { readCourseAside } from './chapters-aside.ts';
import { languageWarnings } from './languages.ts';
import { readNaming } from './naming.ts';
import { plainName } from './plain-name.ts';
import { dropUploads, keepUpload } from './uploads.ts';

export interface OpenMaterials extends Materials {
  /** The whole course, read once for as long as the index does not change. */
  course(name?: string): Promise<Course & { readonly id: string; readonly title: string }>;
  /** The scopes of the courses that were brought here, the newest first. */
  own(): Promise<string[]>;
  /** The chapters that a place names; all where it names none. */
  chapters(course: Course, place: Place): readonly Chapter[];
}

const KNOWLEDGE_TITLE = 'Knowledge base';
/** Scopes that are no courses: what agents keep for themselves. */
const KEPT_COURSES = 8;

export function openMaterials(search: Search, store: StudyStore, dir?: string): OpenMaterials {
  const read = new Map<string, { stamp: string; course: Course }>();
  const names = new Map<string, { stamp: string; titles: ReadonlySet<string> }>();

  const list = async (): Promise<MaterialSummary[]> => {
    const titles = new Map(store.courses().map(({ scope, title }) => [scope, title]));
    const keepers = store.keepers();
    const scopes = await search.scopes();
    const all = scopes
      .filter(({ chunks }) => chunks > 0)
      .map(({ scope, chunks }) => ({
        id: scope,
        title: titles.get(scope) ?? (scope === KNOWLEDGE ? KNOWLEDGE_TITLE : titleOf(scope)),
        passages: chunks,
        ...standingOf(keepers.get(scope), titles.has(scope)),
      }));
    // Of two of one name a learner means the own one.
    return all.toSorted((a, b) => Number(b.access === 'own') - Number(a.access === 'own'));
  };

  const find = async (name: string = KNOWLEDGE): Promise<MaterialSummary> => {
    const there = await list();
    const wanted = plainName(name);
    const found =
      there.find(({ id, title }) => id === name || title === name.trim()) ??
      there.find(({ id, title }) => plainName(title) === wanted || plainName(id) === wanted) ??
      (await byDocument(there, wanted));
    if (found !== undefined) return found;
    throw new ConsiliumError('MATERIAL_UNKNOWN', `There is no material "${name.slice(0, 100)}".`, {
      hint: `There is: ${there.map(({ title }) => title).join(', ')}. Add a folder of PDFs or Markdown to learn from it.`,
      details: { materials: there.map(({ id }) => id) },
    });
  };

  /** How a course is called, and what changes when something of it does. */
  const stampOf = async (id: string) => {
    const info = (await search.scopes()).find(({ scope }) => scope === id);
    const title = store.courses().find(({ scope }) => scope === id)?.title;
    return { title, stamp: `${info?.updated ?? 0}/${info?.chunks ?? 0}/${title ?? ''}` };
  };

  const courseOf = async (id: string): Promise<Course> => {
    const { title, stamp } = await stampOf(id);
    const known = read.get(id);
    if (known?.stamp === stamp) return known.course;
    const kept = await search.contents(id);
    await takeTurn();
    const course = await readCourseAside(id, kept, title);
    await takeTurn();
    names.set(id, { stamp, titles: new Set(course.documents.map((document) => plainName(document.title))) });
    read.delete(id);
    read.set(id, { stamp, course });
    if (read.size > KEPT_COURSES) read.delete(read.keys().next().value as string);
    return course;
  };

  /** What its documents are called: kept where the course itself is not, so that a name nobody knows is told at once. */
  const titlesOf = async (id: string): Promise<ReadonlySet<string>> => {
    const known = names.get(id);
    if (known?.stamp === (await stampOf(id)).stamp) return known.titles;
    await courseOf(id);
    return names.get(id)?.titles ?? new Set();
  };

  /** A title of one document of a course names the course. */
  const byDocument = async (
    there: readonly MaterialSummary[],
    wanted: string,
  ): Promise<MaterialSummary | undefined> => {
    for (const material of there) {
      if (material.id === KNOWLEDGE) continue;
      if ((await titlesOf(material.id)).has(wanted)) return material;
    }
    return undefined;
  };

  const open = async (name?: string): Promise<MaterialInfo> => {
    const summary = await find(name);
    const { documents, passages } = await courseOf(summary.id);
    const notes = store.courses().find(({ scope }) => scope === summary.id)?.notes ?? [];
    return { ...summary, documents, warnings: [...notes, ...(await languageWarnings(passages))] };
  };

  const chapters = (course: Course, { chapter, material }: Place): readonly Chapter[] => {
    const all = course.documents.flatMap((document) => document.chapters);
    if (chapter === undefined || chapter.trim() === '') {
      const named = course.documents.filter(
        ({ title }) => material !== undefined && plainName(title) === plainName(material),
      );
      return course.documents.length > 1 && named.length > 0 ? named.flatMap((document) => document.chapters) : all;
    }
    const found = findChapters(course.documents, chapter);
    if (found.length > 0) return found;
    throw new ConsiliumError('CHAPTER_UNKNOWN', `There is no chapter "${chapter.slice(0, 100)}" in this material.`, {
      hint: `Chapters: ${all
        .slice(0, 20)
        .map(({ number, title }) => `${number} ${title}`)
        .join('; ')}${all.length > 20 ? '; …' : ''}`,
    });
  };

  /** The scope of the title, theirs from now on; `release` where nothing came of it. */
  const claim = async (title: string, owner: string | null) => {
    const plain = freeScope(scopeOf(title), title, owner);
    const isPlain = owner === null || isHouse(owner) || store.keepers().get(plain)?.owner === owner;
    const scope = isPlain ? plain : ownScope(owner, plain);
    const isThere = (await list()).some(({ id }) => id === scope);
    const course = store.courses().find((one) => one.scope === scope);
    if (course === undefined ? isThere : course.owner !== owner && !(isHouse(course.owner) && isHouse(owner)))
      throw new ConsiliumError('MATERIAL_TAKEN', `There is a material named "${title.slice(0, 100)}" already.`, {
        hint: 'Only who brought it can add to it: choose another name.',
      });
    store.keepCourse(scope, shownTitle(title), course?.notes ?? [], owner);
    return { scope, course, release: () => course === undefined && store.dropCourse(scope) };
  };

  /** Two titles that differ by signs alone are two courses: the second has a scope with a mark of its own. */
  const freeScope = (plain: string, title: string, owner: string | null): string => {
    const isOther = (scope: string) => {
      const course = store.courses().find((one) => one.scope === scope);
      return course !== undefined && course.owner === owner && sameLine(course.title) !== sameLine(shownTitle(title));
    };
    const scopes = (name: string) => [name, ...(owner === null ? [] : [ownScope(owner, name)])];
    const mark = createHash('sha256')
      .update(sameLine(shownTitle(title)))
      .digest('hex')
      .slice(0, 6);
    const marked = `${plain}-${mark}`;
    const isThere = store.courses().some(({ scope }) => scopes(marked).includes(scope));
    return isThere || scopes(plain).some(isOther) ? marked : plain;
  };

  const add: Materials['add'] = async ({ paths, title, owner = null, signal }) => {
    const { scope, course } = await claim(title, owner);
    const report = await search.index({ paths, scope, embeddings: false, signal });
    const { chunks = 0 } = (await search.scopes()).find((info) => info.scope === scope) ?? {};
    const unread = report.skipped.map(({ file, why }) => `${baseName(file)}: ${why}`);
    const partly = report.partly.map(({ file, why }) => `${baseName(file)}: ${why}`);
    if (chunks === 0) {
      await search.drop(scope).catch(() => {});
      store.dropCourse(scope);
      throw new ConsiliumError(
        'MATERIAL_EMPTY',
        report.skipped.length > 0
          ? 'Nothing of what was given could be read.'
          : 'There is no text to learn from in what was given.',
        {
          hint: unread.slice(0, 5).join(' ') || 'Give a folder with PDFs, Markdown, HTML or plain text.',
          details: { skipped: report.skipped.slice(0, 50).map(({ file, why }) => ({ file: baseName(file), why })) },
        },
      );
    }
    // Of a file that is as it was, what was said of it still holds.
    const there = new Set((await search.contents(scope)).map(({ file }) => baseName(file)));
    const told = new Set([...report.skipped, ...report.partly].map(({ file }) => baseName(file)));
    const before = (course?.notes ?? []).filter((note) => {
      const [file = ''] = note.split(': ');
      return report.unchanged > 0 && there.has(file) && !told.has(file);
    });
    store.keepCourse(scope, shownTitle(title), [...unread, ...partly, ...before].slice(0, 20), owner);
    return { material: await open(scope), skipped: report.skipped };
  };

  return {
    list,
    open,
    chapters,
    add,
    async bring({ title, name, bytes, owner = null, signal }) {
      if (dir === undefined) throw new ConsiliumError('STUDY_MISSING', 'This application keeps no files of courses.');
      const { scope, release } = await claim(title, owner);
      const kept = await keepUpload(dir, scope, name, bytes).catch((thrown: unknown) => {
        release();
        throw thrown;
      });
      try {
        const paths = [kept.folder];
        const added = await add({ paths, title, ...(owner !== null && { owner }), ...(signal && { signal }) });
        // What cannot be read is told, and not kept.
        const isUnread = added.skipped.some(({ file }) => file === kept.file);
        if (!isUnread) await kept.keep();
        else if (await kept.drop()) await search.index({ paths, scope, embeddings: false, signal });
        // Where the files lie is nobody's business at a door.
        return { ...added, skipped: added.skipped.map(({ file, why }) => ({ file: baseName(file), why })) };
      } catch (thrown) {
        await kept.drop();
        release();
        throw thrown;
      }
    },
    async share(name, isShared) {
      const { id, access } = await find(name);
      const { user } = whoActs(machineUser()).principal;
      if (access === 'house' || !store.shareCourse(user, id, isShared))
        throw forbidden('Only who brought a course shares it.', access);
      return open(id);
    },
    async course(name) {
      const { id, title } = await find(name);
      return { ...(await courseOf(id)), id, title };
    },
    async own() {
      const there = new Set((await list()).map(({ id }) => id));
      return store
        .courses()
        .map(({ scope }) => scope)
        .filter((scope) => there.has(scope))
        .toReversed();
    },
    async remove(name, withCards = false) {
      const { id, access } = await find(name);
      if (access !== 'own' && !(access === 'house' && isHouse(whoActs(machineUser()).principal.user)))
        throw forbidden('Only who brought a course takes it away.', access);
      await search.drop(id);
      if (dir !== undefined) await dropUploads(dir, id);
      const { principal } = whoActs(machineUser());
      const cards_left = store.dropCourse(id, { learner: learnerOf(principal), withCards });
      read.delete(id);
      return { removed: id, cards_left };
    },
    async named(message) {
      const there = await list();
      return readNaming(message, there, async (id) => (id === KNOWLEDGE ? [] : (await courseOf(id)).documents));
    },
    async read(place) {
      const { id } = await find(place.material);
      const course = await courseOf(id);
      const within = new Set(chapters(course, place).map((chapter) => chapter.id));
      return course.passages.filter((passage) => within.has(passage.chapter));
    },
  };
}

function forbidden(message: string, access: MaterialSummary['access']): ConsiliumError {
  return new ConsiliumError('MATERIAL_FORBIDDEN', message, {
    hint: access === 'house' ? 'This one is the house’s, and open to everybody here.' : 'Bring your own.',
  });
}

function accessOf(keeper: Keeper | undefined): MaterialSummary['access'] {
  if (keeper === undefined || isHouse(keeper.owner)) return 'house';
  return keeper.owner === whoActs(machineUser()).principal.user ? 'own' : 'shared';
}

/** Whose it is, and what whoever asks may do with it: what is no course of the table is nobody's to take away. */
function standingOf(keeper: Keeper | undefined, isCourse: boolean) {
  const access = accessOf(keeper);
  const mayRemove = access === 'own' || (access === 'house' && isHouse(whoActs(machineUser()).principal.user));
  return {
    access,
    ...(access === 'own' && { is_open: keeper?.isShared ?? false }),
    ...(mayRemove && isCourse && { may_remove: true }),
  };
}

function titleOf(scope: string): string {
  const words = scope.replace(/[-_.]+/g, ' ').trim();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** Without what nobody sees and what turns words around. */
function shownTitle(title: string): string {
  return title
    .replace(/[\p{Cc}\p{Cf}]+/gu, '')
    .trim()
    .slice(0, 200);
}

/** However large its letters are and however wide its blanks. */
function sameLine(title: string): string {
  return title.toLowerCase().replace(/\s+/g, ' ');
}

/** A title as a name that the index takes. */
function scopeOf(title: string): string {
  const name = Array.from(plainName(title).replaceAll(' ', '-')).slice(0, 60).join('');
  if (name === '' || name === KNOWLEDGE)
    throw new ConsiliumError('INPUT_INVALID', 'title: A course needs a name of its own.', {
      details: { path: 'title' },
    });
  return name;
}

function baseName(file: string): string {
  return file.split('/').at(-1) ?? file;
}
