/** Signs that are slight by themselves, and whether a guessed danger is explained by them. */

import { z } from 'zod';
import { openCatalogue } from '../clinical/catalogue/index.ts';
import { readRows } from '../text/rows.ts';
import { type Chart, emptyChart } from './chart.ts';
import { concernsOf } from './concern.ts';
import type { Told } from './concerns/types.ts';
import { stemsOf } from './evidence/passages.ts';
import { readingsOf } from './evidence/series.ts';
import { contentWords } from './evidence/words.ts';
import { readMessage } from './frames/index.ts';
import { asPatient } from './frames/kin.ts';
import { factsIn, toldIn } from './frames/told.ts';
import { type Frame, NO_FOCUS } from './types.ts';

export const slightData = z
  .strictObject({ slight: z.array(z.string()).min(1), local: z.array(z.string()).min(1) })
  .parse(readRows(new URL('./slight.yml', import.meta.url)));

export const LOCAL: ReadonlySet<string> = new Set(slightData.local);

/** What is asked about something that could be taken, had or left off, not what to do in need. */
const CALM_ASPECTS = new Set<Frame['aspect']>([
  ...(['safe', 'due', 'dose', 'stop', 'missed', 'alternative', 'avoid', 'purpose', 'take', 'list', 'when'] as const),
]);
const OF_MEDICINES = new Set<string>(['took', 'takes', 'double', 'missed', 'stopped', 'stopping', 'offered', 'plans']);

/**
 * Whether a guess is met by what is understood of the message: a question about a medicine, a vaccine or a check, or a
 * deed with one that rules know, slight signs at the most, and no rule that calls for help now.
 */
export function isUnderstood(chart: Chart | null, message: string, now: string): boolean {
  const own = chart ?? emptyChart(now);
  const said = asPatient(message, own.view) ?? message;
  const { frames, text } = readMessage(said, own, NO_FOCUS, now);
  const told = toldIn(frames, factsIn(text, now));
  const signs = told.filter(({ act, concept }) => act === 'has' && /^(?:symptom|condition):/.test(concept));
  const isNew = told.some((each) => each.act === 'measured' && !isUsual(own, each));
  if (!signs.every(({ concept }) => isSlight(concept)) || isNew || frames.some(isUnread)) return false;
  const found = concernsOf(own.view, told, [], []).filter(({ fresh }) => fresh);
  if (found.some(({ severity, do: { by } }) => severity === 'critical' && by === 'now')) return false;
  const asks = frames.some(
    ({ act, aspect, subjects }) =>
      act === 'command' || (act === 'ask' && CALM_ASPECTS.has(aspect) && subjects.some(({ kind }) => kind !== 'thing')),
  );
  const does =
    told.some(({ act }) => OF_MEDICINES.has(act)) && found.some(({ severity }) => severity !== 'worth_knowing');
  const plans = frames.some(({ modality, subjects }) => modality === 'planned' && subjects.length > 0);
  return asks || does || plans;
}

const SIGNS = new Set<Frame['subjects'][number]['kind']>(['symptom', 'system']);
/** So many words beside a sign that is named tell of more than that sign. */
const MOST_UNREAD = 4;

/** "Sharp pain when I breathe in, cannot get up the stairs, left leg fatter": one sign has a name here, the others have none. */
function isUnread({ act, subjects, text }: Frame): boolean {
  if (act !== 'tell' || !subjects.some(({ kind }) => SIGNS.has(kind))) return false;
  const named = stemsOf(subjects.map(({ text: said }) => said).join(' '));
  const others = [...contentWords(text).keys()].filter((word) => !named.has(word) && !/^\d/.test(word));
  return others.length > MOST_UNREAD;
}

/** A value as this person has had it before is no news. */
function isUsual(chart: Chart, { concept, value }: Told): boolean {
  const known = readingsOf(chart, concept).map((reading) => reading.value);
  return value !== undefined && known.length > 1 && value >= Math.min(...known) && value <= Math.max(...known);
}

function isSlight(id: string): boolean {
  const catalogue = openCatalogue();
  return LOCAL.has(id) || slightData.slight.some((each) => catalogue.isA(id, each));
}
