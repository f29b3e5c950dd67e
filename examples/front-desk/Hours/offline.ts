import type { OfflinePolicy, OfflineStep } from 'consilium/models';
import { capital, findDay, nowAt, onDay, sayDay, weekdayOf } from '../_shared/days.ts';
import { findDoctor, type OpenDay, practice } from '../_shared/practice.ts';

const policy: OfflinePolicy = ({ message, results, context }) => {
  const today = nowAt(context.state).slice(0, 10);
  const [result] = results;
  if (result === undefined) return chooseTool(message, today);
  if (result.error) return { say: 'I cannot look that up just now. Please call us on 555-0142.' };
  switch (result.tool) {
    case 'look_up_hours':
      return { say: tellHours(result.output as unknown as HoursFound, message) };
    case 'look_up_doctors':
      return { say: tellDoctors(result.output as unknown as DoctorFound[], findDay(message, today), today) };
    default:
      return { say: Object.values(result.output as Record<string, string>).join('\n\n') };
  }
};

export default policy;

const LANGUAGES = [...new Set(practice.doctors.flatMap(({ speaks }) => speaks))];

function chooseTool(message: string, today: string): OfflineStep {
  const said = message.toLowerCase();
  const says = (word: string) => new RegExp(`\\b${word.toLowerCase()}\\b`).test(said);
  const doctor = findDoctor(message);
  if (doctor !== undefined) return { call: 'look_up_doctors', input: { name: doctor.name } };
  const language = LANGUAGES.find(says);
  if (language !== undefined) return { call: 'look_up_doctors', input: { language } };
  const date = findDay(message, today);
  const asksHours =
    date !== undefined || ['open', 'opening', 'close', 'closes', 'closing', 'closed', 'hours'].some(says);
  const topic = practice.topics.find(({ words }) => words.some(says));
  if (topic !== undefined && !asksHours) return { call: 'look_up_practice', input: { topic: topic.id } };
  if (['doctor', 'doctors', 'dr', 'who'].some(says)) return { call: 'look_up_doctors', input: {} };
  return { call: 'look_up_hours', input: date === undefined ? {} : { date } };
}

interface HoursFound {
  today: string;
  day?: OpenDay;
  week?: OpenDay[];
  next?: OpenDay;
}

function tellHours({ today, day, week, next }: HoursFound, message: string): string {
  if (day === undefined) return `We are open:\n\n${week!.map((each) => `- ${tellDay(each, today)}`).join('\n')}`;
  const asksWhether = /^\W*(and\W+)?(are|is|do|will)\b/i.test(message);
  const when = onDay(day.date, today);
  if (day.open.length > 0)
    return `${asksWhether ? `Yes, ${when}` : capital(when)} we are open ${day.open.join(' and ')}.`;
  const why = day.closed === undefined ? '' : ` (${day.closed})`;
  const again = next === undefined ? '' : ` We are open again ${onDay(next.date, today)}, ${next.open.join(' and ')}.`;
  const closed = `${asksWhether ? `No, ${when}` : capital(when)} we are closed${why}.`;
  return `${closed}${again} Until then the out-of-hours service on 116 117 will help.`;
}

function tellDay({ date, open, closed }: OpenDay, today: string): string {
  return `${capital(sayDay(date, today))}: ${open.length > 0 ? open.join(' and ') : (closed ?? 'closed')}`;
}

interface DoctorFound {
  name: string;
  field: string;
  speaks: string[];
  days: string[];
}

function tellDoctors(doctors: readonly DoctorFound[], date: string | undefined, today: string): string {
  const [one, ...others] = doctors;
  if (one === undefined) return 'No doctor of ours fits that. Ask me who there is.';
  if (others.length > 0) return doctors.map((doctor) => `- ${tellDoctor(doctor)}`).join('\n');
  if (date === undefined) return tellDoctor(one);
  if (one.days.includes(weekdayOf(date))) return `Yes, ${onDay(date, today)} ${one.name} is in.`;
  return `No, ${onDay(date, today)} ${one.name} is not in. The days are ${list(one.days.map(capital))}.`;
}

function tellDoctor({ name, field, days, speaks }: DoctorFound): string {
  return `${name} (${field}) is in on ${list(days.map(capital))} and speaks ${list(speaks)}.`;
}

function list(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
