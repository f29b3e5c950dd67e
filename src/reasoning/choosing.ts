/** Which concerns are said with an answer: what was told makes, what is asked touches, and what nobody must miss. */
import { openCatalogue } from '../clinical/catalogue/index.ts';
import { type Concern, concernsOf, type Told } from './concern.ts';
import type { PatientView } from './patient.ts';
import type { Focus, Frame } from './types.ts';
import { list, lower } from './wording.ts';

export interface Chosen {
  /** What was told makes, or what is asked touches. */
  said: Concern[];
  /** What stands in the record, cannot wait, and is no part of the question: said once in a conversation, after the answer. */
  beside: Concern[];
  /** Of the same matter, left for one line. */
  rest: Concern[];
  /** Said before in this conversation and still open: a line now and then. */
  open: Concern[];
}

const MOST_SAID = 3;
/** What is asked beyond looking something up: then what is named is weighed as if it were so. */
const WEIGHING = new Set<Frame['aspect']>(['cause', 'worry', 'judge', 'todo', 'missed', 'effects', 'about', 'culprit']);
/** Looked up in the record: only what is critical belongs beside it. */
const LOOKED_UP = new Set<Frame['aspect']>([
  ...(['when', 'who', 'since', 'list', 'count', 'next', 'visit', 'bring', 'identity', 'have', 'tried'] as const),
  ...(['replaced', 'purpose', 'result', 'changes', 'noted', 'prepare', 'said', 'take', 'dose'] as const),
]);

export function chooseConcerns(
  view: PatientView,
  told: readonly Told[],
  asks: readonly Frame[],
  already: Pick<Focus, 'told' | 'lately'>,
  past: ReadonlySet<string> = new Set(),
  isMinded: (one: Concern) => boolean = () => false,
): Chosen {
  const namedBy = (frames: readonly Frame[]) =>
    frames.flatMap(({ subjects }) =>
      subjects.filter(({ kind }) => kind !== 'thing' && kind !== 'system').map(({ id }) => id),
    );
  const weighed = asks.filter(({ aspect }) => WEIGHING.has(aspect)).map(withoutSupposed);
  const asked = [...new Set(namedBy(weighed))].filter((id) => !past.has(id));
  const touched = namedBy(asks.filter(({ aspect }) => !LOOKED_UP.has(aspect)));
  const isAbout = ({ concepts, evidence }: Concern) =>
    [...concepts, ...evidence.flatMap(({ concept }) => concept ?? [])].some((concept) =>
      touched.some((id) => openCatalogue().isA(concept, id) || isLevelOf(id, concept)),
    );
  const everything = concernsOf(view, told, asked, []);
  const isOld = ({ key }: Concern) => already.told.includes(key);
  const isAgain = (one: Concern) =>
    (one.fresh && isSoon(one)) || (one.severity === 'critical' && isAbout(one) && !already.lately?.includes(one.key));
  const found = everything.filter((one) => !isOld(one) || isAgain(one));
  const serious = found.filter(({ severity }) => severity !== 'worth_knowing');
  const slight = found.filter((one) => isOfDose(one) || (asks.length === 0 && one.fresh && isSlight(one)));
  const all = serious.some(({ fresh }) => fresh) ? serious : [...serious, ...slight.slice(0, MOST_SLIGHT)];
  const fresh = all.filter((concern) => concern.fresh);
  const standing = all.filter((concern) => !concern.fresh);
  const chosen = [
    ...new Set([
      ...fresh,
      ...standing.filter((concern) => belongs(concern, fresh)),
      ...standing.filter((concern) => isAbout(concern)),
    ]),
  ];
  const beside = standing.filter((one) => one.severity === 'critical' && !chosen.includes(one) && !isMinded(one));
  const said = chosen.slice(0, MOST_SAID);
  const room = MOST_SAID - said.length;
  return {
    said,
    beside: beside.slice(0, room),
    rest: [...chosen.slice(MOST_SAID), ...beside.slice(room)],
    open: everything.filter((one) => !one.fresh && one.severity === 'critical' && isOld(one) && !found.includes(one)),
  };
}

/** "The lithium level" is lithium's. */
function isLevelOf(id: string, drug: string): boolean {
  return id.startsWith('observation:') && id === `${drug.replace('drug:', 'observation:')}_level`;
}

/** What cannot wait and is told again is a danger again; only the rest is not said twice. */
function isSoon({ do: { by } }: Concern): boolean {
  return by === 'now' || by === 'today';
}

const ILLS = new Set(['symptom', 'condition']);

/** What a medicine would bring is not there. */
function withoutSupposed(frame: Frame): Frame {
  if (frame.modality !== 'hypothetical' || frame.aspect !== 'effects') return frame;
  return { ...frame, subjects: frame.subjects.filter(({ kind }) => !ILLS.has(kind)) };
}

const MOST_SLIGHT = 2;

function isSlight({ severity }: Concern): boolean {
  return severity === 'worth_knowing';
}

/** A dose that was left out or taken twice: what to do is said, also where it does no harm. */
function isOfDose({ severity, fresh, family }: Concern): boolean {
  return severity === 'worth_knowing' && fresh && family === 'doses';
}

/** A standing danger of the same medicine belongs to the one that was just told: its level, what was added to it. */
export function belongs({ evidence }: Concern, fresh: readonly Concern[]): boolean {
  const own = medicinesIn(evidence);
  return fresh.some((other) => medicinesIn(other.evidence).some((id) => own.includes(id)));
}

export function medicinesIn(evidence: Concern['evidence']): string[] {
  return evidence.flatMap(({ label, concept }) =>
    concept?.startsWith('drug:') && label !== undefined && label !== 'Observation' ? [concept] : [],
  );
}

const MOST_LEFT = 4;

/** "Also on your list to raise: ramipril with lithium; potassium." */
export function sayRest(rest: readonly Concern[]): string {
  const names = rest.map(({ evidence }) => list([...new Set(evidence.map(({ name }) => lower(name)))].slice(0, 3)));
  const unlike = [...new Set(names)].filter((name) => name !== '').slice(0, MOST_LEFT);
  return unlike.length === 0 ? '' : `Also to raise with them: ${unlike.join('; ')}. Ask me about any of these.`;
}
