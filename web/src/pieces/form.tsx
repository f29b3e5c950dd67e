/** The fields of a function or a pipeline, as its schema describes them. */
import { type FormEvent, type ReactNode, useId, useMemo, useState } from 'react';
import { type Field, fieldsOf, type JsonSchema, readFields, type Typed } from './fields.ts';

export function SchemaForm(given: {
  schema: JsonSchema;
  label: string;
  isBusy: boolean;
  children?: ReactNode;
  onSend: (input: Record<string, unknown>) => void;
}) {
  const fields = useMemo(() => fieldsOf(given.schema), [given.schema]);
  const [typed, setTyped] = useState<Typed>({});
  const [wrong, setWrong] = useState<{ name: string; message: string }>();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const read = readFields(fields, typed);
    setWrong(read.ok ? undefined : read);
    if (read.ok) given.onSend(read.input);
  };
  const lines = (some: readonly Field[]) =>
    some.map((field) => (
      <FieldLine
        key={field.name}
        field={field}
        value={typed[field.name] ?? field.initial}
        wrong={wrong?.name === field.name ? wrong.message : undefined}
        onChange={(text) => setTyped((before) => ({ ...before, [field.name]: text }))}
      />
    ));
  const { main = [], rare = [] } = Object.groupBy(fields, isRare);
  return (
    <form className="fields" onSubmit={onSubmit} noValidate>
      {lines(main)}
      {(rare.length > 0 || given.children) && (
        <details className="open" open={rare.some(({ name }) => name === wrong?.name) || undefined}>
          <summary>More</summary>
          <div className="fields">
            {lines(rare)}
            {given.children}
          </div>
        </details>
      )}
      <button type="submit" className="button primary" disabled={given.isBusy}>
        {given.isBusy ? 'Running…' : given.label}
      </button>
    </form>
  );
}

const HOW: Partial<Record<Field['kind'], string>> = { lines: 'One per line.', json: 'As JSON.' };

/** What a person seldom fills in by hand. */
function isRare({ kind, required, initial, name }: Field): 'main' | 'rare' {
  return !required && initial === '' && (kind === 'json' || /^(?:structure|feedback)$/.test(name)) ? 'rare' : 'main';
}

function FieldLine(given: {
  field: Field;
  value: string;
  wrong: string | undefined;
  onChange: (text: string) => void;
}) {
  const { field, value, wrong } = given;
  const id = useId();
  const shared = {
    id,
    value,
    'aria-describedby': `${id}-about`,
    'aria-invalid': wrong !== undefined,
    onChange: (event: { target: { value: string } }) => given.onChange(event.target.value),
  };
  return (
    <div className="field">
      <label htmlFor={id}>
        {field.label} {!field.required && <span className="soft">(optional)</span>}
      </label>
      {field.kind === 'choice' ? (
        <select {...shared}>
          {field.initial === '' && <option value="">Choose…</option>}
          {field.choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      ) : field.kind === 'switch' ? (
        <select {...shared}>
          <option value="">Default</option>
          <option value="true">Yes</option>
          <option value="false">No</option>
        </select>
      ) : field.kind === 'text' || field.kind === 'number' ? (
        <input {...shared} inputMode={field.kind === 'number' ? 'decimal' : 'text'} />
      ) : (
        <textarea {...shared} rows={field.kind === 'long' ? 7 : 3} spellCheck={field.kind === 'long'} />
      )}
      <p id={`${id}-about`} className={wrong ? 'field-wrong' : 'soft'}>
        {wrong ?? [field.about.replace(/([^.!?])$/, '$1.'), HOW[field.kind]].filter(Boolean).join(' ')}
      </p>
    </div>
  );
}
