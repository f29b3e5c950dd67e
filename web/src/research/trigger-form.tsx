/** A trigger to be made or changed. How its schedule is understood is said while it is written. */
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useDeferredValue, useId, useState } from 'react';
import { type ApiError, get } from '../api.ts';
import { Failure } from '../pieces/parts.tsx';
import { type Agent, type Trigger, useDeed } from './calls.ts';
import { timeIn, ZONE } from './times.ts';

export function TriggerForm(given: {
  /** To be changed; else one is made. */
  trigger?: Trigger;
  agents: readonly Agent[];
  schedule?: string;
  onDone: () => void;
}) {
  const { trigger, agents, onDone } = given;
  const id = useId();
  const [schedule, setSchedule] = useState(trigger?.schedule ?? given.schedule ?? '');
  const [zone, setZone] = useState(trigger?.zone ?? ZONE);
  const save = useDeed(onDone);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const text = (name: string) => String(fields.get(name) ?? '').trim();
    const body = { schedule, zone, instruction: text('instruction') };
    if (trigger !== undefined) return save.mutate({ method: 'POST', path: `/v1/triggers/${trigger.id}`, body });
    save.mutate({
      method: 'POST',
      path: '/v1/triggers',
      body: { ...body, agent_id: text('agent'), missed: text('missed') },
    });
  };
  return (
    <form
      className="fields trigger-form"
      aria-label={trigger ? 'Change this trigger' : 'A new trigger'}
      onSubmit={onSubmit}
    >
      {trigger === undefined && agents.length > 1 && (
        <div className="field">
          <label htmlFor={`${id}-agent`}>Agent</label>
          <select id={`${id}-agent`} name="agent">
            {agents.map((agent) => (
              <option key={agent.id} value={agent.id}>
                {agent.name}
              </option>
            ))}
          </select>
        </div>
      )}
      {trigger === undefined && agents.length === 1 && <input type="hidden" name="agent" value={agents[0]!.id} />}
      <div className="field">
        <label htmlFor={`${id}-when`}>When</label>
        <input
          id={`${id}-when`}
          value={schedule}
          required
          maxLength={300}
          placeholder="every Monday at 8 · in May 2027 · weekly until the Phase 3 readout"
          aria-describedby={`${id}-read`}
          onChange={(event) => setSchedule(event.target.value)}
        />
        <Understood id={`${id}-read`} schedule={schedule} zone={zone} />
      </div>
      <div className="field">
        <label htmlFor={`${id}-what`}>What it is to do</label>
        <textarea
          id={`${id}-what`}
          name="instruction"
          rows={3}
          required
          maxLength={4000}
          defaultValue={trigger?.instruction ?? 'Look again, and say what is new.'}
        />
      </div>
      <div className="two">
        <div className="field">
          <label htmlFor={`${id}-zone`}>Time zone</label>
          <input
            id={`${id}-zone`}
            value={zone}
            maxLength={64}
            required
            onChange={(event) => setZone(event.target.value)}
          />
        </div>
        {trigger === undefined && (
          <div className="field">
            <label htmlFor={`${id}-missed`}>If it was missed</label>
            <select id={`${id}-missed`} name="missed">
              <option value="once">do it once</option>
              <option value="all">do each one</option>
              <option value="skip">leave it out</option>
            </select>
          </div>
        )}
      </div>
      {save.error && <Failure error={save.error} />}
      <p className="row-acts">
        <button type="submit" className="button primary" disabled={save.isPending}>
          {trigger ? 'Save' : 'Make the trigger'}
        </button>
        <button type="button" className="button" onClick={onDone}>
          Leave
        </button>
      </p>
    </form>
  );
}

function Understood({ id, schedule, zone }: { id: string; schedule: string; zone: string }) {
  const wish = { schedule: useDeferredValue(schedule.trim()), zone: useDeferredValue(zone.trim()) };
  const { data, error } = useQuery<{ understood: string; fire_at: string; zone: string }, ApiError>({
    queryKey: ['understand', wish.schedule, wish.zone],
    queryFn: () => get('/v1/triggers/understand', wish),
    enabled: wish.schedule.length > 1,
    retry: false,
    placeholderData: (before) => before,
  });
  const isWrong = error !== null && wish.schedule.length > 1;
  return (
    <p id={id} className={isWrong ? 'field-wrong' : 'soft'} aria-live="polite">
      {isWrong
        ? [error.message, error.hint].filter(Boolean).join(' ')
        : data && wish.schedule.length > 1
          ? `Understood: ${data.understood}. First on ${timeIn(data.fire_at, data.zone)}.`
          : ''}
    </p>
  );
}
