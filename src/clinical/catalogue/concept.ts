/** What can stand in a record or in a question: one shape for every kind, what only one kind has in a part of its own. */
export const KINDS = [
  'drug',
  'drug_class',
  'condition',
  'observation',
  'symptom',
  'procedure',
  'allergen',
  'vaccine',
  'food',
] as const;
export type Kind = (typeof KINDS)[number];

export interface Code {
  system: string;
  code: string;
}

export interface Concept {
  /** `drug:apixaban`, `class:anticoagulant`, `condition:heart_failure`, `observation:potassium`, … */
  id: string;
  kind: Kind;
  name: string;
  /** Clinical, lay, brand names and usual misspellings; one in quotes counts only as it is written there. */
  names: readonly string[];
  /** Those of the names that are brands of the world: too many to be guessed from a misspelled word. */
  brands?: readonly string[];
  codes: readonly Code[];
  parents: readonly string[];
  /** The title of what the entry was taken from. */
  source: string;
  /** The body system it is filed under. */
  system?: string;
  /** Of a drug or class: the conditions and symptoms it is given for, its own and those of its classes not repeated. */
  treats?: readonly string[];
  /** Of a condition: the observations that show it. */
  shown_by?: readonly Shown[];
  drug?: DrugFacts;
  observation?: ObservationFacts;
  /** Of a food, drink or product: what is in it that matters to an illness, a medicine or an allergy. */
  contains?: readonly Content[];
  /** Of what can be in something: how that is said, "rich in potassium" where "contains …" would not do. */
  inside?: string;
  /** Of an allergen or a class of drugs: what else the same person may react to, and how likely. */
  crosses?: readonly Cross[];
}

/** A measurement that shows a condition, and from where on it does; no limit where it only follows its course. */
export interface Shown {
  observation: string;
  over?: number;
  under?: number;
}

/** A content: a kind of food, an allergen or a medicine. */
export interface Content {
  id: string;
  /** In most recipes, not in all. */
  often?: true;
}

export interface Cross {
  id: string;
  /** `same`: to be avoided like the allergen itself; `likely`, `possible`: ask first. */
  risk: 'same' | 'likely' | 'possible';
}

export interface DrugFacts {
  ingredients: readonly string[];
  /** Plausible for an adult in a day. */
  dose?: { min: number; max: number; unit: string };
  /** A wrong dose or a sudden stop can kill or harm gravely. */
  high_risk?: true;
  /** What is bought without a prescription: one tablet, the most at once and in a day by the leaflet, mg for each kg of a child. */
  leaflet?: { tablet: number; once: number; most: number; unit: string; childKg?: number };
  /** As it is given where that decides what it does: `topical`, `inhaled`, `eye`, `nasal`. */
  route?: string;
}

export type NoteTopic = 'kidney' | 'liver' | 'pregnancy' | 'planning' | 'breastfeeding' | 'old_age' | 'child';

/** How a state of the person bears on a medicine. Levels: `avoid`, `adjust` (dose), `care`, `fine`. */
export interface Note {
  topic: NoteTopic;
  level: 'avoid' | 'adjust' | 'care' | 'fine';
  /** For kidneys: the eGFR below which it holds. */
  under?: number;
  text: string;
  source: string;
  /** The class or drug that the note was written for. */
  of: string;
}

/** How a condition, an operation or another substance bears on a thing. Levels: `avoid`, `ask` first, `care`, `fine`. */
export interface Caution {
  with: string;
  /** What is over counts too. */
  past: boolean;
  level: 'avoid' | 'ask' | 'care' | 'fine';
  text: string;
  source: string;
  of: string;
}

export interface Monitoring {
  observation: string;
  /** Months between two checks in a settled course. */
  months: number;
  why: string;
  source: string;
  of: string;
}

export interface ObservationFacts {
  /** The codes that are one series, the catalogue's own first. */
  loinc: readonly string[];
  unit: string;
  units: readonly string[];
  molarMass?: number;
  panel?: string;
  /** What no living person has lies outside. */
  limits: { low: number; high: number };
}

/** A concept in running text. */
export interface Match {
  concept: Concept;
  /** `medicines_for`: "diabetes tablets" means what treats it, not the condition. */
  as: 'itself' | 'medicines_for';
  start: number;
  end: number;
  text: string;
  /** Found through a misspelling. */
  guessed: boolean;
}

/** All that a word means in a record, each relation apart. */
export interface Closure {
  /** The concept and its descendants; for a class its drugs. */
  is: ReadonlySet<string>;
  /** For a condition or symptom: the drugs that treat it or one of its kinds. */
  treated_by: ReadonlySet<string>;
  /** For a condition: the observations that show it. */
  shown_by: ReadonlySet<string>;
  /** For a drug or class: the conditions it is given for. */
  treats: ReadonlySet<string>;
}
