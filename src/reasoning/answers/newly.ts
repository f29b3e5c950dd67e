/** "Dizzy since the new tablets": what was started lately is told first, whatever else can cause the complaint. */
import { cite, type Desk, nameOf } from '../desk.ts';
import { daysBetween } from '../patient.ts';
import { capital, drugName, list, sayDate } from '../wording.ts';

const BLAMES_NEW =
  /\b(?:since|after|from|with)\b[^.?!]*\b(?:new|started|starting|began)\b[^.?!]*\b(?:tablets?|pills?|medicines?|medications?|meds|capsules?|injections?|drops)\b/i;
const NEW_DAYS = 60;

export function sayNewly(desk: Desk): string {
  const [sign] = desk.told.filter(({ act, concept }) => act === 'has' && concept.startsWith('symptom:'));
  if (sign === undefined || !BLAMES_NEW.test(desk.message)) return '';
  const started = desk.chart.view.medicines
    .filter(({ status, start }) => status === 'taken' && start !== null && daysBetween(start, desk.now) <= NEW_DAYS)
    .toSorted((a, b) => b.start!.localeCompare(a.start!))
    .slice(0, 3)
    .map((item) => `${drugName(item.name)}, since ${sayDate(item.start)}${cite(desk, item, item.start)}`);
  return started.length === 0
    ? `**Your record lists no medicine that was started in the last ${NEW_DAYS} days: tell me the name of the new one.** ${capital(nameOf(sign.concept))} that begins with a new medicine is a matter for who prescribed it. Do not stop it on your own.`
    : `**New on your list: ${list(started)}.** ${capital(nameOf(sign.concept))} that begins with a new medicine may come from it: call who prescribed it this week, sooner if it gets worse, and do not stop it on your own.`;
}
