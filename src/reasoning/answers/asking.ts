/** Asking back: what a question needs and does not name is offered from the record, and the answer to it is waited for. */
import { type Block, block, type Desk, nameOf } from '../desk.ts';
import { type Reading, readingsOf } from '../evidence/series.ts';
import type { Aspect, Frame, Subject } from '../types.ts';
import { drugName } from '../wording.ts';

const OF_VALUES = new Set<Aspect>(['value', 'trend', 'judge', 'extreme', 'goal', 'compare', 'worry']);
const OF_MEDICINES = new Set<Aspect>(['dose', 'purpose', 'why-stopped', 'stop', 'missed', 'effects', 'take']);
const MOST = 4;

/** "Is it too high?" of nobody knows what: the values or the medicines that it may be about. */
export function askBack(desk: Desk, frame: Frame): Block | undefined {
  if (frame.subjects.some(({ kind }) => kind !== 'thing')) return undefined;
  const choices = OF_VALUES.has(frame.aspect)
    ? valuesIn(desk)
    : OF_MEDICINES.has(frame.aspect)
      ? medicinesIn(desk, frame)
      : [];
  return choices.length < 2 ? undefined : askWhich(choices);
}

export function askWhich(choices: readonly Subject[]): Block {
  const shown = choices.slice(0, MOST);
  const words = shown.map(({ text }) => text);
  const offered = `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
  return {
    ...block(`**Which do you mean: ${offered}${choices.length > MOST ? ', or another' : ''}?**`, [], 'unread'),
    offers: shown,
  };
}

/** Those outside their range first, then the newest. */
function valuesIn({ chart }: Desk): Subject[] {
  return [...chart.view.series.keys()]
    .flatMap((id) => {
      const last = readingsOf(chart, id).at(-1);
      return last === undefined ? [] : [{ id, last }];
    })
    .toSorted((a, b) => Number(isOff(b.last)) - Number(isOff(a.last)) || b.last.time.localeCompare(a.last.time))
    .map(({ id }) => toSubject(id, 'observation', nameOf(id)));
}

function isOff({ flag }: Reading): boolean {
  return flag !== undefined && flag !== 'normal';
}

function medicinesIn({ chart }: Desk, { aspect }: Frame): Subject[] {
  const wanted = aspect === 'why-stopped' ? 'stopped' : 'taken';
  return chart.view.medicines
    .filter(({ status, concepts }) => status === wanted && concepts.length > 0)
    .toSorted((a, b) => (b.end ?? b.start ?? '').localeCompare(a.end ?? a.start ?? ''))
    .map(({ concepts, name }) => toSubject(concepts[0]!, 'drug', drugName(name)));
}

function toSubject(id: string, kind: Subject['kind'], text: string): Subject {
  return { id, kind, as: 'itself', text, start: 0, end: 0 };
}
