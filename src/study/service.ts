/** The contract of the room: what a door or an agent can ask of it. Everything of a learner is asked for with who is acting. */
import type { Principal } from '../kernel/index.ts';
import type {
  Busy,
  Card,
  Explanation,
  Grade,
  Highlight,
  Level,
  LogEntry,
  MaterialAdded,
  MaterialInfo,
  MaterialSummary,
  NamedPlace,
  Passage,
  Place,
  Progress,
  Quiz,
  QuizRequest,
  Rating,
  StudyPlan,
} from './types.ts';

declare module '../kernel/context.ts' {
  interface Services {
    readonly study?: StudyService;
  }
}

export interface StudyService {
  readonly material: Materials;
  readonly quizzes: Quizzes;
  readonly cards: Cards;
  readonly plans: Plans;
  /** Sentences of the material on a topic; throws TOPIC_UNKNOWN where it says nothing of it. */
  explain(request: ExplainRequest): Promise<Explanation>;
  /** The learner's answers and reviews, oldest first: what AnalyticsAgent is given. */
  log(who: Principal, since?: string): LogEntry[];
  progress(
    who: Principal,
    options?: { timeframe?: string; include_recommendations?: boolean; zone?: string },
  ): Progress;
  /** Everything of the learner, to be taken away; of courses of their own, that they are there. */
  export(who: Principal): Promise<{
    log: LogEntry[];
    cards: Card[];
    highlights: Highlight[];
    plan: StudyPlan | undefined;
    courses: MaterialSummary[];
  }>;
  /** For good, with the courses that are theirs alone to take away. */
  forget(who: Principal): Promise<void>;
}

export interface ExplainRequest extends Place {
  readonly topic: string;
  readonly level?: Level | undefined;
  /** Default 8. */
  readonly most?: number | undefined;
}

export interface Materials {
  list(): Promise<MaterialSummary[]>;
  /** By scope or title. Throws MATERIAL_UNKNOWN with what there is. */
  open(name?: string): Promise<MaterialInfo>;
  /**
   * Indexes files or folders as a course. It is its owner's alone, to read and to change, unless they share it; what the
   * machine's own user brings is for everybody to learn from. What could not be read is told; throws MATERIAL_EMPTY where nothing could, MATERIAL_TAKEN where the name is another's.
   */
  add(request: AddRequest & { paths: readonly string[] }): Promise<MaterialAdded>;
  /** A file that comes through a door: kept and read into the course of this title. Throws FILE_INVALID as well. */
  bring(request: AddRequest & { name: string; bytes: Uint8Array }): Promise<MaterialAdded>;
  /**
   * With its files, and with the quizzes and marks that quote it. Cards made of it are its learner's own: they stay, and
   * how many is said, unless they are to go along. Throws MATERIAL_FORBIDDEN where it is not theirs.
   */
  remove(name: string, withCards?: boolean): Promise<{ removed: string; cards_left: number }>;
  /** Opens one's own course to everybody here, or closes it again. Throws MATERIAL_FORBIDDEN. */
  share(name: string, isShared: boolean): Promise<MaterialInfo>;
  /** Which material and chapter a message names ("from *Renal physiology*, chapter 3"); empty where none. */
  named(message: string): Promise<NamedPlace>;
  /** The passages of a chapter, or of all, in order. Throws CHAPTER_UNKNOWN. */
  read(place: Place): Promise<Passage[]>;
}

export interface AddRequest {
  readonly title: string;
  /** The user who brings it. */
  readonly owner?: string;
  readonly signal?: AbortSignal;
}

export interface Quizzes {
  /** Made and kept for the learner. Throws QUIZ_EMPTY where the material gives no question that is safe to ask. */
  make(who: Principal, request: QuizRequest): Promise<Quiz>;
  /** Throws QUIZ_UNKNOWN, also for one of another learner. */
  get(who: Principal, quiz: string): Quiz;
  /** Newest first; without keys one cannot be shown wrong ones: use `toShown`. */
  list(who: Principal, most?: number): Quiz[];
  /** `question`: its id or its number from 1. Graded, and logged once: a second answer is graded but does not count. */
  answer(
    who: Principal,
    given: { quiz: string; question: string | number; answer: string; seconds?: number },
  ): Promise<Grade>;
  /** What is answered of a quiz. */
  grades(who: Principal, quiz: string): Grade[];
}

export interface Cards {
  /** Cards from definitions, values, classes of the material. Those the learner has already are not made twice. */
  make(who: Principal, request: Place & { count?: number; topic?: string; seed?: string }): Promise<Card[]>;
  add(who: Principal, card: { front: string; back: string; course?: string; topic?: string; tags?: string[] }): Card;
  /** A highlight of one's own in a passage; where its words allow, with a card. */
  highlight(
    who: Principal,
    mark: { passage: string; material?: string; text: string; note?: string },
  ): Promise<Highlight>;
  highlights(who: Principal, material?: string): Highlight[];
  removeHighlight(who: Principal, id: string): void;
  list(who: Principal, filter?: { course?: string; topic?: string; most?: number }): Card[];
  due(who: Principal, filter?: { at?: string; course?: string; most?: number }): Card[];
  /** The same key is the same review, and so is the same showing (`shown`: its `schedule.reps` then; without it the card has to be due): it counts once. */
  review(
    who: Principal,
    review: { card: string; rating: Rating; key: string; shown?: number; seconds?: number },
  ): { card: Card; counted: boolean };
  remove(who: Principal, card: string): void;
  /** Anki's text format. Markup is read to plain words; nothing in it is ever run. */
  importAnki(
    who: Principal,
    text: string,
    course?: string,
  ): Promise<{ added: number; known: number; skipped: { line: number; why: string }[] }>;
  exportAnki(who: Principal, filter?: { course?: string }): Promise<string>;
  /** All of them, read in pieces: others have their turn meanwhile. */
  all(who: Principal, filter?: { course?: string }): Promise<Card[]>;
}

export interface PlanRequest extends Place {
  readonly exam_date: string;
  readonly hours_per_week: number;
  /** No day gets more, and its sessions are as long as it allows. */
  readonly hours_per_day?: number | undefined;
  /** What the exam is in ("cardiology", "asthma"): what the material has on it is planned. Throws TOPIC_UNKNOWN. */
  readonly subjects?: readonly string[] | undefined;
  /** Default: the chapters of the material. */
  readonly topics?: readonly string[] | undefined;
  readonly busy?: readonly Busy[] | undefined;
  /** A calendar (iCalendar) whose events are busy times. */
  readonly ics?: string | undefined;
  readonly zone?: string | undefined;
}

export interface Plans {
  /** What there is to learn on a subject, by its headings; none where the material does not speak of it. */
  topicsOn(subject: string, place: Place): Promise<string[]>;
  /** What a plan of a material is of: its chapters, or its subjects. */
  covers(place: Place): Promise<string[]>;
  /** What a plan that is asked for is of, as the course is called; nothing where only topics were given. */
  named(request: PlanRequest): Promise<Pick<StudyPlan, 'material'>>;
  /** What `makeStudyPlan` is to be given: for a remote scheduler. */
  request(who: Principal, request: PlanRequest): Promise<Record<string, unknown>>;
  /** Made here and kept as the learner's plan. */
  make(who: Principal, request: PlanRequest): Promise<StudyPlan>;
  /** Keeps one that was made elsewhere; throws PLAN_INVALID where it is none. */
  keep(who: Principal, plan: unknown): StudyPlan;
  get(who: Principal): StudyPlan | undefined;
  /** The plan as a calendar file. */
  ics(who: Principal): Promise<string>;
}
