/** Before the first message: who this is, and three questions worth asking about this very person. */
import type { Summary, TeamEntry } from '../api.ts';
import { useSection } from '../record/parts.tsx';
import { sayDrug, sayMeasure, sayName } from '../record/words.ts';

export function Welcome(given: {
  team: TeamEntry | undefined;
  patient: string | undefined;
  onAsk: (text: string) => void;
}) {
  const { team, patient } = given;
  const isAboutRecord = team?.name === 'health' || team === undefined;
  return (
    <div className="welcome">
      {patient && isAboutRecord ? (
        <PersonWelcome patient={patient} onAsk={given.onAsk} />
      ) : (
        <>
          <h1>{firstSentence(team?.welcome) ?? 'What would you like to know?'}</h1>
          <Examples list={team?.examples ?? []} onAsk={given.onAsk} />
        </>
      )}
    </div>
  );
}

function firstSentence(text: string | undefined): string | undefined {
  return text?.replace(/\s+/g, ' ').split(/(?<=[.!?])\s/)[0];
}

function PersonWelcome({ patient, onAsk }: { patient: string; onAsk: (text: string) => void }) {
  const { data } = useSection(patient, 'summary');
  const first = data?.patient.name?.split(' ')[0];
  return (
    <>
      <h1>{first ? `What would you like to know, ${first}?` : 'What would you like to know?'}</h1>
      <p className="soft">
        Ask about your record, about health in general, or tell what happened: values, symptoms and visits are kept.
        Every answer shows what it rests on.
      </p>
      <Examples list={data ? questionsFor(data) : []} onAsk={onAsk} />
    </>
  );
}

function Examples({ list, onAsk }: { list: readonly string[]; onAsk: (text: string) => void }) {
  return (
    <ul className="examples" aria-label="Questions to begin with">
      {list.slice(0, 3).map((example) => (
        <li key={example}>
          <button type="button" onClick={() => onAsk(example)}>
            {example}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** From what the record holds: a value that stands out, something taken, what comes next. */
export function questionsFor({ flagged, medications, next_encounter: next, conditions, allergies }: Summary): string[] {
  const followed = flagged.filter(({ count, time }) => count > 2 && isRecent(time));
  const value = followed.find(({ category }) => category === 'laboratory') ?? followed[0];
  const drug = medications[0];
  const [condition] = conditions;
  const [allergy] = allergies;
  return [
    value && `Is my ${lower(sayMeasure(value))} getting better?`,
    drug && `What is ${sayDrug(drug.name).toLowerCase()} for, and what should I watch for?`,
    next && 'When is my next visit, and what is it about?',
    condition && `How is my ${lower(sayName(condition.name))} doing?`,
    allergy && `What should I avoid because of my ${(allergy.name ?? '').toLowerCase()} allergy?`,
    'What should my blood pressure be?',
    'What does eGFR mean?',
    'Which check-ups are due at my age?',
  ].filter((question) => question !== undefined && question !== null);
}

const YEARS = 2 * 365 * 24 * 60 * 60 * 1000;

function isRecent(time: string | null): boolean {
  return time !== null && Date.now() - Date.parse(time) < YEARS;
}

function lower(name: string): string {
  return /^[A-Z][a-z]+(\s|$)/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;
}
