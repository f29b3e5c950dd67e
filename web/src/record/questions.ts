/** What is asked of the team about an entry, in the person's own words. */
import type { FullEntry } from '../api.ts';
import { dateOf, sayDate, titleOf } from './words.ts';

type Asking = (name: string, date: string) => string;

const QUESTIONS: Record<string, Asking> = {
  Observation: (name, date) => `What does my ${name}${of(date)} mean, and how has it changed?`,
  IntakeRegimen: (name) => `What is my ${name} for, and what should I know about it?`,
  ConditionCase: (name) => `How is my ${name} doing, by my record?`,
  AllergyRecord: (name) => `What should I avoid because of my allergy to ${name}?`,
  SymptomEpisode: (name, date) => `What could explain my ${name}${date && ` since ${date}`}?`,
  Encounter: (_, date) => `What was my visit${date && ` on ${date}`} about?`,
  Procedure: (name, date) => `What was my ${name}${of(date)} for?`,
  Immunization: (name, date) => `What does my vaccination${of(date)} (${name}) protect against?`,
  CarePlan: (name) => `What is my ${name} about?`,
  Practitioner: (name) => `What did I see ${name} for?`,
  Organization: (name) => `What was I at ${name} for?`,
};

export function questionAbout(entry: FullEntry): string {
  const ask = QUESTIONS[entry.label] ?? ((name, date) => `What does my ${name}${of(date)} say?`);
  return ask(lower(titleOf(entry)), sayDate(dateOf(entry)));
}

function of(date: string): string {
  return date && ` of ${date}`;
}

/** Names begin with a capital letter in the record, not in the middle of a question; abbreviations and people keep theirs. */
function lower(name: string): string {
  return /^[A-Z][a-z]+(\s(?![A-Z])|$)/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;
}
