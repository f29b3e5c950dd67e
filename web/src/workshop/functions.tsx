/** One agent function: what it does, a form made from its schema, and what came of it. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { sayName } from '../pieces/fields.ts';
import { SchemaForm } from '../pieces/form.tsx';
import { Failure, Loading } from '../pieces/parts.tsx';
import type { PageProps } from '../shell/pages.ts';
import { calls, type FunctionEntry } from './calls.ts';
import { Meta, Result } from './result.tsx';

export default function Functions({ rest: [name], go }: PageProps) {
  const { data, error } = useQuery({ queryKey: ['functions'], queryFn: calls.functions });
  if (error) return <Failure error={error} />;
  if (data === undefined) return <Loading />;
  const chosen = data.find((entry) => entry.path === name || entry.name === name);
  return (
    <>
      {chosen && (
        <nav className="tabs" aria-label="Functions">
          {data.map((entry) => (
            <button
              key={entry.name}
              type="button"
              className="tab"
              aria-pressed={entry === chosen}
              onClick={() => go('functions', entry.path)}
            >
              {sayName(entry.name)}
            </button>
          ))}
        </nav>
      )}
      {chosen ? (
        <FunctionDesk key={chosen.name} entry={chosen} />
      ) : (
        <>
          <p className="soft">Each takes typed input, remembers nothing, and says what it rests on.</p>
          <ul className="lines">
            {data.map(({ name: own, path, description, offline }) => (
              <li key={own}>
                <button type="button" className="line about" onClick={() => go('functions', path)}>
                  <span>
                    <strong>{sayName(own)}</strong>
                    <span className="soft">{description}</span>
                  </span>
                  {!offline && <span className="tag">needs a model</span>}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

const QUALITY = ['', 'light', 'standard', 'high'];

function FunctionDesk({ entry }: { entry: FunctionEntry }) {
  const [quality, setQuality] = useState('');
  const [truncates, setTruncates] = useState(false);
  const result = useRef<HTMLElement>(null);
  const run = useMutation({
    mutationFn: (input: Record<string, unknown>) =>
      calls.run(entry.path, {
        input,
        ...(quality && { quality }),
        ...(truncates && { overflow: 'truncate' }),
      }),
    // Below the form on a phone, beside it elsewhere.
    onSettled: () => result.current?.scrollIntoView({ block: 'nearest' }),
  });
  const { meta, ...output } = run.data ?? { meta: undefined };
  return (
    <div className="desk">
      <div>
        <p>{entry.description}</p>
        <p className="soft meta">
          {entry.offline ? 'Runs offline and on models.' : 'Needs a model.'} Up to {entry.budget.input} tokens in,{' '}
          {entry.budget.output} out.
        </p>
        <SchemaForm
          schema={entry.input_schema}
          label="Run"
          isBusy={run.isPending}
          onSend={(input) => run.mutate(input)}
        >
          <div className="field">
            <label htmlFor="quality">Quality</label>
            <select id="quality" value={quality} onChange={(event) => setQuality(event.target.value)}>
              {QUALITY.map((value) => (
                <option key={value} value={value}>
                  {value === '' ? 'By the input' : sayName(value)}
                </option>
              ))}
            </select>
          </div>
          <label className="check">
            <input type="checkbox" checked={truncates} onChange={(event) => setTruncates(event.target.checked)} /> Cut
            what is over budget, and say so
          </label>
        </SchemaForm>
      </div>
      <section ref={result} className="beside" aria-label="Result" aria-live="polite" aria-busy={run.isPending}>
        {run.error && <Failure error={run.error} />}
        {run.isPending && <Loading />}
        {meta && (
          <>
            <Result output={output} />
            <Meta meta={meta} />
          </>
        )}
      </section>
    </div>
  );
}
