/** `npm run eval:mentor`: how sound the questions are and how fairly answers are marked. Of a blind set it prints figures only. */
import { arch, cpus } from 'node:os';
import { readMarkdown } from '../../search/reading/markdown.ts';
import { openCorpus } from '../facts/corpus.ts';
import { readCourse } from '../material/chapters.ts';
import { makeQuestions } from '../quiz/quiz.ts';
import { type Passage, QUESTION_KINDS, type Question } from '../types.ts';
import { type ProseScore, scoreProse } from './prose.ts';
import { gradedAs, kindOfKey, type QuestionScore, scoreQuestion } from './score.ts';
import { type LabelledAnswer, type LabelledPassage, type LabelledProse, readSet } from './sets.ts';

const QUESTIONS_A_PASSAGE = 10;

/** Read as the index reads a file of Markdown. */
function toPassages({ id, title, text }: Pick<LabelledPassage, 'id' | 'title' | 'text'>): Passage[] {
  const repository = { name: 'eval', root: '/' };
  const read = readMarkdown({ path: `/${id}.md`, name: `${id}.md`, text, date: '2026-01-01', repository });
  const kept = read.map((passage, index) => ({
    ...{ id: `${id}-${index}`, file: `${id}.md`, title: passage.title || title, text: passage.text },
    ...{ start: passage.start, end: passage.end, source: { ...passage.source, id: `${id}-${index}` } },
  }));
  return [...readCourse('eval', kept).passages].map((passage) => ({ ...passage, chapter: `${id}/${passage.chapter}` }));
}

interface Judged {
  readonly question: Question;
  readonly score: QuestionScore;
}

export async function judgeQuestions(
  passages: readonly LabelledPassage[],
): Promise<{ alone: Judged[]; together: Judged[] }> {
  const ask = async (course: readonly Passage[], count: number, seed: string) =>
    makeQuestions({
      corpus: await openCorpus(course),
      passages: course,
      all: course,
      count,
      kinds: QUESTION_KINDS,
      seed,
    });
  const judge = (questions: readonly Question[]) =>
    questions.map((question) => ({ question, score: scoreQuestion(question, passages) }));
  const alone: Judged[] = [];
  for (const passage of passages) alone.push(...judge(await ask(toPassages(passage), QUESTIONS_A_PASSAGE, passage.id)));
  const course = passages.flatMap(toPassages);
  const together = judge(await ask(course, passages.length * 4, 'together'));
  return { alone, together };
}

const PROSE_KINDS = ['which_not', 'match'] as const;
const QUESTIONS_OF_KIND = 6;

interface JudgedProse {
  readonly question: Question;
  readonly score: ProseScore;
}

/** "Which is not" and match are asked for by themselves, of each passage alone and of all as one course. */
export async function judgeProse(passages: readonly LabelledProse[]): Promise<JudgedProse[]> {
  const courses = [
    ...passages.map((passage) => toPassages(passage)),
    passages.flatMap((passage) => toPassages(passage)),
  ];
  const judged: JudgedProse[] = [];
  for (const [at, course] of courses.entries()) {
    const corpus = await openCorpus(course);
    for (const kind of PROSE_KINDS) {
      const count = at < passages.length ? QUESTIONS_OF_KIND : passages.length * 2;
      const questions = await makeQuestions({
        corpus,
        passages: course,
        all: course,
        count,
        kinds: [kind],
        seed: `prose ${at}`,
      });
      judged.push(...questions.map((question) => ({ question, score: scoreProse(question, passages) })));
    }
  }
  return judged;
}

function proseRows(judged: readonly JudgedProse[], passages: number) {
  return PROSE_KINDS.map((kind) => {
    const of = judged.filter(({ question }) => question.kind === kind);
    const sound = of.filter(({ score }) => score.sound).length;
    return {
      name: `prose (${passages}): ${kind} (${of.length})`,
      unit: 'share sound',
      consilium: of.length === 0 ? 0 : Math.round((sound / of.length) * 1000) / 1000,
      bar: 0.9,
    };
  });
}

function share(of: readonly Judged[], by: (judged: Judged) => boolean): number {
  return of.length === 0 ? 0 : Math.round((of.filter(by).length / of.length) * 1000) / 1000;
}

