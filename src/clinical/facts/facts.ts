/** A fact read from text: the public shape of `consilium extract`. Offsets are UTF-16 units into the input. */
export interface Fact {
  kind: FactKind;
  text: string;
  start: number;
  end: number;
  name: string;
  code?: { system: string; code: string };
  value?: number | string;
  unit?: string;
  original?: { value: number | string; unit?: string };
  negated: boolean;
  certainty: 'affirmed' | 'possible' | 'negated';
  experiencer: 'patient' | 'family' | 'other';
  /** The date the fact speaks of: YYYY, YYYY-MM or YYYY-MM-DD. */
  time?: string;
  /** Past and over, as in "history of" or "as a child". */
  historical?: true;
  dose?: string;
  route?: string;
  frequency?: string;
  duration?: string;
  reaction?: string;
  /** "started", "stopped", "increased", "decreased" where the text says so of a medication. */
  change?: 'started' | 'stopped' | 'increased' | 'decreased';
  /** A dose that was taken one time ("took 400 mg ibuprofen for the headache"): an event, no regimen. */
  once?: true;
  warning?: string;
}

export type FactKind =
  | 'measurement'
  | 'medication'
  | 'condition'
  | 'symptom'
  | 'allergy'
  | 'procedure'
  | 'encounter'
  | 'practitioner'
  | 'organization';

/** What a reader of one sentence finds, before context and dates are known. */
export interface Mention {
  kind: FactKind;
  start: number;
  end: number;
  name: string;
  code?: { system: string; code: string };
  value?: number | string;
  unit?: string;
  original?: { value: number | string; unit?: string };
  dose?: string;
  route?: string;
  frequency?: string;
  duration?: string;
  reaction?: string;
  change?: 'started' | 'stopped' | 'increased' | 'decreased';
  once?: true;
  warning?: string;
  /** Set where the mention itself says so (NKDA); context then leaves it alone. */
  negated?: boolean;
  certainty?: 'possible';
  /** Text that belongs to the mention without being in its span (its value, dose or reaction): no other reader takes it. */
  claims?: [number, number][];
  /** How sure the reader is of the words; the surer one keeps a contested span. */
  weight?: number;
}
