/**
 * What is kept of learners: quizzes and their answers, the log, cards and their reviews, highlights, plans. Every row has
 * its learner, every statement asks for them, and whatever belongs together is one transaction.
 */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { Keeper } from '../../search/keepers.ts';
import type { Card, Grade, Highlight, LogEntry, Quiz, Schedule, StudyPlan } from '../../study/types.ts';
import { inTransaction } from '../database.ts';
import { migrate, type Tables } from '../migrations.ts';
import { type Tell, untold } from '../telling.ts';

export const TABLES: Tables = {
  room: 'study',
  steps: [
    `CREATE TABLE study_course (scope TEXT PRIMARY KEY, title TEXT NOT NULL, notes TEXT NOT NULL) STRICT;
     CREATE TABLE study_quiz (
       learner TEXT NOT NULL, id TEXT NOT NULL, at INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (learner, id)
     ) STRICT;
     CREATE INDEX study_quiz_at ON study_quiz (learner, at);
     CREATE TABLE study_answer (
       learner TEXT NOT NULL, quiz TEXT NOT NULL, question TEXT NOT NULL, at INTEGER NOT NULL, body TEXT NOT NULL,
       PRIMARY KEY (learner, quiz, question)
     ) STRICT;
     CREATE TABLE study_log (
       seq INTEGER PRIMARY KEY, learner TEXT NOT NULL, at INTEGER NOT NULL, course TEXT NOT NULL, topic TEXT NOT NULL,
       kind TEXT NOT NULL, question TEXT NOT NULL, correct INTEGER NOT NULL, seconds REAL NOT NULL
     ) STRICT;
     CREATE INDEX study_log_at ON study_log (learner, at);
     CREATE TABLE study_card (
       learner TEXT NOT NULL, id TEXT NOT NULL, course TEXT NOT NULL, topic TEXT NOT NULL, front_key TEXT NOT NULL,
       body TEXT NOT NULL, schedule TEXT NOT NULL, due INTEGER NOT NULL, PRIMARY KEY (learner, id)
     ) STRICT;
     CREATE UNIQUE INDEX study_card_front ON study_card (learner, course, front_key);
     CREATE INDEX study_card_due ON study_card (learner, due);
     CREATE TABLE study_review (
       learner TEXT NOT NULL, key TEXT NOT NULL, card TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (learner, key)
     ) STRICT;
     CREATE TABLE study_highlight (
       learner TEXT NOT NULL, id TEXT NOT NULL, material TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (learner, id)
     ) STRICT;
     CREATE TABLE study_plan (learner TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;`,
    'ALTER TABLE study_course ADD COLUMN owner TEXT',
    'ALTER TABLE study_course ADD COLUMN shared INTEGER NOT NULL DEFAULT 0',
  ],
};

export interface CardFilter {
  readonly course?: string | undefined;
  readonly topic?: string | undefined;
  /** Due at this moment or before. */
  readonly due?: number | undefined;
  readonly most?: number | undefined;
}

export type StudyStore = ReturnType<typeof openStudyStore>;