function rowsFor(name: string, judged: readonly Judged[], passages: number) {
  const sound = ({ score }: Judged) => score.answerable && score.one_right;
  const kinds = QUESTION_KINDS.flatMap((kind) => {
    const of = judged.filter(({ question }) => question.kind === kind);
    return of.length === 0
      ? []
      : [{ name: `${name}: ${kind} (${of.length})`, unit: 'share sound', consilium: share(of, sound) }];
  });
  return [
    {
      name: `${name}: questions a passage`,
      unit: 'questions',
      consilium: Math.round((judged.length / passages) * 10) / 10,
    },
    { name: `${name}: answerable`, unit: 'share', consilium: share(judged, ({ score }) => score.answerable) },
    { name: `${name}: one right`, unit: 'share', consilium: share(judged, ({ score }) => score.one_right) },
    { name: `${name}: sound`, unit: 'share', consilium: share(judged, sound), bar: 0.9 },
    {
      name: `${name}: asks for a labelled fact`,
      unit: 'share',
      consilium: share(judged, ({ score }) => score.labelled),
    },
    ...kinds,
  ];
}

const VERDICTS = ['right', 'partly', 'wrong'] as const;

/** By kind of key, and what was taken for what. */
function gradingRows(answers: readonly LabelledAnswer[]) {
  const graded = answers.map((answer) => ({ answer, got: gradedAs(answer), kind: kindOfKey(answer) }));
  const kinds = [...Map.groupBy(graded, ({ kind }) => kind)].map(([kind, of]) => ({
    name: `grading: ${kind} (${of.length})`,
    unit: 'share',
    consilium: Math.round((of.filter(({ answer, got }) => got === answer.verdict).length / of.length) * 1000) / 1000,
  }));
  const mistakes = VERDICTS.flatMap((wanted) =>
    VERDICTS.filter((got) => got !== wanted).map((got) => ({
      name: `grading: ${wanted} taken for ${got}`,
      unit: 'answers',
      consilium: graded.filter((each) => each.answer.verdict === wanted && each.got === got).length,
    })),
  );
  return [...kinds, ...mistakes];
}

if (import.meta.main) {
  const given = process.argv.slice(2).find((word) => /^(?:train|blind)$/.test(word));
  const blind = readSet('blind');
  const name = given ?? (blind.passages.length + blind.answers.length > 0 ? 'blind' : 'train');
  const { passages, answers, prose } = name === 'blind' ? blind : readSet(name);
  const { alone, together } = await judgeQuestions(passages);
  const inProse = await judgeProse(prose);
  const agreed = answers.filter((answer) => gradedAs(answer) === answer.verdict);
  const rows = [
    ...rowsFor('passage alone', alone, passages.length || 1),
    ...rowsFor('all together', together, passages.length || 1),
    ...(prose.length > 0 ? proseRows(inProse, prose.length) : []),
    ...gradingRows(answers),
    {
      name: `grading agrees (${answers.length})`,
      unit: 'share',
      consilium: Math.round((agreed.length / (answers.length || 1)) * 1000) / 1000,
      bar: 0.95,
    },
  ];
  process.stdout.write(`${name}: ${passages.length} passages, ${answers.length} answers\n`);
  for (const row of rows)
    process.stdout.write(
      `  ${row.name.padEnd(42)} ${String(row.consilium).padStart(6)}${'bar' in row ? `  (bar ${row.bar})` : ''}\n`,
    );
  // Only of a set that may be learned from.
  if (name === 'train' && process.argv.includes('--errors')) {
    for (const { question, score } of [...alone, ...together].filter(({ score: held }) => held.why !== ''))
      process.stdout.write(
        `\n${score.why}\n  ${question.stem}\n  ${question.options.map(({ label, text }) => `${label}) ${text}`).join('  ')}\n`,
      );
    for (const { question, score } of inProse.filter(({ score: held }) => !held.sound))
      process.stdout.write(`\n${score.why}\n  ${question.stem} ${question.reason}\n`);
    for (const answer of answers.filter((each) => !agreed.includes(each)))
      process.stdout.write(
        `\n${answer.id} ${answer.verdict}, graded ${gradedAs(answer)}: ${answer.key} <- ${answer.answer}\n`,
      );
  }
  if (process.argv.includes('--json'))
    process.stdout.write(
      `${JSON.stringify({ suite: 'mentor', set: name, machine: { arch: arch(), node: process.version, cores: cpus().length }, rows })}\n`,
    );
}
