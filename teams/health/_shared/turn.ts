/** What became of a turn, for whoever asked: which rule applied and how it ended. */
import type { AgentContext, State } from 'consilium/kernel';

export type Rule = 'emergency' | 'url' | 'non_health' | 'ui_redirect' | 'share_edit' | 'patient' | 'general';
export type Outcome = 'answered' | 'redirected' | 'declined' | 'emergency' | 'fallback';

export function mark(state: State, rule: Rule, outcome: Outcome, section?: string): void {
  state.set('temp:rule', rule);
  state.set('temp:outcome', outcome);
  if (section !== undefined) state.set('temp:section', section);
}

export function hasPatient(state: State): boolean {
  return typeof state.get('patient_id') === 'string';
}

/** What was said before and stands in no record: all of it where none is open, else what was said elsewhere. */
export function heardIn({ earlier, state }: Pick<AgentContext, 'earlier' | 'state'>): string[] {
  const isKept = hasPatient(state);
  return earlier().flatMap(({ text, elsewhere }) => (isKept && !elsewhere ? [] : text));
}

export const CHOOSE_FOR_MORE =
  'with one, I can set this beside your own record and keep what you tell (`--patient`, or at the top of the app).';

export const CHOOSE_PATIENT =
  'That is about your own record, and no patient is chosen in this conversation. Choose one at the top of the app, or with `--patient` on the command line (`consilium patients` lists them), and ask again. General questions I can answer right away.';
