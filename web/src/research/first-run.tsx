/** Where nobody works yet: what the desk is, and an example that shows all of it on invented papers. */
import { Failure } from '../pieces/parts.tsx';
import type { PageProps } from '../shell/pages.ts';
import { type Example, useDeed } from './calls.ts';

const QUESTIONS = [
  'What is known about metformin and vitamin B12?',
  'Watch trials of gene therapy for Duchenne muscular dystrophy, every Monday at 8.',
  'Does dapagliflozin slow chronic kidney disease? Randomised trials only.',
];

export function FirstRun({ isFirst, go, onAsk, onChat }: PageProps & { isFirst: boolean }) {
  const play = useDeed<Example>();
  if (play.data !== undefined) return <Played example={play.data} go={go} onChat={onChat} />;
  if (!isFirst && !play.isPending) return null;
  return (
    <section className="first" aria-label="How to begin">
      <p>
        Nobody works here yet. A question makes an agent: it looks for evidence, grades it, keeps a report with its
        sources, looks again as often as you say, and tells you what changed.
      </p>
      <p className="row-acts">
        {QUESTIONS.map((question) => (
          <button key={question} type="button" className="link" onClick={() => onAsk(question, 'research')}>
            {question}
          </button>
        ))}
      </p>
      <p>
        <button
          type="button"
          className="button primary"
          disabled={play.isPending}
          onClick={() => play.mutate({ method: 'POST', path: '/v1/research/example' })}
        >
          {play.isPending ? 'Playing…' : 'Play the example'}
        </button>{' '}
        <span className="soft">On invented papers, nothing leaves this machine. It takes a minute at most.</span>
      </p>
      {play.error && <Failure error={play.error} />}
    </section>
  );
}

function Played({ example, go, onChat }: { example: Example } & Pick<PageProps, 'go' | 'onChat'>) {
  const { agent_id, session_id, steps } = example;
  const places: [string, string, () => void][] = [
    [
      'The agent',
      'its evidence as a table, how far each therapy is, its files with versions and differences',
      () => go('research', 'agent', agent_id),
    ],
    ['The feed', 'one look was kept back, one was surfaced, each with its reason', () => go('research', 'feed')],
    ['Calendar and triggers', 'when it looks again, as a list and as a calendar', () => go('research', 'triggers')],
    ['The conversation', 'what was asked, and the news that came into it', () => onChat(session_id)],
  ];
  return (
    <section className="first" aria-label="The example">
      <h2>The example was played</h2>
      <ul className="places">
        {places.map(([title, about, onGo]) => (
          <li key={title}>
            <button type="button" className="link" onClick={onGo}>
              {title}
            </button>{' '}
            <span className="soft">{about}</span>
          </li>
        ))}
        <li>
          <strong>Above</strong>{' '}
          <span className="soft">the desk asks whether it may delete the agent: yes tidies up, no keeps it</span>
        </li>
      </ul>
      <details className="open">
        <summary>Step by step</summary>
        <ol className="steps">
          {steps.map(({ title, text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other name
            <li key={index}>
              <strong>{title}</strong>
              <span className="soft">{firstLine(text)}</span>
            </li>
          ))}
        </ol>
      </details>
    </section>
  );
}

const firstLine = (text: string) =>
  (text.split('\n').find((line) => line.trim() !== '') ?? '').replace(/\*\*|\[\^\d+\]/g, '');
