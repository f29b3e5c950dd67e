/** A quiz, question by question: answered by letter or thumb, graded at once, with the reason and the passage. */
import { type FormEvent, useEffect, useState } from 'react';
import { Failure, Loading, sayCount } from '../pieces/parts.tsx';
import { type Grade, type MaterialInfo, type Question, type Quiz, unitsOf, useChange, useStudy } from './calls.ts';
import { plain } from './cards.tsx';
import { ChapterOptions } from './chapter-options.tsx';

export function Quizzes(given: {
  info: MaterialInfo;
  quiz: string | undefined;
  onQuiz: (id: string | undefined) => void;
}) {
  if (given.quiz !== undefined) return <Taking id={given.quiz} onEnd={() => given.onQuiz(undefined)} />;
  return <Choosing info={given.info} onQuiz={given.onQuiz} />;
}

const COUNTS = [5, 10, 20];
/** What a learner chooses from, and the kinds of question behind it. */
const KINDS = {
  choose: { label: 'To choose from', kinds: ['choice', 'which_not'] },
  write: { label: 'To write', kinds: ['short', 'cloze'] },
  match: { label: 'To match', kinds: ['match'] },
  all: { label: 'Of all kinds', kinds: ['choice', 'which_not', 'short', 'cloze', 'match'] },
} as const;

/** For whom questions are asked (`level` of the API). */
const LEVELS = { beginner: 'For beginners', exam: 'For an exam', clinician: 'For clinicians' } as const;

