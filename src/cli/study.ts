/** `consilium study`: learning without talking. Everything of a learner is the machine's own user's. */
import { randomUUID } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { ConsiliumError, machineUser } from '../kernel/index.ts';
import { progressFor } from '../server/study-progress.ts';
import {
  gradeText,
  LEVELS,
  type Level,
  planText,
  QUESTION_KINDS,
  quizText,
  RATINGS,
  type Rating,
  readAnswers,
  type StudyService,
  toShown,
} from '../study/index.ts';
import { here, noteRead, withApp } from './house.ts';
import { printFile, printJson, terminal } from './terminal.ts';

interface Options {
  readonly home?: string;
  readonly json?: boolean;
  readonly timezone?: string;
  readonly material?: string;
  readonly chapter?: string;
  readonly topic?: string;
  readonly count?: number;
}

const who = machineUser();

/** `show`: tells the trail what is about to be shown. */
type Work<T> = (
  study: StudyService,
  show: (what: string, shown: readonly unknown[] | string) => void,
) => T | Promise<T>;

async function atDesk<T>(options: Options, work: Work<T>): Promise<T> {
  return withApp(options, async (app) =>
    work(await app.service('study'), (what, shown) => noteRead(app.home, `study/${what}`, shown)),
  );
}

function print(options: Options, value: unknown, lines: readonly string[]): void {
  if (options.json) printJson(value);
  else terminal().stdout.write(lines.length === 0 ? 'Nothing.\n' : `${lines.join('\n')}\n`);
}

function placeIn({ material, chapter, topic, count }: Options) {
  return {
    ...(material && { material }),
    ...(chapter && { chapter }),
    ...(topic && { topic }),
    ...(count && { count }),
  };
}

