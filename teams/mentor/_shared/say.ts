/** What the mentor says: quizzes, grades, cards, progress and plans as text. Words are made last, from values. */
import {
  type Card,
  type Grade,
  type NextReviews,
  type Quiz,
  questionText,
  type ShownQuestion,
  type StudyPlan,
} from 'consilium/study';

/** What a progress report has at least, wherever it was worked out. */
export interface ShownInsights {
  readonly insights: readonly string[];
  readonly recommendations: readonly string[];
  readonly metrics: {
    readonly accuracy: number | null;
    readonly answers: number;
    readonly by_topic: Readonly<Record<string, { readonly accuracy: number; readonly answers: number }>>;
  };
}

export function sayQuiz({ title, questions, notes }: Quiz): string {
  const count = questions.length === 1 ? 'one question' : `${questions.length} questions`;
  return [
    `**${title}: ${count}.**`,
    ...questions.map((question, at) => sayQuestion(question, at + 1)),
    ...notes,
    questions.every(({ options }) => options.length === 0) ? IN_WORDS : HOW,
  ].join('\n\n');
}

const HOW =
  'Answer with the number and the letter, such as "1: B", several at once if you like ("1A 2C"), or just "B" for the next one.';

const IN_WORDS = 'Answer in your own words, with the number before them ("1: …"), or just write for the next one.';

/** Lines of their own in Markdown too. */
function sayQuestion(question: ShownQuestion, number: number): string {
  const inWords = question.options.length === 0 ? `\n   *(In words: "${number}: …".)*` : '';
  return `${questionText(question, number)}${inWords}`.replaceAll('\n', '  \n');
}

export interface NumberedGrade {
  readonly number: number;
  readonly grade: Grade;
  readonly marker: string;
}

/** Opens with right or wrong, names the right answer, says why, and cites. */
export function sayGrades(grades: readonly NumberedGrade[], open: number): string {
  const [first] = grades;
  const body =
    grades.length === 1
      ? sayGrade(first!)
      : [sumGrades(grades), ...grades.map((one) => `${one.number}. ${sayGrade(one)}`)].join('\n\n');
  const rest =
    open === 0
      ? 'That was the last one. "How am I doing?" shows your progress.'
      : `${open === 1 ? 'One question is' : `${open} questions are`} still open.`;
  return `${body}\n\n${rest}`;
}

const VERDICTS = {
  ...{ right: 'Right', partly: 'Partly right', wrong: 'Wrong' },
  compare: 'Compare for yourself',
} as const;

function sayGrade({ grade, marker }: NumberedGrade): string {
  const { verdict, right_answer, reason, counted } = grade;
  const answer = right_answer.replace(/[.\s]+$/, '');
  const head =
    verdict === 'right'
      ? `**Right: ${answer}.**`
      : verdict === 'compare'
        ? `**Compare for yourself: the material says “${answer}”.** Whether your words say the same I do not decide; it counts neither way.`
        : `**${VERDICTS[verdict]}. The right answer is ${answer}.**`;
  const again = counted ? '' : ' (It was answered before: the first answer stands.)';
  return `${head} ${withMarker(reason, marker)}${again}`;
}

/** The marker stands before the full stop's space, behind the sentence it supports. */
function withMarker(reason: string, marker: string): string {
  const text = reason.trim();
  return text === '' ? marker : `${text}${marker}`;
}

function sumGrades(grades: readonly NumberedGrade[]): string {
  const numbers = (verdict: Grade['verdict']) =>
    grades.filter(({ grade }) => grade.verdict === verdict).map(({ number }) => String(number));
  const parts = (['right', 'partly', 'wrong', 'compare'] as const)
    .map((verdict) => ({ verdict, list: numbers(verdict) }))
    .filter(({ list }) => list.length > 0)
    .map(({ verdict, list }) =>
      verdict === 'compare'
        ? `to compare for yourself: ${sayList(list)}`
        : `${VERDICTS[verdict].toLowerCase()} on ${sayList(list)}`,
    );
  const text = parts.join(', ');
  return `**${text.charAt(0).toUpperCase()}${text.slice(1)}.**`;
}