function Choosing({ info, onQuiz }: { info: MaterialInfo; onQuiz: (id: string) => void }) {
  const units = unitsOf(info);
  const [wish, setWish] = useState({
    chapter: '',
    topic: '',
    level: '',
    count: 5,
    kinds: 'choose' as keyof typeof KINDS,
  });
  const make = useChange<Quiz>();
  const { data } = useStudy<{ quizzes: Quiz[] }>('quizzes');
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const { chapter, topic, level, count, kinds } = wish;
    const body = {
      material: info.id,
      count,
      kinds: KINDS[kinds].kinds,
      ...(chapter && { chapter }),
      ...(topic.trim() && { topic: topic.trim() }),
      ...(level && { level }),
    };
    make.mutate({ method: 'POST', path: 'quizzes', body }, { onSuccess: ({ id }) => onQuiz(id) });
  };
  return (
    <>
      <form className="making" onSubmit={onSubmit}>
        <div className="study-row">
          <select
            aria-label="Chapter"
            value={wish.chapter}
            onChange={(event) => setWish({ ...wish, chapter: event.target.value })}
          >
            <option value="">All chapters</option>
            <ChapterOptions units={units} />
          </select>
          <input
            aria-label="Only about"
            placeholder="Only about…"
            value={wish.topic}
            onChange={(event) => setWish({ ...wish, topic: event.target.value })}
          />
          <select
            aria-label="Level"
            value={wish.level}
            onChange={(event) => setWish({ ...wish, level: event.target.value })}
          >
            <option value="">Any level</option>
            {Object.entries(LEVELS).map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
          <select
            aria-label="How many"
            value={wish.count}
            onChange={(event) => setWish({ ...wish, count: Number(event.target.value) })}
          >
            {COUNTS.map((count) => (
              <option key={count} value={count}>
                {count} questions
              </option>
            ))}
          </select>
          <select
            aria-label="Kind of question"
            value={wish.kinds}
            onChange={(event) => setWish({ ...wish, kinds: event.target.value as keyof typeof KINDS })}
          >
            {Object.entries(KINDS).map(([name, { label }]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
          <button type="submit" className="button primary" disabled={make.isPending}>
            {make.isPending ? 'Making…' : 'Begin'}
          </button>
        </div>
      </form>
      {make.error && <Failure error={make.error} />}
      <h2>Earlier quizzes</h2>
      {data === undefined && <Loading />}
      {data?.quizzes.length === 0 && <p className="empty">No quiz yet. Five questions show where to start.</p>}
      <ul className="things">
        {data?.quizzes.map((quiz) => (
          <li key={quiz.id}>
            <button type="button" className="link" onClick={() => onQuiz(quiz.id)}>
              {quiz.title}
            </button>
            <span className="soft">{sayScore(quiz)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function sayScore({ questions, grades }: Quiz): string {
  const right = grades.filter(({ verdict }) => verdict === 'right').length;
  const open = questions.length - grades.length;
  return open > 0 ? `${right} right, ${open} open` : `${right} of ${questions.length} right`;
}

function Taking({ id, onEnd }: { id: string; onEnd: () => void }) {
  const { data: quiz, error } = useStudy<Quiz>(`quizzes/${encodeURIComponent(id)}`);
  if (error) return <Failure error={error} />;
  if (quiz === undefined) return <Loading />;
  return <Running quiz={quiz} onEnd={onEnd} />;
}

/** Begins with the first question that is open, and stays at one until it is left, also when it is answered. */
function Running({ quiz, onEnd }: { quiz: Quiz; onEnd: () => void }) {
  const gradeOf = new Map(quiz.grades.map((grade) => [grade.question, grade]));
  const [current, setAt] = useState(() => {
    const open = quiz.questions.findIndex((question) => !gradeOf.has(question.id));
    return open < 0 ? quiz.questions.length : open;
  });
  const question = quiz.questions[current];
  const next = () => setAt(current + 1);
  return (
    <section className="taking" aria-label={quiz.title}>
      <p className="spread soft">
        <span>
          {quiz.title} · {question ? `${current + 1} of ${quiz.questions.length}` : sayScore(quiz)}
        </span>
        <button type="button" className="link" onClick={onEnd}>
          {question ? 'Stop' : 'Other quizzes'}
        </button>
      </p>
      {quiz.notes.map((note) => (
        <p key={note} className="notice">
          {note}
        </p>
      ))}
      {question === undefined ? (
        <Ended quiz={quiz} onLook={setAt} />
      ) : (
        <Asked
          key={question.id}
          quiz={quiz.id}
          question={question}
          grade={gradeOf.get(question.id)}
          isLast={current === quiz.questions.length - 1}
          onNext={next}
        />
      )}
    </section>
  );
}

function Ended({ quiz, onLook }: { quiz: Quiz; onLook: (at: number) => void }) {
  const verdicts = new Map(quiz.grades.map(({ question, verdict }) => [question, verdict]));
  const right = quiz.grades.filter(({ verdict }) => verdict === 'right').length;
  return (
    <>
      <p>
        <strong>
          {right} of {sayCount(quiz.questions.length, 'question')} right.
        </strong>
      </p>
      <ol className="things numbered">
        {quiz.questions.map((question, index) => (
          <li key={question.id}>
            <button type="button" className="link" onClick={() => onLook(index)}>
              {question.stem}
            </button>
            <span className="soft">{SAID[verdicts.get(question.id) ?? 'open']}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

const SAID = {
  ...{ right: '✓ right', partly: '◐ partly right', wrong: '✗ wrong', open: 'open' },
  compare: '≈ compare yourself',
} as const;

function Asked(given: {
  quiz: string;
  question: Question;
  grade: Grade | undefined;
  isLast: boolean;
  onNext: () => void;
}) {
  const { quiz, question, grade } = given;
  const [since] = useState(() => Date.now());
  const [sent, setSent] = useState('');
  const change = useChange<{ grades: Grade[] }>();
  const shown = change.data?.grades[0] ?? grade;
  const answer = (text: string) => {
    if (shown !== undefined || change.isPending || text.trim() === '') return;
    setSent(text);
    const seconds = Math.min(3600, Math.round((Date.now() - since) / 1000));
    change.mutate({
      method: 'POST',
      path: `quizzes/${encodeURIComponent(quiz)}/answers`,
      body: { answers: [{ question: question.id, answer: text, seconds }] },
    });
  };
  const isChoice = question.items.length === 0 && question.options.length > 0;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey) return;
      const isTyping = event.target instanceof HTMLElement && /^(?:INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
      if (shown !== undefined && event.key === 'Enter') given.onNext();
      else if (!isTyping && isChoice && shown === undefined) {
        const option =
          question.options[Number(event.key) - 1] ??
          question.options.find(({ label }) => label.toLowerCase() === event.key.toLowerCase());
        if (option === undefined) return;
        answer(option.label);
      } else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
  return (
    <>
      <p className="stem">{question.stem}</p>
      {isChoice && (
        <div className="options">
          {question.options.map(({ label, text }) => (
            <button
              key={label}
              type="button"
              className={`option ${toneOf(label, sent, shown)}`}
              aria-pressed={sent === label}
              disabled={shown !== undefined || change.isPending}
              onClick={() => answer(label)}
            >
              <span className="letter">{label}</span> {text}
            </button>
          ))}
        </div>
      )}
      {question.items.length > 0 && shown === undefined && <Matching question={question} onAnswer={answer} />}
      {!isChoice && question.items.length === 0 && shown === undefined && <Writing onAnswer={answer} />}
      {change.error && <Failure error={change.error} />}
      {shown && !isChoice && question.items.length === 0 && <p className="soft">You wrote: {shown.answer}</p>}
      {shown && <Verdict grade={shown} isLast={given.isLast} onNext={given.onNext} />}
    </>
  );
}

function toneOf(label: string, sent: string, grade: Grade | undefined): string {
  if (grade === undefined) return '';
  if (grade.right_answer.startsWith(`${label})`)) return 'right';
  return sent === label || grade.answer.startsWith(`${label})`) || grade.answer === label ? 'wrong' : '';
}

function Writing({ onAnswer }: { onAnswer: (text: string) => void }) {
  const [text, setText] = useState('');
  return (
    <form
      className="study-row"
      onSubmit={(event) => {
        event.preventDefault();
        onAnswer(text);
      }}
    >
      {/* biome-ignore lint/a11y/noAutofocus: the question was asked for; the field is its answer */}
      <input aria-label="Your answer" value={text} autoFocus onChange={(event) => setText(event.target.value)} />
      <button type="submit" className="button primary">
        Answer
      </button>
    </form>
  );
}

function Matching({ question, onAnswer }: { question: Question; onAnswer: (text: string) => void }) {
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const isWhole = question.items.every(({ label }) => chosen[label]);
  return (
    <div className="matching">
      {question.items.map(({ label, text }) => (
        <label key={label}>
          <span>{text}</span>
          <select
            value={chosen[label] ?? ''}
            onChange={(event) => setChosen({ ...chosen, [label]: event.target.value })}
          >
            <option value="">Choose…</option>
            {question.options.map((option) => (
              <option key={option.label} value={option.label}>
                {option.text}
              </option>
            ))}
          </select>
        </label>
      ))}
      <button
        type="button"
        className="button primary"
        disabled={!isWhole}
        onClick={() => onAnswer(question.items.map(({ label }) => `${label}${chosen[label]}`).join(' '))}
      >
        Answer
      </button>
    </div>
  );
}

const HEADS = {
  ...{ right: '✓ Right.', partly: '◐ Partly right.', wrong: '✗ Wrong.' },
  compare: '≈ Compare for yourself: this is not decided here, and counts neither way.',
} as const;

function Verdict({ grade, isLast, onNext }: { grade: Grade; isLast: boolean; onNext: () => void }) {
  const { verdict, right_answer, reason, citation, counted } = grade;
  const { excerpt } = citation.source;
  return (
    <section className={`verdict ${verdict}`} aria-live="polite">
      <p>
        <strong>{HEADS[verdict]}</strong>{' '}
        {verdict !== 'right' && (
          <>
            {verdict === 'compare' ? 'The answer of the material' : 'The right answer'}: {right_answer}.{' '}
          </>
        )}
        {reason}
      </p>
      {excerpt && !reason.includes(excerpt) && <blockquote>{excerpt}</blockquote>}
      <p className="soft footnote">{plain(citation.footnote)}</p>
      {!counted && <p className="soft">It was answered before: the first answer stands.</p>}
      <button type="button" className="button primary" onClick={onNext}>
        {isLast ? 'To the end' : 'Next'} <kbd>Enter</kbd>
      </button>
    </section>
  );
}
