/** The way to an exam as a calendar, around what the days are taken by. */
import { type FormEvent, useState } from 'react';
import { Calendar, type CalendarEvent } from '../pieces/calendar.tsx';
import { addDays, localDay, sayDay } from '../pieces/days.ts';
import { Failure, Loading } from '../pieces/parts.tsx';
import { type MaterialInfo, type StudyPlan, takeFile, useChange, useStudy, ZONE } from './calls.ts';

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const KINDS = { learn: '', review: 'Review: ', mock_exam: 'Mock exam: ' } as const;

export function Plan({ info }: { info: MaterialInfo }) {
  const { data, error } = useStudy<{ plan: StudyPlan | null }>('plan');
  const [isNew, setNew] = useState(false);
  const [made, setMade] = useState<string>();
  if (error) return <Failure error={error} />;
  if (data === undefined) return <Loading />;
  const { plan } = data;
  if (plan === null || isNew)
    return (
      <Planning
        info={info}
        onDone={(answer) => {
          setMade(sayWho(answer));
          setNew(false);
        }}
      />
    );
  return <Planned plan={plan} shown={info.title} made={made} onAgain={() => setNew(true)} />;
}

interface Made {
  readonly plan: StudyPlan;
  readonly source_agents: readonly string[];
  readonly notice?: string;
}

/** Who planned: a copy of SchedulerAgent on another machine, or this one. */
function sayWho({ source_agents, notice }: Made): string {
  if (notice !== undefined) return notice;
  const [, copy] = (source_agents[0] ?? '').split('@');
  return copy === undefined
    ? 'Planned on this machine, by what SchedulerAgent plans with.'
    : `Planned by SchedulerAgent on ${copy}.`;
}

interface PlannedProps {
  readonly plan: StudyPlan;
  /** The material that is chosen on the page: the plan may be of another. */
  readonly shown: string;
  readonly made: string | undefined;
  readonly onAgain: () => void;
}

function Planned({ plan, shown, made, onAgain }: PlannedProps) {
  const today = localDay(Date.now());
  const left = Math.round((Date.parse(plan.exam_date) - Date.parse(today)) / 86_400_000);
  const events: CalendarEvent[] = [
    ...plan.sessions.map(({ start, topic, kind }) => ({
      id: start,
      title: `${KINDS[kind]}${topic}`,
      day: start.slice(0, 10),
      time: start.slice(11, 16),
      tone: kind === 'review' ? ('quiet' as const) : ('plain' as const),
    })),
    { id: 'exam', title: 'Exam', day: plan.exam_date, tone: 'due' },
  ];
  return (
    <>
      <p>
        <strong>
          {left < 0
            ? `The exam was on ${sayDay(plan.exam_date)}.`
            : `Exam on ${sayDay(plan.exam_date)}, in ${left} ${left === 1 ? 'day' : 'days'}.`}
        </strong>{' '}
        <span className="soft">
          {plan.hours} h in {plan.sessions.length} sessions{plan.material === undefined ? '' : ` of ${plan.material}`}.
        </span>
      </p>
      {plan.material !== undefined && plan.material !== shown && (
        <p className="notice">
          You have one plan, and it is of {plan.material}. “Plan anew” makes one of {shown} in its place.
        </p>
      )}
      {plan.notes.map((note) => (
        <p key={note} className="notice">
          {note}
        </p>
      ))}
      {made !== undefined && <p className="soft">{made}</p>}
      <Calendar label="Your plan" today={today} events={events} />
      <p className="study-row">
        <button type="button" className="button" onClick={onAgain}>
          Plan anew
        </button>
        <button
          type="button"
          className="link"
          onClick={() => void takeFile('plan.ics', 'study-plan.ics', 'text/calendar')}
        >
          Download as iCalendar
        </button>
      </p>
    </>
  );
}

function Planning({ info, onDone }: { info: MaterialInfo; onDone: (made: Made) => void }) {
  const [wish, setWish] = useState({ exam: '', subject: '', hours: '6', off: [] as number[], ics: '', file: '' });
  const make = useChange<Made>();
  const today = localDay(Date.now());
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const { exam, subject, hours, off, ics } = wish;
    const subjects = subject
      .split(/,|\band\b/)
      .map((one) => one.trim())
      .filter(Boolean);
    const body = {
      material: info.id,
      exam_date: exam,
      hours_per_week: Number(hours),
      busy: daysOff(off, today, exam),
      zone: ZONE,
      ...(subjects.length > 0 && { subjects }),
      ...(ics && { ics }),
    };
    make.mutate({ method: 'POST', path: 'plan', body }, { onSuccess: onDone });
  };
  const toggle = (day: number) =>
    setWish({ ...wish, off: wish.off.includes(day) ? wish.off.filter((one) => one !== day) : [...wish.off, day] });
  return (
    <form className="fields" onSubmit={onSubmit}>
      <div className="field">
        <label htmlFor="exam">Day of the exam</label>
        <input
          id="exam"
          type="date"
          required
          value={wish.exam}
          onChange={(event) => setWish({ ...wish, exam: event.target.value })}
        />
      </div>
      <div className="field">
        <label htmlFor="subject">Subject, if not all of the material</label>
        <input
          id="subject"
          type="text"
          maxLength={200}
          placeholder="cardiology, asthma"
          value={wish.subject}
          onChange={(event) => setWish({ ...wish, subject: event.target.value })}
        />
      </div>
      <div className="field">
        <label htmlFor="hours">Hours a week</label>
        <input
          id="hours"
          type="number"
          min="0.5"
          max="80"
          step="0.5"
          required
          value={wish.hours}
          onChange={(event) => setWish({ ...wish, hours: event.target.value })}
        />
      </div>
      <fieldset className="weekdays">
        <legend>Not on</legend>
        {WEEKDAYS.map((name, index) => (
          <button
            key={name}
            type="button"
            className="tab"
            aria-pressed={wish.off.includes(index)}
            onClick={() => toggle(index)}
          >
            {name}
          </button>
        ))}
      </fieldset>
      <p className="study-row">
        <label className="link">
          {wish.file === '' ? 'Work around a calendar (iCalendar file)' : `Around ${wish.file}`}
          <input
            type="file"
            accept=".ics,text/calendar"
            className="sr-only"
            onChange={(event) => {
              const file = event.target.files?.[0];
              void file?.text().then((ics) => setWish((before) => ({ ...before, ics, file: file.name })));
            }}
          />
        </label>
      </p>
      {make.error && <Failure error={make.error} />}
      <button type="submit" className="button primary" disabled={make.isPending}>
        {make.isPending ? 'Planning…' : 'Make a plan'}
      </button>
    </form>
  );
}

/** All days of these weekdays up to the exam, as times that are taken. */
function daysOff(weekdays: readonly number[], from: string, to: string): { start: string; end: string }[] {
  const taken = [];
  for (let day = from, count = 0; day < to && count < 800; day = addDays(day, 1), count++)
    if (weekdays.includes((new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7)) taken.push({ start: day, end: day });
  return taken;
}
