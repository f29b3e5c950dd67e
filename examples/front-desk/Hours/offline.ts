import type { OfflinePolicy, OfflineStep } from '../../../src/models/policy.ts';
import { capital, findDay, nowAt, sayDay } from '../_shared/days.ts';
import { findDoctor, type OpenDay, practice } from '../_shared/practice.ts';

const policy: OfflinePolicy = ({ message, results, context }) => {
  const [result] = results;
  if (result === undefined) return chooseTool(message, nowAt(context.state).slice(0, 10));
  if (result.error) return { say: 'I cannot look that up just now. Please call us on 555-0142.' };
  switch (result.tool) {
    case 'look_up_hours':
      return { say: tellHours(result.output as unknown as HoursFound) };
    case 'look_up_doctors':
      return { say: tellDoctors(result.output as unknown as DoctorFound[] | { doctors: string[] }) };
    default:
      return { say: Object.values(result.output as Record<string, string>).join('\n\n') };
  }
};

export default policy;

function chooseTool(message: string, today: string): OfflineStep {
  const said = message.toLowerCase();
  const date = findDay(message, today);
  const doctor = findDoctor(message);
  const asksHours = /\b(open|opening|close|closes|closing|closed|hours)\b/.test(said);
  if (doctor !== undefined) return { call: 'look_up_doctors', input: { name: doctor.name } };
  const topic = practice.topics.find(({ words }) => words.some((word) => new RegExp(`\\b${word}\\b`).test(said)));
  if (topic !== undefined && !asksHours) return { call: 'look_up_practice', input: { topic: topic.id } };
  if (/\b(doctor|doctors|dr|who|speaks?)\b/.test(said)) return { call: 'look_up_doctors', input: {} };
  return { call: 'look_up_hours', input: date === undefined ? {} : { date } };
}

interface HoursFound {
  today: string;
  day?: OpenDay;
  week?: OpenDay[];
  next?: OpenDay;
}

function tellHours({ today, day, week, next }: HoursFound): string {
  if (day === undefined) return `We are open:\n\n${week!.map((each) => `- ${tellDay(each, today)}`).join('\n')}`;
  const when = sayDay(day.date, today);
  if (day.open.length > 0) return `Yes: ${when}, we are open ${day.open.join(' and ')}.`;
  const why = day.closed === undefined ? '' : ` (${day.closed})`;
  const again = next === undefined ? '' : ` We are open again ${sayDay(next.date, today)}, ${next.open.join(' and ')}.`;
  return `No, ${when}${why} we are closed.${again} Until then the out-of-hours service on 116 117 will help.`;
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

function tellDoctors(found: DoctorFound[] | { doctors: string[] }): string {
  if (!Array.isArray(found)) return `We have no doctor of that name. There are ${found.doctors.join(', ')}.`;
  const lines = found.map(
    ({ name, field, days, speaks }) =>
      `${name} (${field}) is in on ${join(days.map(capital))} and speaks ${join(speaks)}.`,
  );
  return lines.length === 1 ? lines[0]! : lines.map((line) => `- ${line}`).join('\n');
}

function join(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
