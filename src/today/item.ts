/** What a room wants a person to see today, as a value. */

export interface TodayItem {
  /** Unique and stable: `<room>:<thing>`, the same tomorrow if it is the same matter. */
  readonly id: string;
  readonly title: string;
  readonly detail?: string;
  /** When it is due or was: ISO, a date or a moment. */
  readonly at?: string;
  /** As the record flags values. */
  readonly flag?: string;
  readonly to?: TodayPlace;
  readonly can: readonly Mark[];
}

/** Where a line leads: a page of the app, a question, a chat, an entry of the record. */
export type TodayPlace =
  | { readonly page: string; readonly rest?: readonly string[] }
  | { readonly ask: string; readonly team?: string }
  | { readonly session: string }
  | { readonly entry: string };

/** `done` is for what the room itself can finish; `later` hides it until tomorrow, `dismiss` for good. */
export type Mark = 'done' | 'later' | 'dismiss';

export interface TodayGroup {
  readonly room: string;
  readonly title: string;
  readonly items: readonly TodayItem[];
}
