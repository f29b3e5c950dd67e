/** Something waits for a yes or a no. It looks the same wherever it is asked: what, why, what it changes, how to undo it, until when. */
import { type FormEvent, useState } from 'react';
import { ApiError } from '../api.ts';
import { Failure, sayTime } from './parts.tsx';
import type { Waiting } from './waiting.ts';

export function Approval(given: {
  waiting: Waiting;
  /** Says who asks, where that is not plain from around it. */
  by?: string;
  onAnswer: (answer: string) => Promise<unknown>;
  onLook?: (() => void) | undefined;
}) {
  const { waiting, onAnswer } = given;
  const [state, setState] = useState<'open' | 'sending' | 'done'>('open');
  const [problem, setProblem] = useState<Error>();
  const answer = async (text: string) => {
    setState('sending');
    setProblem(undefined);
    try {
      await onAnswer(text);
      setState('done');
    } catch (thrown) {
      setProblem(thrown instanceof Error ? thrown : new ApiError('UNKNOWN', String(thrown)));
      setState('open');
    }
  };
  return (
    <section className="approval" aria-label={waiting.what}>
      <p className="approval-what">
        {given.by && <span className="soft">{given.by} · </span>}
        <strong>{waiting.what}</strong>
      </p>
      <dl>
        <Line term="Why" text={waiting.why} />
        <Line term="Changes" text={waiting.effect} />
        <Line term="Undo" text={waiting.undo} />
        <Line term="Until" text={waiting.until === undefined ? undefined : sayTime(waiting.until)} />
      </dl>
      {problem && <Failure error={problem} />}
      {state === 'done' ? (
        <output className="soft">Answered.</output>
      ) : (
        <Answers
          choices={waiting.choices ?? []}
          isBusy={state === 'sending'}
          onAnswer={(text) => void answer(text)}
          onLook={given.onLook}
        />
      )}
    </section>
  );
}

function Line({ term, text }: { term: string; text: string | undefined }) {
  if (!text) return null;
  return (
    <div>
      <dt>{term}</dt>
      <dd>{text}</dd>
    </div>
  );
}

/** Yes and no are equally easy. Where neither fits, the choices, or words of one's own. */
function Answers(given: {
  choices: readonly string[];
  isBusy: boolean;
  onAnswer: (text: string) => void;
  onLook?: (() => void) | undefined;
}) {
  const [words, setWords] = useState('');
  const isPlain = given.choices.length === 0;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (words.trim() !== '') given.onAnswer(words.trim());
  };
  const options = isPlain
    ? [
        { text: 'yes', label: 'Yes' },
        { text: 'no', label: 'No' },
      ]
    : given.choices.map((text) => ({ text, label: text }));
  return (
    <>
      <div className="approval-answers">
        {options.map(({ text, label }) => (
          <button
            key={text}
            type="button"
            className="button"
            disabled={given.isBusy}
            onClick={() => given.onAnswer(text)}
          >
            {label}
          </button>
        ))}
        {given.onLook && (
          <button type="button" className="link" onClick={given.onLook}>
            Look
          </button>
        )}
      </div>
      {!isPlain && (
        <form className="approval-words" onSubmit={onSubmit}>
          <input
            aria-label="Or in your own words"
            placeholder="Or in your own words"
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
          <button type="submit" className="button" disabled={given.isBusy || words.trim() === ''}>
            Answer
          </button>
        </form>
      )}
    </>
  );
}
