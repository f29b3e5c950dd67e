/** Pipelines: what they are, a form to start one, the runs so far; and one run, watched while it happens. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../api.ts';
import { sayName } from '../pieces/fields.ts';
import { SchemaForm } from '../pieces/form.tsx';
import { Failure, Loading, sayTime } from '../pieces/parts.tsx';
import type { Go, PageProps } from '../shell/pages.ts';
import { readStream } from '../stream.ts';
import { calls, type PipelineEntry, type RunReport } from './calls.ts';
import { StageGraph } from './graph.tsx';
import { Remarks, Result } from './result.tsx';

export default function Pipelines({ rest, go }: PageProps) {
  const { data, error } = useQuery({ queryKey: ['pipelines'], queryFn: calls.pipelines });
  if (error) return <Failure error={error} />;
  if (data === undefined) return <Loading />;
  if (rest[0] === 'runs' && rest[1] !== undefined) return <Run key={rest[1]} id={rest[1]} go={go} />;
  const chosen = data.find(({ id }) => id === rest[0]);
  return (
    <>
      <nav className="tabs" aria-label="Pipelines">
        {data.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            className="tab"
            aria-pressed={id === chosen?.id}
            onClick={() => go('pipelines', id)}
          >
            {title ?? sayName(id.replaceAll('-', '_'))}
          </button>
        ))}
      </nav>
      {chosen ? <Start key={chosen.id} pipeline={chosen} go={go} /> : <Runs go={go} />}
    </>
  );
}

function Start({ pipeline, go }: { pipeline: PipelineEntry; go: Go }) {
  const start = useMutation({
    mutationFn: (input: Record<string, unknown>) => calls.start(pipeline.id, { input }),
    onSuccess: ({ run_id }) => go('pipelines', 'runs', run_id),
  });
  return (
    <>
      <p>{pipeline.description}</p>
      <StageGraph stages={pipeline.stages} />
      {start.error && <Failure error={start.error} />}
      <SchemaForm
        schema={pipeline.input_schema}
        label="Start"
        isBusy={start.isPending}
        onSend={(input) => start.mutate(input)}
      />
    </>
  );
}

function Runs({ go }: { go: Go }) {
  const { data, error } = useQuery({ queryKey: ['runs'], queryFn: calls.runs, staleTime: 0 });
  if (error) return <Failure error={error} />;
  if (data === undefined) return <Loading />;
  if (data.length === 0)
    return <p className="empty">No run yet. Choose a pipeline, give it its input, and watch its stages here.</p>;
  return (
    <ul className="lines">
      {data.map((run) => (
        <li key={run.run_id}>
          <button type="button" className="line" onClick={() => go('pipelines', 'runs', run.run_id)}>
            <span className="ellipsis">{sayName(run.pipeline.replaceAll('-', '_'))}</span>
            <span className={`tag ${run.state === 'failed' ? 'warn' : ''}`}>{run.state}</span>
            <span className="soft">{sayTime(run.started)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Run({ id, go }: { id: string; go: Go }) {
  const { report, error } = useRun(id);
  const [chosen, setChosen] = useState<string>();
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => calls.cancel(id),
    onSettled: () => client.invalidateQueries({ queryKey: ['runs'] }),
  });
  if (error) return <Failure error={error} />;
  if (report === undefined) return <Loading />;
  const stage = report.stages.find((candidate) => candidate.id === chosen);
  const done = report.stages.filter(({ state }) => ['done', 'cached', 'skipped'].includes(state)).length;
  return (
    <>
      <div className="spread">
        <p aria-live="polite">
          <strong>{sayName(report.pipeline.replaceAll('-', '_'))}</strong> {report.state}, {done} of{' '}
          {report.stages.length} stages
          <span className="soft"> · begun {sayTime(report.started)}</span>
        </p>
        {report.state === 'running' ? (
          <button type="button" className="button" disabled={cancel.isPending} onClick={() => cancel.mutate()}>
            Stop
          </button>
        ) : (
          <button type="button" className="button" onClick={() => go('pipelines', report.pipeline)}>
            Run again
          </button>
        )}
      </div>
      {cancel.error && <Failure error={cancel.error} />}
      <StageGraph stages={report.stages} chosen={chosen} onChoose={setChosen} />
      {stage && (
        <div className="stage-about">
          <p>
            <strong>{sayName(stage.id)}</strong> <span className="soft">{stage.function.replaceAll('_', ' ')}</span>
          </p>
          <p className="soft meta">
            {stage.state}, {stage.attempts} {stage.attempts === 1 ? 'try' : 'tries'}
            {stage.cached && ', taken from an earlier run with the same input'}
            {stage.tokens !== undefined && stage.tokens > 0 && `, ${stage.tokens} tokens`}
            {stage.artifact && `, saved as ${stage.artifact}`}
          </p>
          {stage.error && <p className="problem">{stage.error.message}</p>}
        </div>
      )}
      {report.error && <Failure error={new ApiError(report.error.code, report.error.message, report.error.hint)} />}
      {report.output && <Result output={report.output} />}
      <Remarks unsupported={report.unsupported} warnings={report.warnings} />
    </>
  );
}

/** The run as it is, and as it goes on: each change is a whole report, so none can be missed. */
function useRun(id: string): { report: RunReport | undefined; error: Error | undefined } {
  const [report, setReport] = useState<RunReport>();
  const [error, setError] = useState<Error>();
  useEffect(() => {
    const reader = new AbortController();
    const follow = async () => {
      for await (const { event, data } of readStream(`/v1/pipelines/runs/${encodeURIComponent(id)}`, {
        signal: reader.signal,
      }))
        if (event === 'progress' || event === 'report') setReport(JSON.parse(data) as RunReport);
      setReport(await calls.report(id));
    };
    follow().catch((thrown: Error) => reader.signal.aborted || setError(thrown));
    return () => reader.abort();
  }, [id]);
  return { report, error };
}
