/** When agents look again: a list with the next run, a calendar beside it, and how one is made, changed, run or cancelled. */
import { useState } from 'react';
import { Calendar } from '../pieces/calendar.tsx';
import { localDay } from '../pieces/days.ts';
import { Failure, Loading } from '../pieces/parts.tsx';
import type { PageProps } from '../shell/pages.ts';
import { type Agent, type Run, type Trigger, useAgents, useDeed, useResearch, useTriggers } from './calls.ts';
import { cutsIn, eventsOf, type Occasion, spanOf } from './occasions.ts';
import { timeIn } from './times.ts';
import { TriggerForm } from './trigger-form.tsx';

/** Of one agent, or of all. */
export function Triggers({ agent, go }: Pick<PageProps, 'go'> & { agent?: string }) {
  const { triggers, error } = useTriggers(agent);
  const { data: roster } = useAgents();
  const [draft, setDraft] = useState<{ schedule: string }>();
  if (error) return <Failure error={error} />;
  if (triggers === undefined || roster === undefined) return <Loading />;
  const agents = roster.agents.filter(({ id }) => agent === undefined || id === agent);
  const pending = triggers.filter(({ status }) => status === 'pending');
  const ended = triggers.filter(({ status }) => status !== 'pending');
  const toOne = (trigger: Trigger) => (
    <OneTrigger
      key={trigger.id}
      trigger={trigger}
      owner={agent === undefined ? roster.agents.find(({ id }) => id === trigger.agent_id) : undefined}
      go={go}
    />
  );
  return (
    <div className="triggers">
      <div>
        {draft !== undefined && agents.length > 0 ? (
          <TriggerForm
            key={draft.schedule}
            agents={agents}
            schedule={draft.schedule}
            onDone={() => setDraft(undefined)}
          />
        ) : agents.length > 0 ? (
          <p>
            <button type="button" className="button" onClick={() => setDraft({ schedule: '' })}>
              New trigger
            </button>
          </p>
        ) : null}
        {pending.length === 0 && (
          <p className="empty">
            {agents.length === 0
              ? 'Nothing is planned: a trigger wakes an agent, and there is none yet.'
              : 'Nothing is planned.'}
          </p>
        )}
        <ul className="feed">{pending.map(toOne)}</ul>
        {ended.length > 0 && (
          <details className="open">
            <summary>Ended ({ended.length})</summary>
            <ul className="feed">{ended.map(toOne)}</ul>
          </details>
        )}
      </div>
      <Comes
        triggers={pending}
        agents={agent === undefined ? agents : []}
        onDay={(day) => agents.length > 0 && setDraft({ schedule: `${day} at 9` })}
      />
    </div>
  );
}

function OneTrigger({ trigger, owner, go }: { trigger: Trigger; owner: Agent | undefined; go: PageProps['go'] }) {
  const [isEdited, setEdited] = useState(false);
  const run = useDeed<Run>();
  const cancel = useDeed();
  const { id, instruction, understood, status, fire_at, zone, ended } = trigger;
  if (isEdited)
    return (
      <li id={`trigger-${id}`}>
        <TriggerForm trigger={trigger} agents={[]} onDone={() => setEdited(false)} />
      </li>
    );
  return (
    <li id={`trigger-${id}`}>
      <p>
        <strong>{understood}</strong>
      </p>
      <p className="clamped" title={instruction}>
        {instruction}
      </p>
      <p className="soft meta">
        {status === 'pending' ? `Next: ${timeIn(fire_at, zone)}` : `${status}${ended ? `: ${ended}` : ''}`}
      </p>
      {(run.error ?? cancel.error) && <Failure error={(run.error ?? cancel.error)!} />}
      {run.data && <output className="soft">{tellRun(run.data)}</output>}
      <p className="row-acts">
        {owner && (
          <button type="button" className="link" onClick={() => go('research', 'agent', owner.id)}>
            {owner.name}
          </button>
        )}
        {status === 'pending' && (
          <>
            <button
              type="button"
              className="link"
              disabled={run.isPending}
              onClick={() => run.mutate({ method: 'POST', path: `/v1/triggers/${id}/run` })}
            >
              {run.isPending ? 'Running…' : 'Run now'}
            </button>
            <button type="button" className="link" onClick={() => setEdited(true)}>
              Change
            </button>
            <button
              type="button"
              className="link"
              disabled={cancel.isPending}
              onClick={() => cancel.mutate({ method: 'DELETE', path: `/v1/triggers/${id}` })}
            >
              Cancel
            </button>
          </>
        )}
      </p>
    </li>
  );
}

function tellRun({ status, report, error }: Run): string {
  if (error !== undefined) return `It failed: ${error.message} It is tried again later.`;
  const [first = ''] = (report ?? '').split('\n');
  return first === '' ? `It ran: ${status}.` : `It ran: ${first.replace(/\*\*|\[\^\d+\]/g, '')}`;
}

function Comes({
  triggers,
  agents,
  onDay,
}: {
  triggers: readonly Trigger[];
  /** Whose name is said, where it is not plain. */
  agents: readonly Agent[];
  onDay: (day: string) => void;
}) {
  const [today] = useState(() => new Date().setHours(0, 0, 0, 0));
  const [month, setMonth] = useState(localDay(today).slice(0, 7));
  const { from, to } = spanOf(month, today);
  const span = `from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}`;
  const { data, error } = useResearch<{ occasions: Occasion[] }>(`/v1/triggers/occasions?${span}`);
  const occasions = data?.occasions ?? [];
  return (
    <div>
      {error && <Failure error={error} />}
      <Calendar
        label="When agents look again"
        events={eventsOf(occasions, triggers, agents)}
        today={localDay(Date.now())}
        onDay={onDay}
        onMonth={setMonth}
        onEvent={({ id }) =>
          document.getElementById(`trigger-${id.split(' ')[0]}`)?.scrollIntoView({ block: 'center' })
        }
      />
      {cutsIn(occasions, triggers, agents).map((cut) => (
        <p key={cut} className="soft">
          {cut}
        </p>
      ))}
    </div>
  );
}
