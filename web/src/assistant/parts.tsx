/** What the parts of the page share: reading, changing, and a line to fill in. */
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { type ApiError, get } from '../api.ts';

export const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What the server made of it. */
export interface Done {
  readonly made: unknown;
}

/** Nothing where it went wrong; that is shown. */
export type Act = (method: string, path: string, body?: unknown) => Promise<Done | undefined>;

export function useThings<T>(path: string) {
  return useQuery<T, ApiError>({
    queryKey: ['assistant', path],
    queryFn: () => get<T>(`/v1/assistant/${path}`),
    staleTime: 0,
  });
}

interface LineField {
  name: string;
  label: string;
  type?: string;
  optional?: boolean;
  value?: string | undefined;
  /** Several lines, which stay lines. */
  isLong?: boolean;
  /** What can be chosen, where it is not written freely. */
  among?: readonly string[];
}

/** A line to add something, or to change it; what is left empty is left out. */
export function Line({
  label,
  action = label,
  fields,
  onDone,
  onLeave,
}: {
  label: string;
  action?: string;
  fields: readonly LineField[];
  /** What it comes to; where that is nothing, what was written stays. */
  onDone: (values: Record<string, string>) => Promise<Done | undefined>;
  /** Given where the line stands in for something: it goes away without a change. */
  onLeave?: () => void;
}) {
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const given = [...new FormData(form)].flatMap(([name, value]) =>
      typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()] as const] : [],
    );
    if ((await onDone(Object.fromEntries(given))) !== undefined) form.reset();
  };
  return (
    <form className="adder" aria-label={label} onSubmit={onSubmit}>
      {fields.map((field) => (
        <Field key={field.name} field={field} />
      ))}
      <button type="submit" className="button primary">
        {action}
      </button>
      {onLeave && (
        <button type="button" className="link" onClick={onLeave}>
          Cancel
        </button>
      )}
    </form>
  );
}

function Field({ field: { name, label, type = 'text', optional, value, isLong, among } }: { field: LineField }) {
  if (isLong) return <textarea name={name} aria-label={label} rows={2} required={!optional} defaultValue={value} />;
  if (among === undefined)
    return (
      <input name={name} type={type} aria-label={label} placeholder={label} required={!optional} defaultValue={value} />
    );
  return (
    <select name={name} aria-label={label} defaultValue={value}>
      {among.map((one) => (
        <option key={one}>{one}</option>
      ))}
    </select>
  );
}