export function openStudyStore(db: DatabaseSync, tell: Tell = untold) {
  migrate(db, TABLES);
  const statements = new Map<string, StatementSync>();
  const prepare = (sql: string) => {
    const known = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, known);
    return known;
  };
  const all = (sql: string, ...values: SQLInputValue[]) => prepare(sql).all(...values);
  const one = (sql: string, ...values: SQLInputValue[]) => prepare(sql).get(...values);
  const run = (sql: string, ...values: SQLInputValue[]) => prepare(sql).run(...values).changes;

  /** A change, and the row that tells of it where there was one. */
  const deed = (action: string, learner: string, object: string, change: () => number | bigint): boolean =>
    inTransaction(db, () => {
      if (change() === 0) return false;
      tell(action, learner, object);
      return true;
    });
  /** How many cards are being added at once: one row tells of all of them. */
  let adding: { cards: number } | undefined;

  const addLog = (learner: string, entry: LogEntry): void => {
    const { at, course, topic, kind, question_id, correct, seconds } = entry;
    run(
      'INSERT INTO study_log (learner, at, course, topic, kind, question, correct, seconds) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      ...[learner, Date.parse(at), course, topic, kind, question_id, correct ? 1 : 0, seconds],
    );
  };

  return {
    courses: () =>
      all('SELECT scope, title, notes, owner FROM study_course ORDER BY title').map((row) => ({
        scope: String(row['scope']),
        title: String(row['title']),
        notes: JSON.parse(String(row['notes'])) as string[],
        /** Who brought it; nobody where that was not yet written down. */
        owner: row['owner'] as string | null,
      })),
    keepCourse(scope: string, title: string, notes: readonly string[], owner: string | null): void {
      const values = [scope, title, JSON.stringify(notes), owner];
      deed('write:course', owner ?? '', scope, () =>
        run(
          `INSERT INTO study_course (scope, title, notes, owner) VALUES (?, ?, ?, ?)
           ON CONFLICT (scope) DO UPDATE SET title = excluded.title, notes = excluded.notes, owner = excluded.owner`,
          ...values,
        ),
      );
    },
    /** Whose the scopes of courses are. */
    keepers: (): Map<string, Keeper> =>
      new Map(
        all('SELECT scope, owner, shared FROM study_course').map((row) => [
          String(row['scope']),
          { owner: row['owner'] as string | null, isShared: row['shared'] === 1 },
        ]),
      ),
    /** False where it is none of theirs. */
    shareCourse: (owner: string, scope: string, isShared: boolean): boolean =>
      deed(isShared ? 'share:course' : 'unshare:course', owner, scope, () =>
        run('UPDATE study_course SET shared = ? WHERE scope = ? AND owner = ?', isShared ? 1 : 0, scope, owner),
      ),
    /**
     * A course with what quotes it: everybody's quizzes from it with their answers, and marks in it. Cards are their
     * learner's own by now: `withCards` takes those of one learner along; how many of theirs are left is said.
     */
    dropCourse: (scope: string, cards?: { readonly learner: string; readonly withCards: boolean }): number =>
      inTransaction(db, () => {
        const [row] = all('DELETE FROM study_course WHERE scope = ? RETURNING owner', scope);
        const of = `FROM study_quiz WHERE body ->> '$.material' = ?`;
        run(`DELETE FROM study_answer WHERE (learner, quiz) IN (SELECT learner, id ${of})`, scope);
        run(`DELETE ${of}`, scope);
        run('DELETE FROM study_highlight WHERE material = ?', scope);
        if (cards?.withCards) run('DELETE FROM study_card WHERE learner = ? AND course = ?', cards.learner, scope);
        if (row !== undefined) tell('delete:course', String(row['owner'] ?? ''), scope);
        const left = 'SELECT count(*) AS many FROM study_card WHERE learner = ? AND course = ?';
        return cards === undefined ? 0 : Number(one(left, cards.learner, scope)!['many']);
      }),

    addQuiz(learner: string, quiz: Quiz, at: number): void {
      const values = [learner, quiz.id, at, JSON.stringify(quiz)];
      deed('write:quiz', learner, quiz.id, () =>
        run('INSERT OR IGNORE INTO study_quiz (learner, id, at, body) VALUES (?, ?, ?, ?)', ...values),
      );
    },
    quiz: (learner: string, id: string) =>
      parsed<Quiz>(one('SELECT body FROM study_quiz WHERE learner = ? AND id = ?', learner, id)),
    quizzes: (learner: string, most: number) =>
      all('SELECT body FROM study_quiz WHERE learner = ? ORDER BY at DESC, rowid DESC LIMIT ?', learner, most).map(
        (row) => parsed<Quiz>(row) as Quiz,
      ),
    /** The first answer to a question counts, and is one transaction with its line in the log. */
    addAnswer(learner: string, quiz: string, grade: Grade, entry: LogEntry, isLogged = true): boolean {
      return inTransaction(db, () => {
        const added = run(
          'INSERT OR IGNORE INTO study_answer (learner, quiz, question, at, body) VALUES (?, ?, ?, ?, ?)',
          ...[learner, quiz, grade.question, Date.parse(entry.at), JSON.stringify(grade)],
        );
        if (added === 0) return false;
        if (isLogged) addLog(learner, entry);
        tell('write:answer', learner, `${quiz} ${grade.question}`);
        return true;
      });
    },
    grades: (learner: string, quiz: string) =>
      all('SELECT body FROM study_answer WHERE learner = ? AND quiz = ? ORDER BY at, rowid', learner, quiz).map(
        (row) => parsed<Grade>(row) as Grade,
      ),
    log: (learner: string, since: number): LogEntry[] =>
      all('SELECT * FROM study_log WHERE learner = ? AND at >= ? ORDER BY at, seq', learner, since).map((row) => ({
        at: new Date(Number(row['at'])).toISOString(),
        course: String(row['course']),
        topic: String(row['topic']),
        kind: String(row['kind']),
        question_id: String(row['question']),
        correct: row['correct'] === 1,
        seconds: Number(row['seconds']),
      })),

    /** False where the learner has a card with this front in the course already. */
    addCard(learner: string, card: Card): boolean {
      const { id, course, topic, schedule, ...body } = card;
      const add = () =>
        run(
          `INSERT OR IGNORE INTO study_card (learner, id, course, topic, front_key, body, schedule, due)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
          ...[learner, id, course, topic, frontKey(card.front), JSON.stringify(body), JSON.stringify(schedule)],
          Date.parse(schedule.due),
        );
      if (adding === undefined) return deed('write:card', learner, id, add);
      const isNew = add() > 0;
      if (isNew) adding.cards += 1;
      return isNew;
    },
    /** All that `add` adds of this learner's. */
    addCards<T>(learner: string, add: () => T): T {
      return inTransaction(db, () => {
        const counted = { cards: 0 };
        adding = counted;
        try {
          const result = add();
          if (counted.cards > 0) tell('write:cards', learner, `${counted.cards} cards`);
          return result;
        } finally {
          adding = undefined;
        }
      });
    },
    card: (learner: string, id: string) => {
      const row = one('SELECT * FROM study_card WHERE learner = ? AND id = ?', learner, id);
      return row && toCard(row);
    },
    cards(learner: string, { course, topic, due, most = 100_000 }: CardFilter): Card[] {
      const rows = all(
        `SELECT * FROM study_card WHERE learner = ? AND (? IS NULL OR course = ?) AND (? IS NULL OR topic = ?)
           AND (? IS NULL OR due <= ?) ORDER BY due, rowid LIMIT ?`,
        ...[learner, course ?? null, course ?? null, topic ?? null, topic ?? null, due ?? null, due ?? null, most],
      );
      return rows.map(toCard);
    },
    /** All of them, some at a time, as they are when each piece is read. */
    *cardPages(learner: string, { course }: Pick<CardFilter, 'course'>): Generator<Card[]> {
      let [due, place] = [Number.MIN_SAFE_INTEGER, 0];
      for (;;) {
        const rows = all(
          `SELECT rowid AS place, * FROM study_card WHERE learner = ? AND (? IS NULL OR course = ?)
             AND (due, rowid) > (?, ?) ORDER BY due, rowid LIMIT ?`,
          ...[learner, course ?? null, course ?? null, due, place, PAGE],
        );
        yield rows.map(toCard);
        const last = rows.at(-1);
        if (last === undefined || rows.length < PAGE) return;
        [due, place] = [Number(last['due']), Number(last['place'])];
      }
    },
    /** How many there are, are new, and are to be seen again in so many days or later. */
    countCards: (learner: string, matureDays: number) => {
      const row = one(
        `SELECT count(*) AS total, coalesce(sum(schedule ->> 'state' = 'new'), 0) AS fresh,
           coalesce(sum(schedule ->> 'scheduled_days' >= ?), 0) AS mature FROM study_card WHERE learner = ?`,
        ...[matureDays, learner],
      )!;
      return { total: Number(row['total']), fresh: Number(row['fresh']), mature: Number(row['mature']) };
    },
    /** When cards are due, the first ones first. */
    cardDues: (learner: string): number[] =>
      all('SELECT due FROM study_card WHERE learner = ? ORDER BY due', learner).map((row) => Number(row['due'])),
    removeCard: (learner: string, id: string) =>
      deed('delete:card', learner, id, () => run('DELETE FROM study_card WHERE learner = ? AND id = ?', learner, id)),
    /** What `change` makes of the card, once a key; undefined where the key was used before, or `change` makes nothing of it. */
    reviewCard(
      given: { learner: string; card: string; key: string; at: number },
      change: (card: Card) => { schedule: Schedule; entry: LogEntry } | undefined,
    ): Card | undefined {
      const { learner, card: id, key, at } = given;
      return inTransaction(db, () => {
        const row = one('SELECT * FROM study_card WHERE learner = ? AND id = ?', learner, id);
        if (row === undefined) return undefined;
        if (
          run(
            'INSERT OR IGNORE INTO study_review (learner, key, card, at) VALUES (?, ?, ?, ?)',
            learner,
            key,
            id,
            at,
          ) === 0
        )
          return undefined;
        const card = toCard(row);
        const made = change(card);
        if (made === undefined) return undefined;
        const { schedule, entry } = made;
        run(
          'UPDATE study_card SET schedule = ?, due = ? WHERE learner = ? AND id = ?',
          ...[JSON.stringify(schedule), Date.parse(schedule.due), learner, id],
        );
        addLog(learner, entry);
        tell('write:review', learner, id);
        return { ...card, schedule };
      });
    },

    addHighlight(learner: string, highlight: Highlight, card: Card | undefined): void {
      inTransaction(db, () => {
        run(
          'INSERT INTO study_highlight (learner, id, material, body) VALUES (?, ?, ?, ?)',
          ...[learner, highlight.id, highlight.material, JSON.stringify(highlight)],
        );
        if (card !== undefined) this.addCard(learner, card);
        tell('write:highlight', learner, highlight.id);
      });
    },
    highlights: (learner: string, material: string | undefined) =>
      all(
        'SELECT body FROM study_highlight WHERE learner = ? AND (? IS NULL OR material = ?) ORDER BY rowid',
        ...[learner, material ?? null, material ?? null],
      ).map((row) => parsed<Highlight>(row) as Highlight),
    removeHighlight: (learner: string, id: string) =>
      deed('delete:highlight', learner, id, () =>
        run('DELETE FROM study_highlight WHERE learner = ? AND id = ?', learner, id),
      ),

    keepPlan(learner: string, plan: StudyPlan): void {
      deed('write:plan', learner, learner, () =>
        run('INSERT OR REPLACE INTO study_plan (learner, body) VALUES (?, ?)', learner, JSON.stringify(plan)),
      );
    },
    plan: (learner: string) => parsed<StudyPlan>(one('SELECT body FROM study_plan WHERE learner = ?', learner)),

    forget(learner: string): void {
      inTransaction(db, () => {
        for (const table of ['quiz', 'answer', 'log', 'card', 'review', 'highlight', 'plan'])
          run(`DELETE FROM study_${table} WHERE learner = ?`, learner);
        tell('forget:study', learner);
      });
    },
  };
}

type Row = Record<string, unknown>;

function parsed<T>(row: Row | undefined): T | undefined {
  return row === undefined ? undefined : (JSON.parse(String(row['body'])) as T);
}

const PAGE = 500;

function toCard(row: Row): Card {
  return {
    id: String(row['id']),
    course: String(row['course']),
    topic: String(row['topic']),
    ...(JSON.parse(String(row['body'])) as Pick<Card, 'kind' | 'front' | 'back' | 'tags' | 'citation'>),
    schedule: JSON.parse(String(row['schedule'])) as Schedule,
  };
}

/** Two fronts that a reader takes for one. */
function frontKey(front: string): string {
  return front.toLowerCase().replace(/\s+/g, ' ').trim();
}
