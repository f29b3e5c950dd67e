/** What a message asks: its questions, and what is told so that somebody says what to do about it. */
import { handlingIn } from './answers/handling.ts';
import { takenLess } from './answers/less.ts';
import type { Chart } from './chart.ts';
import { toldAct } from './frames/manner.ts';
import type { Aspect, Frame } from './types.ts';

export function asksIn(frames: readonly Frame[], chart: Chart): Frame[] {
  return frames.flatMap((frame) => {
    if (frame.act === 'ask') return [frame];
    const aspect = meantBy(frame, frames, chart);
    return aspect === undefined ? [] : [{ ...frame, act: 'ask' as const, aspect }];
  });
}

function meantBy(frame: Frame, frames: readonly Frame[], chart: Chart): Aspect | undefined {
  if (wantsToStop(frame)) return 'stop';
  const isAlone = frame.act === 'tell' && !frames.some(({ act }) => act === 'ask');
  if (isAlone && (isOffer(frame) || handlingIn(frame.text, frame.subjects) !== undefined)) return 'safe';
  if (isAlone && takenLess(frame, chart) !== undefined) return 'safe';
  if (isAlone && frame.subjects.some(({ id }) => id === 'condition:planning_a_pregnancy')) return 'due';
  return isDoseOrder(frame) ? 'dose' : undefined;
}

/** "The locum suggested citalopram": told so that it be weighed. */
function isOffer({ modality, subjects }: Frame): boolean {
  return (
    modality === 'offered' &&
    subjects.some(({ kind }) => kind === 'drug' || kind === 'drug_class' || kind === 'vaccine')
  );
}

/** "Put my apixaban down as 5 mg": whether that is the dose is for who prescribes it, and said with what the record has. */
function isDoseOrder({ act, subjects, text }: Frame): boolean {
  return act === 'command' && subjects.some(({ kind }) => kind === 'drug') && /\d/.test(text);
}

/** "I want to get off my pills" asks whether that is wise. */
function wantsToStop({ act, text, subjects }: Frame): boolean {
  return (
    act === 'tell' &&
    subjects.some(({ id, kind }) => id === 'thing:medicines' || kind === 'drug' || kind === 'drug_class') &&
    toldAct(text, subjects) === 'stopping'
  );
}