function zoneOf({ timezone }: Options): string {
  return timezone ?? process.env['TZ'] ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function oneOf<T extends string>(given: string, known: readonly T[], what: string): T {
  const found = known.find((one) => one === given);
  if (found !== undefined) return found;
  throw new ConsiliumError('INPUT_INVALID', `${given} is no ${what}.`, { hint: `Write one of ${known.join(', ')}.` });
}

export async function materials(options: Options): Promise<void> {
  await atDesk(options, async ({ material }) => {
    if (options.material === undefined) {
      const list = await material.list();
      return print(
        options,
        { materials: list },
        list.map(({ id, title, passages }) => `${id}  ${title}  (${passages} passages)`),
      );
    }
    const info = await material.open(options.material);
    const chapters = info.documents.flatMap((document) => document.chapters);
    print(options, info, [
      `${info.title} (${info.id})`,
      ...info.warnings,
      ...chapters.map(
        ({ number, title, passages }) => `${String(number).padStart(3)}. ${title}  (${passages} passages)`,
      ),
    ]);
  });
}

export async function add(paths: readonly string[], options: Options & { title: string }): Promise<void> {
  await atDesk(options, async ({ material }) => {
    const added = await material.add({ paths: paths.map(here), title: options.title, owner: who.user });
    const { title, id, passages } = added.material;
    print(options, added, [
      `${title} (${id}): ${passages} passages.`,
      ...added.skipped.map(({ file, why }) => `Left out ${file}: ${why}`),
      // The course keeps a note of what was left out: here it was said with its path.
      ...added.material.warnings.filter(
        (warning) => !added.skipped.some(({ file, why }) => isNoteOf(warning, file, why)),
      ),
    ]);
  });
}

function isNoteOf(warning: string, file: string, why: string): boolean {
  return warning.includes(why) && warning.includes(file.split('/').at(-1) ?? file);
}

export async function explain(topic: string, options: Options & { level?: string }): Promise<void> {
  const level: Level | undefined = options.level === undefined ? undefined : oneOf(options.level, LEVELS, 'level');
  await atDesk(options, async (study) => {
    const found = await study.explain({ ...placeIn(options), topic, ...(level && { level }) });
    const notes = found.citations.map(({ marker, footnote }) => `[^${marker}]: ${footnote}`);
    print(options, found, [found.text, '', ...notes]);
  });
}

export async function quiz(options: Options & { kind?: string }): Promise<void> {
  const kinds = options.kind?.split(',').map((kind) => oneOf(kind.trim().replace('-', '_'), QUESTION_KINDS, 'kind'));
  await atDesk(options, async ({ quizzes }) => {
    const made = await quizzes.make(who, { ...placeIn(options), ...(kinds && { kinds }) });
    const { id, title, material, notes } = made;
    const questions = made.questions.map((question, at) => ({ number: at + 1, ...toShown(question) }));
    print(options, { id, title, material, questions, notes }, [
      quizText(made),
      '',
      `Answer with: consilium study answer ${id} 1A 2C`,
    ]);
  });
}

export async function answer(id: string, words: readonly string[], options: Options): Promise<void> {
  const answers = readAnswers(words.join(' '));
  if (answers.length === 0)
    throw new ConsiliumError('INPUT_INVALID', 'There is no answer in that.', { hint: 'Write 1A 2C, or "3: words".' });
  await atDesk(options, async ({ quizzes }) => {
    const { questions } = quizzes.get(who, id);
    const done = new Set(quizzes.grades(who, id).map(({ question }) => question));
    const next = questions.findIndex((question) => !done.has(question.id));
    const beyond = answers.find(({ question = 1 }) => question > questions.length);
    if (beyond !== undefined)
      throw new ConsiliumError('QUESTION_UNKNOWN', `This quiz has no question ${beyond.question}.`, {
        hint: `Its questions are numbered from 1 to ${questions.length}. Nothing was graded.`,
      });
    const grades = await Promise.all(
      answers.map(({ question = next + 1 || questions.length, answer: text }) =>
        quizzes.answer(who, { quiz: id, question, answer: text }),
      ),
    );
    print(
      options,
      { grades },
      grades.flatMap((grade, at) => [gradeText(grade, at + 1), `[^${at + 1}]: ${grade.citation.footnote}`]),
    );
  });
}

export async function cards(options: Options & { due?: boolean; make?: boolean }): Promise<void> {
  await atDesk(options, async ({ cards: kept }, show) => {
    const filter = {
      ...(options.material && { course: options.material }),
      ...(options.topic && { topic: options.topic }),
    };
    const list = options.make
      ? await kept.make(who, placeIn(options))
      : options.due
        ? kept.due(who, filter)
        : kept.list(who, filter);
    if (!options.make) show('cards', list);
    print(
      options,
      { cards: list },
      list.map(({ id, front, back }) => `${id}  ${oneLine(front)}  →  ${oneLine(back)}`),
    );
  });
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

export async function review(card: string, word: string, options: Options & { key?: string }): Promise<void> {
  const rating: Rating = oneOf(word, RATINGS, 'rating');
  await atDesk(options, ({ cards: kept }) => {
    const done = kept.review(who, { card, rating, key: options.key ?? randomUUID() });
    const said = done.counted
      ? `Due again ${done.card.schedule.due}.`
      : `It is rated already, and due again ${done.card.schedule.due}.`;
    print(options, done, [said]);
  });
}

const MOST_FILE = 32 * 1024 * 1024;

export async function bring(file: string, options: Options & { course?: string }): Promise<void> {
  const text = await readText(file);
  await atDesk(options, async ({ cards: kept }) => {
    const brought = await kept.importAnki(who, text, options.course);
    print(options, brought, [
      `${brought.added} added, ${brought.known} known already.`,
      ...brought.skipped.slice(0, 20).map(({ line, why }) => `Line ${line} was left out: ${why}`),
    ]);
  });
}

async function readText(file: string): Promise<string> {
  const path = here(file);
  const found = await stat(path).catch(() => undefined);
  if (found === undefined || !found.isFile()) throw new ConsiliumError('FILE_UNKNOWN', `There is no file ${file}.`);
  if (found.size > MOST_FILE) throw new ConsiliumError('FILE_TOO_LARGE', 'A file may have at most 32 MB.');
  return readFile(path, 'utf8');
}

export async function take(options: Options & { course?: string }): Promise<void> {
  await atDesk(options, async (study, show) => {
    show('export', options.json ? 'everything' : 'cards');
    if (options.json) return printJson(await study.export(who));
    printFile(await study.cards.exportAnki(who, { ...(options.course && { course: options.course }) }));
  });
}

export async function progress(options: Options & { timeframe: string }): Promise<void> {
  await withApp(options, async (app) => {
    noteRead(app.home, 'study/progress', options.timeframe);
    const asked = { timeframe: options.timeframe, zone: zoneOf(options) };
    const found = await progressFor(app, await app.service('study'), who, asked);
    const { insights, recommendations, notice, cards: count } = found;
    print(options, found, [
      ...(notice === undefined ? [] : [notice]),
      ...insights,
      ...recommendations.map((one) => `→ ${one}`),
      `${count.due} of ${count.total} cards are due.`,
    ]);
  });
}

export async function plan(
  options: Options & { exam?: string; hours: string; calendar?: string; ics?: boolean },
): Promise<void> {
  const hours = Number(options.hours);
  if (!(hours > 0)) throw new ConsiliumError('INPUT_INVALID', '--hours is a number above 0.');
  const ics = options.calendar === undefined ? undefined : await readText(options.calendar);
  await atDesk(options, async ({ plans }, show) => {
    const made =
      options.exam === undefined
        ? plans.get(who)
        : await plans.make(who, {
            ...placeIn(options),
            exam_date: options.exam,
            hours_per_week: hours,
            zone: zoneOf(options),
            ...(ics && { ics }),
          });
    if (made === undefined)
      throw new ConsiliumError('PLAN_NONE', 'There is no plan yet.', {
        hint: 'consilium study plan --exam 2027-03-31 --hours 6',
      });
    if (options.exam === undefined) show('plan', who.user);
    if (options.ics) printFile(await plans.ics(who));
    else print(options, { plan: made }, [planText(made)]);
  });
}

export async function forget(options: Options): Promise<void> {
  await atDesk(options, async (study) => {
    await study.forget(who);
    print(options, { forgotten: true }, ['Forgotten: answers, cards, highlights and the plan.']);
  });
}
