/** What of learning is for today: cards that are due, the next session of the plan, the exam ahead. */
import type { TodayItem, TodaySource } from '../today/index.ts';
import { dayIn } from './days.ts';
import type { StudyService } from './service.ts';

const DAY = 86_400_000;

export function studyToday(open: () => Promise<StudyService>): TodaySource {
  return {
    room: 'study',
    title: 'Study',
    order: 30,
    scope: 'read',
    items: async (query) => {
      const { cards, plans } = await open();
      const plan = plans.get(query.principal);
      const today = dayIn(query.timezone ?? 'UTC', query.now);
      const due = cards.due(query.principal).length;
      const sessions = plan?.sessions.filter(({ start }) => start.slice(0, 10) === today) ?? [];
      return [
        ...dayItem(due, plan?.exam_date, today),
        ...sessions.map(
          ({ start, end, topic, kind }): TodayItem => ({
            id: `study:session:${start}`,
            title: kind === 'mock_exam' ? 'Mock exam' : `${kind === 'learn' ? 'Learn' : 'Review'}: ${topic}`,
            detail: `${start.slice(11, 16)} to ${end.slice(11, 16)}`,
            at: start,
            to: { page: 'study', rest: ['plan'] },
            can: ['later', 'dismiss'],
          }),
        ),
      ];
    },
  };
}

/** "24 cards due · exam in 31 days": one line, for they are one matter. */
function dayItem(due: number, exam: string | undefined, today: string): TodayItem[] {
  const days = exam === undefined ? -1 : Math.round((Date.parse(exam) - Date.parse(today)) / DAY);
  const said = [
    ...(due > 0 ? [`${due} ${due === 1 ? 'card' : 'cards'} due`] : []),
    ...(days >= 0 ? [sayExam(days)] : []),
  ];
  if (said.length === 0) return [];
  const title = said.join(' · ');
  return [
    {
      id: `study:day:${today}`,
      title: title.charAt(0).toUpperCase() + title.slice(1),
      to: { page: 'study', rest: [due > 0 ? 'cards' : 'plan'] },
      can: ['later', 'dismiss'],
    },
  ];
}

function sayExam(days: number): string {
  if (days === 0) return 'exam today';
  return days === 1 ? 'exam tomorrow' : `exam in ${days} days`;
}
