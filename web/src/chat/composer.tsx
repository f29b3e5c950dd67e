/** Where a person writes, and to whom. Enter sends, ↑ in an empty field takes the last message back to edit, Esc stops, Alt+T asks the next team. */
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect } from 'react';
import type { TeamEntry } from '../api.ts';
import { Stop, Up } from '../shell/icons.tsx';
import { sayTeam } from '../shell/words.ts';
import type { Turn } from './turn.ts';

export interface ComposerProps {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  isEditing: boolean;
  isBusy: boolean;
  last: Turn | undefined;
  teams: readonly TeamEntry[];
  team: TeamEntry | undefined;
  /** Chosen by the question, not by the person. */
  isGuessed: boolean;
  onTeam: (name: string) => void;
  onText: (text: string) => void;
  onEdit: (turn: Turn | undefined) => void;
  onSend: () => void;
  onStop: () => void;
}

export function Composer(props: ComposerProps) {
  const { field, text, isBusy } = props;
  const canSend = !isBusy && text.trim() !== '';
  useLayoutEffect(() => fitHeight(field.current, text), [field, text]);
  useEffect(() => {
    if (matchMedia('(min-width: 720px)').matches) field.current?.focus();
  }, [field]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.altKey && event.code === 'KeyT') {
      event.preventDefault();
      props.onTeam(nextTeam(props.teams, props.team));
      return;
    }
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      if (canSend) props.onSend();
    } else if (event.key === 'ArrowUp' && text === '' && props.last !== undefined && !isBusy) {
      event.preventDefault();
      props.onEdit(props.last);
    } else if (event.key === 'Escape' && props.isEditing) {
      event.stopPropagation();
      props.onEdit(undefined);
    }
  };
  return (
    <div className="composer">
      {props.isEditing && (
        <p className="composer-note">
          Editing a message you sent. The new one takes its place, and that of what followed; Esc leaves it as it was.
        </p>
      )}
      <div className="composer-box">
        <select
          className={props.isGuessed ? 'composer-team guessed' : 'composer-team'}
          aria-label="Team"
          title={props.isGuessed ? 'Guessed from your question; Alt+T asks the next team' : 'Who is asked (Alt+T)'}
          value={props.team?.name ?? ''}
          onChange={(event) => props.onTeam(event.target.value)}
        >
          {props.teams.map(({ name }) => (
            <option key={name} value={name}>
              {sayTeam(name)}
            </option>
          ))}
        </select>
        <textarea
          ref={field}
          rows={1}
          id="message"
          aria-label="Message"
          placeholder="Ask, or tell me what happened…"
          value={text}
          onChange={(event) => props.onText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {isBusy ? (
          <button type="button" className="round" aria-label="Stop" title="Stop (Esc)" onClick={props.onStop}>
            <Stop />
          </button>
        ) : (
          <button type="button" className="round" aria-label="Send" disabled={!canSend} onClick={props.onSend}>
            <Up />
          </button>
        )}
      </div>
    </div>
  );
}

function nextTeam(teams: readonly TeamEntry[], team: TeamEntry | undefined): string {
  const sound = teams.filter(({ error }) => error === undefined);
  const at = sound.findIndex(({ name }) => name === team?.name);
  return sound[(at + 1) % Math.max(1, sound.length)]?.name ?? '';
}

/** As tall as its text, up to a limit. */
function fitHeight(field: HTMLTextAreaElement | null, text: string): void {
  if (field === null) return;
  field.style.height = 'auto';
  if (text !== '') field.style.height = `${Math.min(200, field.scrollHeight)}px`;
}
