/** A calendar file is brought in, and what came of it is said: what was left out, and zones that nobody knows. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ApiError, send } from '../api.ts';
import { Failure } from '../pieces/parts.tsx';
import { ZONE } from './parts.tsx';

interface Brought {
  added: number;
  updated: number;
  /** Things to do that were new. */
  todos: number;
  skipped: Record<string, number>;
  /** What was left out, by its name. */
  left: string[];
  zones: string[];
}

export function Bring() {
  const client = useQueryClient();
  const bring = useMutation<Brought, ApiError, File>({
    mutationFn: async (file) => send('POST', '/v1/assistant/calendar', { ics: await file.text(), zone: ZONE }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['assistant'] }),
  });
  return (
    <div className="bring">
      <label>
        Bring in an iCalendar file{' '}
        <input
          type="file"
          accept=".ics,text/calendar"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file !== undefined) bring.mutate(file);
            target.value = '';
          }}
        />
      </label>
      {bring.error && <Failure error={bring.error} />}
      {bring.data && (
        <output className="soft">
          {linesOf(bring.data).map((line) => (
            <span key={line}>{line}</span>
          ))}
        </output>
      )}
    </div>
  );
}

function linesOf({ added, updated, todos, skipped, left, zones }: Brought): string[] {
  return [
    `${added} added, ${updated} updated${todos === 0 ? '' : `, ${todos} ${todos === 1 ? 'todo' : 'todos'} added`}.`,
    ...Object.entries(skipped).map(([why, many]) => `${many} left out: ${why}.`),
    ...(left.length === 0 ? [] : [`Not kept: ${left.map((title) => `"${title}"`).join(', ')}.`]),
    ...zones.map((zone) => `The time zone "${zone}" is unknown; its times were taken as yours.`),
  ];
}
