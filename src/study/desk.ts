/** The desk of the room: material, quizzes, cards, progress and plans over the index and the learner's tables. */
import { type Clock, ConsiliumError, newId } from '../kernel/index.ts';
import type { Search } from '../search/index.ts';
import type { StudyStore } from '../storage/index.ts';
import { openCards } from './cards.ts';
import { weigh } from './grading/weighing.ts';
import { progressInsights } from './insights.ts';
import { learnerOf } from './learner.ts';
import { levelPlan } from './levels.ts';
import { languageWarnings } from './material/languages.ts';
import { type OpenMaterials, openMaterials } from './material/materials.ts';
import { passagesAt, tiersOf } from './material/passages.ts';
import { topicName } from './material/topic-name.ts';
import { openPlans } from './planning/plans.ts';
import { quizId } from './quiz/quiz.ts';
import { type Courses, chosenOf, openCourses } from './reading.ts';
import { forecastOf } from './reviews.ts';
import type { Quizzes, StudyService } from './service.ts';
import { explain } from './tutor.ts';
import type { Chapter, MaterialSummary, Progress, Question, Quiz, QuizRequest } from './types.ts';

export interface StudyOptions {
  readonly store: StudyStore;
  readonly clock: Clock;
  readonly search: Search;
  /** Where files that are brought through a door are kept. */
  readonly dir?: string | undefined;
}

export function openStudy({ store, clock, search, dir }: StudyOptions): StudyService {
  const material = openMaterials(search, store, dir);
  const courses = openCourses();
  const cards = openCards({ store, clock, material, courses });
  return {
    material,
    cards,
    quizzes: openQuizzes({ store, clock, material, courses }),
    plans: openPlans({ store, clock, material }),
    explain: (request) => explain(request, { ...material, explain: courses.explain }, search),
    log: (who, since) => store.log(learnerOf(who), since === undefined ? 0 : momentOf(since)),
    progress: (who, options = {}) => progressOf(learnerOf(who), store, clock.now(), options),
    async export(who) {
      const learner = learnerOf(who);
      return {
        log: store.log(learner, 0),
        cards: await cards.all(who),
        highlights: store.highlights(learner, undefined),
        plan: store.plan(learner),
        courses: await ownCourses(material),
      };
    },
    async forget(who) {
      // The courses first: where it is broken off, what is left can be forgotten by the same word again.
      for (const { id } of await ownCourses(material)) await material.remove(id);
      store.forget(learnerOf(who));
    },
  };
}

async function ownCourses(material: OpenMaterials): Promise<MaterialSummary[]> {
  return (await material.list()).filter(({ access }) => access === 'own');
}

interface QuizHouse {
  readonly store: StudyStore;
  readonly clock: Clock;
  readonly material: OpenMaterials;
  readonly courses: Courses;
}

/** Where answers are by letter, everybody can take part. Who names no kind gets the others where these do not suffice. */
const USUAL_KINDS = ['choice', 'which_not'] as const;
const OTHER_KINDS = ['match', 'cloze', 'short'] as const;
const MOST_QUESTIONS = 50;

