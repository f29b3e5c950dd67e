/** Which concerns are said with an answer: what was told makes, what is asked touches, and what nobody must miss. */
import { openCatalogue } from '../clinical/catalogue/index.ts';
import { type Concern, concernsOf, type Told } from './concern.ts';
import type { PatientView } from './patient.ts';
import type { Frame } from './types.ts';
import { list, lower } from './wording.ts';

export interface Chosen {
  said: Concern[];
  /** Of the same matter, left for one line. */
  rest: Concern[];
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
  already: readonly string[],
  past: ReadonlySet<string> = new Set(),
): Chosen {
  const namedBy = (frames: readonly Frame[]) =>
    frames.flatMap(({ subjects }) =>
      subjects.filter(({ kind }) => kind !== 'thing' && kind !== 'system').map(({ id }) => id),
    );
  const weighed = asks.filter(({ aspect }) => WEIGHING.has(aspect)).map(withoutSupposed);
  const asked = [...new Set(namedBy(weighed))].filter((id) => !past.has(id));
  const touched = namedBy(asks.filter(({ aspect }) => !LOOKED_UP.has(aspect)));
  const found = concernsOf(view, told, asked, already);
  const serious = found.filter(({ severity }) => severity !== 'worth_knowing');
  const slight = found.filter((one) => isOfDose(one) || (asks.length === 0 && one.fresh && isSlight(one)));
  const all = serious.some(({ fresh }) => fresh) ? serious : [...serious, ...slight.slice(0, MOST_SLIGHT)];
  const isAbout = ({ concepts }: Concern) =>
    concepts.some((concept) => touched.some((id) => openCatalogue().isA(concept, id)));
  const fresh = all.filter((concern) => concern.fresh);
  const standing = all.filter((concern) => !concern.fresh);
  const ordered = [
    ...fresh,
    ...standing.filter((concern) => belongs(concern, fresh)),
    ...standing.filter(isAbout),
    ...standing.filter(({ severity }) => severity === 'critical'),
  ];
  const chosen = [...new Set(ordered)];
  return { said: chosen.slice(0, MOST_SAID), rest: chosen.slice(MOST_SAID) };
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

function medicinesIn(evidence: Concern['evidence']): string[] {
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