export function sayCards(cards: readonly Card[], markers: readonly string[] = []): string {
  const rows = cards.map(({ front, back }, at) => `| ${cell(front)} | ${cell(back)}${markers[at] ?? ''} |`);
  return ['| front | back |', '| --- | --- |', ...rows].join('\n');
}

/** A side of a card with its lines kept, as Markdown ends them. */
export function sayLines(text: string): string {
  return text.trim().replace(/[^\S\n]*\n\s*/g, '  \n');
}

/** One line, and no cell of its own making. */
function cell(text: string): string {
  return text
    .trim()
    .replace(/[^\S\n]*\n\s*/g, ' · ')
    .replace(/\s+/g, ' ')
    .replaceAll('|', '\\|')
    .trim();
}

export function sayInsights({ insights, recommendations, metrics }: ShownInsights): string {
  const [head = 'Nothing was answered yet.', ...rest] = insights.map(line);
  const topics = Object.entries(metrics.by_topic)
    .toSorted(([, one], [, other]) => one.accuracy - other.accuracy || other.answers - one.answers)
    .slice(0, 8);
  const table = topics.map(([topic, of]) => `| ${cell(topic)} | ${of.answers} | ${Math.round(of.accuracy * 100)} % |`);
  return [
    `**${head}**${rest.length > 0 ? ` ${rest.join(' ')}` : ''}`,
    ...(table.length > 1 ? [['| topic | answers | right |', '| --- | --- | --- |', ...table].join('\n')] : []),
    ...(recommendations.length > 0
      ? [`What to do next:\n\n${recommendations.map((one) => `- ${line(one)}`).join('\n')}`]
      : []),
  ].join('\n\n');
}

/** What another machine sent is words on one line, not markup of its own. */
function line(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[<>[\]`*]/g, '')
    .trim();
}

const MOST_LINES = 80;

/** Each line begins with its date. */
export function sayPlan({ exam_date, hours, sessions, notes }: StudyPlan): string {
  const lines = sessions
    .slice(0, MOST_LINES)
    .map(
      ({ start, end, topic, kind }) =>
        `${start.slice(0, 10)} ${weekday(start)} ${start.slice(11, 16)}–${end.slice(11, 16)} · ${KINDS[kind]}: ${line(topic)}`,
    );
  const more = sessions.length - lines.length;
  return [
    `**Plan up to ${sayDay(exam_date)}: ${hours} h in ${sessions.length} ${sessions.length === 1 ? 'session' : 'sessions'}.**`,
    ...notes.map(line),
    lines.join('  \n'),
    ...(more > 0 ? [`${more} more are on the Study page.`] : []),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

const KINDS = { learn: 'learn', review: 'review', mock_exam: 'mock exam' } as const;

export function sayReviews({ due, forecast }: Pick<NextReviews, 'due' | 'forecast'>): string {
  const total = forecast.reduce((sum, { cards }) => sum + cards, 0);
  if (total === 0 && due.length === 0) return 'You have no cards yet. "Make flashcards on asthma" makes some.';
  const head =
    due.length === 0 ? 'No card is due now.' : `${due.length} ${due.length === 1 ? 'card is' : 'cards are'} due now.`;
  const days = forecast.filter(({ cards }) => cards > 0).slice(0, 14);
  return [
    `**${head}**`,
    days.map(({ day, cards }) => `${day} ${weekday(day)} · ${cards} ${cards === 1 ? 'card' : 'cards'}`).join('  \n'),
  ].join('\n\n');
}

/** 12 December 2026. */
export function sayDay(day: string): string {
  return new Date(`${day.slice(0, 10)}T00:00Z`).toLocaleDateString('en-GB', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
}

function weekday(day: string): string {
  return new Date(`${day.slice(0, 10)}T00:00Z`).toLocaleDateString('en-GB', { timeZone: 'UTC', weekday: 'short' });
}

export function sayList(items: readonly string[], word: 'and' | 'or' = 'and'): string {
  if (items.length < 2) return items[0] ?? '';
  return `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`;
}