function openQuizzes({ store, clock, material, courses }: QuizHouse): Quizzes {
  const get = (learner: string, id: string): Quiz => {
    const quiz = store.quiz(learner, id);
    if (quiz === undefined)
      throw new ConsiliumError('QUIZ_UNKNOWN', 'There is no such quiz.', { hint: 'Make a new one.' });
    return quiz;
  };
  return {
    async make(who, request) {
      const learner = learnerOf(who);
      const { count = 5, kinds, seed = newId() } = request;
      const wanted = Math.min(MOST_QUESTIONS, Math.max(1, Math.floor(count)));
      const { course, passages, on } = await passagesAt(request, material);
      const tiers = tiersOf(passages, on).map((tier) => chosenOf(tier, course.passages));
      const prefers = request.level && levelPlan(request.level).asks;
      const turns = kinds === undefined ? [USUAL_KINDS, OTHER_KINDS] : [kinds];
      const order = { tiers, count: wanted, turns, seed, ...(prefers && { prefers }) };
      const questions = await courses.questions(course.passages, order, learner);
      const languages = await languageWarnings(passages);
      if (questions.length === 0)
        throw emptyQuiz(languages.length > 0 ? languages : (await material.open(course.id)).warnings);
      const quiz: Quiz = {
        id: quizId([learner, course.id, seed, ...questions.map(({ id }) => id)]),
        material: course.id,
        title: nameOf(course.title, request, material.chapters(course, request)),
        questions,
        notes:
          questions.length < wanted
            ? [
                `The material gives ${questions.length} ${questions.length === 1 ? 'question' : 'questions'} that can be asked without doubt, not ${wanted}.`,
                ...languages,
              ]
            : [],
      };
      store.addQuiz(learner, quiz, clock.now());
      return quiz;
    },
    get: (who, id) => get(learnerOf(who), id),
    list: (who, most = 20) => store.quizzes(learnerOf(who), most),
    async answer(who, { quiz: id, question: asked, answer, seconds = 0 }) {
      const learner = learnerOf(who);
      const quiz = get(learner, id);
      const question = findQuestion(quiz, asked);
      const graded = await weigh(question, answer, learner);
      const entry = {
        at: new Date(clock.now()).toISOString(),
        course: quiz.material,
        topic: topicName(question.topic, question.citation.source).slice(0, 200),
        kind: question.kind,
        question_id: question.id,
        correct: graded.verdict === 'right',
        seconds: Math.min(86_400, Math.max(0, Number.isFinite(seconds) ? seconds : 0)),
      };
      const isDecided = graded.verdict !== 'compare';
      const counted = store.addAnswer(learner, id, { ...graded, counted: true }, entry, isDecided);
      return { ...graded, counted };
    },
    grades: (who, id) => {
      get(learnerOf(who), id);
      return store.grades(learnerOf(who), id);
    },
  };
}

/** "Renal physiology: Acid and base, on the anion gap": so that one is told from another. */
function nameOf(course: string, { chapter, topic }: QuizRequest, [first, ...more]: readonly Chapter[]): string {
  const where = chapter === undefined || chapter.trim() === '' || first === undefined ? '' : `: ${first.title}`;
  const about = topic === undefined || topic.trim() === '' ? '' : `, on ${topic.trim()}`;
  return `${course}${where}${where !== '' && more.length > 0 ? ' …' : ''}${about}`.slice(0, LONGEST_NAME);
}

const LONGEST_NAME = 200;
function findQuestion(quiz: Quiz, asked: string | number): Question {
  const question =
    typeof asked === 'number' ? quiz.questions[asked - 1] : quiz.questions.find(({ id }) => id === asked);
  if (question !== undefined) return question;
  throw new ConsiliumError('QUESTION_UNKNOWN', `This quiz has ${quiz.questions.length} questions, and not that one.`, {
    hint: `Answer with a number from 1 to ${quiz.questions.length}, as in "2: B".`,
  });
}

function emptyQuiz(warnings: readonly string[]): ConsiliumError {
  return new ConsiliumError(
    'QUIZ_EMPTY',
    'From this material no question can be asked that has one right answer for sure.',
    {
      hint: [...warnings, 'Choose a longer chapter, another topic, or other kinds of question.'].join(' '),
    },
  );
}

/** A card that is not asked again for three weeks is mature. */
const MATURE_DAYS = 21;

function progressOf(
  learner: string,
  store: StudyStore,
  now: number,
  options: { timeframe?: string; include_recommendations?: boolean; zone?: string },
): Progress {
  const { timeframe = '30d', include_recommendations = true, zone = 'UTC' } = options;
  const log = store.log(learner, 0);
  const insights = progressInsights({
    study_log: log,
    timeframe,
    include_recommendations,
    now: new Date(now).toISOString(),
    zone,
  });
  const { total, fresh, mature } = store.countCards(learner, MATURE_DAYS);
  const dues = store.cardDues(learner);
  return {
    ...insights,
    timeframe,
    // New cards are due today, as what is due says.
    forecast: forecastOf(dues, now, zone),
    cards: { total, due: dues.filter((due) => due <= now).length, new: fresh, mature },
  };
}

function momentOf(since: string): number {
  const at = Date.parse(since);
  if (!Number.isNaN(at)) return at;
  throw new ConsiliumError('INPUT_INVALID', `since: "${since.slice(0, 40)}" is no time.`, {
    details: { path: 'since' },
  });
}
