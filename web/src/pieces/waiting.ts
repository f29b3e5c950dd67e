/** A question that waits for a person, as the server tells it. */
export interface Waiting {
  id: string;
  session_id?: string;
  /** Whose turn waits: a team, or an agent of one (`research:…`). */
  team?: string;
  agent?: string;
  what: string;
  why: string;
  effect: string;
  undo?: string;
  until?: string | number;
  choices?: readonly string[];
}
