/** "When is my next one with Dr Orde?", where no visit is booked as such: the day that their papers set. */
import { type Block, block, type Desk, sayPassage } from '../desk.ts';
import { type Appointment, appointmentsIn } from '../evidence/appointments.ts';
import type { Frame } from '../types.ts';
import { sayDate } from '../wording.ts';

const NAMED = /\b(?:dr|doctor|nurse|prof|professor|mr|mrs|ms|miss|sister)\.? (\p{L}{3,})/iu;

export function answerByAppointment(desk: Desk, { text }: Frame): Block | undefined {
  const [next] = withNamed(desk, text, appointmentsIn(desk.chart));
  if (next === undefined) return undefined;
  const { day, passage } = next;
  return {
    ...block(`**By a paper the next one is on ${sayDate(day)}.** ${sayPassage(desk, passage)}`.trim(), []),
    at: { from: day, to: day },
  };
}

export function asksForPerson({ text }: Frame): boolean {
  return NAMED.test(text);
}

/** Those that the named person wrote or is named in; all of them where nobody is named. */
function withNamed({ chart }: Desk, text: string, all: readonly Appointment[]): readonly Appointment[] {
  const name = NAMED.exec(text)?.[1]?.toLowerCase();
  if (name === undefined) return all;
  // Who signed it stands under the sentences.
  const textOf = (uuid: string) => chart.view.documents.find((each) => each.uuid === uuid)?.text ?? '';
  return all.filter(({ passage: { uuid } }) =>
    [...chart.people(uuid), textOf(uuid)].some((said) => said.toLowerCase().includes(name)),
  );
}
