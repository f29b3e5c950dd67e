/** "Does it go away?", "is that for life?": what papers say of how it goes on, then how it mostly goes, and where it stands here. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Block, block, cite, type Desk, nameOf, sayPassage } from '../desk.ts';
import { type Passage, passagesOf } from '../evidence/passages.ts';
import { outlookOf, outlooks } from '../glossary/outlooks.ts';
import type { ConditionView } from '../patient.ts';
import { pattern } from '../patterns.ts';
import type { Frame, Subject } from '../types.ts';
import { capital, lower, sayDate } from '../wording.ts';
import { careOf, comingFor, illOf, namedBy } from './bearing.ts';
import { conceptsIn } from './meanings.ts';

const ASKS = pattern('asks_outlook');
const SPEAKS = pattern('of_outlook');
/** These ask when, how much or how it is now. */
const OTHERS = new Set<Frame['aspect']>(['value', 'count', 'safe', 'stop', 'dose', 'missed', 'since', 'due']);
const MOST_PAPERS = 2;

export function answerOutlook(desk: Desk, frame: Frame): Block | undefined {
  if (frame.act !== 'ask' || OTHERS.has(frame.aspect) || !asksOutlook(frame.text)) return undefined;
  const subject = frame.subjects.find(({ kind }) => kind === 'condition') ?? spokenOf(desk);
  const says = subject === undefined ? undefined : outlookOfSubject(subject);
  if (subject === undefined || says === undefined) return undefined;
  const ill = illOf(desk, subject, []);
  const papers = papersOn(desk, subject).map((passage) => sayPassage(desk, passage));
  const lead = `**${capital(nameOf(subject.id))}: ${says}.**${desk.notes.source(outlooks.source)}`;
  return block(lead, [
    ...papers,
    ill === undefined ? undefined : sayHere(desk, ill),
    ...(ill === undefined ? [] : careOf(desk, ill, papers)),
    comingFor(desk, subject.text, ill?.concepts ?? [subject.id]) || undefined,
  ]);
}

export function asksOutlook(text: string): boolean {
  return ASKS.test(text);
}

function sayHere(desk: Desk, { name, onset, status, ...item }: ConditionView): string {
  const since = onset === null ? '' : ` since ${sayDate(onset)}`;
  return `In your record: ${lower(name)}${since}${status === 'resolved' ? ', noted as over' : ''}${cite(desk, { name, ...item }, onset)}.`;
}

/** What an explanation adds of how it goes on, unless the message asks for that by itself. */
export function outlookBeside(desk: Desk, subject: Subject | undefined): string[] {
  if (subject?.kind !== 'condition' || desk.frames.some(({ act, text }) => act === 'ask' && asksOutlook(text)))
    return [];
  const says = outlookOfSubject(subject);
  return says === undefined ? [] : [`How it goes on: ${says}.${desk.notes.source(outlooks.source)}`];
}

/** An illness that only this record names so goes on as the kind that its name holds. */
function outlookOfSubject({ id, text }: Subject): string | undefined {
  if (!id.startsWith('own:')) return outlookOf(id);
  return conceptsIn(`${nameOf(id)} ; ${text}`)
    .map(outlookOf)
    .find((says) => says !== undefined);
}

/** "… and does it go away?": the illness that the message has named. */
function spokenOf({ frames, focus }: Desk): Subject | undefined {
  return [...frames.flatMap(({ subjects }) => subjects), ...focus.subjects].find(({ kind }) => kind === 'condition');
}

function papersOn(desk: Desk, subject: Subject): Passage[] {
  const names = namedBy(subject, []);
  const catalogue = openCatalogue();
  const kin = (text: string) =>
    catalogue.find(text, { kinds: ['condition'] }).some(({ concept }) => catalogue.isA(concept.id, subject.id));
  return passagesOf(desk.chart)
    .filter((passage) => !passage.remark && SPEAKS.test(passage.text) && (names(passage) || kin(passage.text)))
    .toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''))
    .slice(0, MOST_PAPERS);
}
