/** Learning: one material, and what is done with it. */
import { Failure, Loading } from '../pieces/parts.tsx';
import type { PageProps } from '../shell/pages.ts';
import { useStored } from '../shell/stored.ts';
import { AddMaterial } from './adding.tsx';
import { type MaterialInfo, type MaterialSummary, pathOf, useStudy } from './calls.ts';
import { Cards } from './cards.tsx';
import { Keeping } from './keeping.tsx';
import { Plan } from './plan.tsx';
import { ProgressView } from './progress.tsx';
import { Quizzes } from './quiz.tsx';
import { Reader } from './reader.tsx';
import './study.css';

const TABS = { read: 'Read', cards: 'Cards', quiz: 'Quiz', progress: 'Progress', plan: 'Plan' } as const;
type Tab = keyof typeof TABS;

export default function StudyPage({ rest: [given = 'read', chapter], go, onAsk }: PageProps) {
  const tab: Tab = given in TABS ? (given as Tab) : 'read';
  const [chosen, setChosen] = useStored('study-material', '');
  const { data, error } = useStudy<{ materials: MaterialSummary[] }>('materials');
  if (error) return <Failure error={error} />;
  if (data === undefined) return <Loading />;
  const { materials } = data;
  const material = materials.find(({ id }) => id === chosen) ?? materials[0];
  return (
    <div className="study">
      <nav className="tabs" aria-label="Parts">
        {Object.entries(TABS).map(([name, title]) => (
          <button
            key={name}
            type="button"
            className="tab"
            aria-pressed={name === tab}
            onClick={() => go('study', name)}
          >
            {title}
          </button>
        ))}
        <button type="button" className="link" onClick={() => onAsk('How am I doing this week?', 'mentor')}>
          Ask the mentor
        </button>
      </nav>
      {tab === 'progress' && <ProgressView onAsk={(text) => onAsk(text, 'mentor')} />}
      {tab !== 'progress' && material === undefined && (
        <p className="empty">
          There is no material yet. Add some, or index a folder:{' '}
          <code>consilium study add course/ --title "Renal physiology"</code>
        </p>
      )}
      {tab === 'read' && <AddMaterial onAdded={setChosen} />}
      {tab !== 'progress' && material !== undefined && (
        <WithMaterial materials={materials} material={material.id} onChoose={setChosen}>
          {(info) => (
            <>
              {tab === 'read' && <Keeping key={`keep ${info.id}`} info={info} onRemoved={() => setChosen('')} />}
              {tab === 'read' && (
                <Reader key={info.id} info={info} chapter={chapter} onChapter={(id) => go('study', 'read', id)} />
              )}
              {tab === 'cards' && <Cards key={info.id} info={info} />}
              {tab === 'quiz' && (
                <Quizzes
                  key={info.id}
                  info={info}
                  quiz={chapter}
                  onQuiz={(id) => (id ? go('study', 'quiz', id) : go('study', 'quiz'))}
                />
              )}
              {tab === 'plan' && <Plan key={info.id} info={info} />}
            </>
          )}
        </WithMaterial>
      )}
    </div>
  );
}

function WithMaterial(given: {
  materials: readonly MaterialSummary[];
  material: string;
  onChoose: (id: string) => void;
  children: (info: MaterialInfo) => React.ReactNode;
}) {
  const { data, error } = useStudy<MaterialInfo>(pathOf(given.material));
  return (
    <>
      <label className="material">
        <span className="soft">Material</span>
        <select value={given.material} onChange={(event) => given.onChoose(event.target.value)}>
          {given.materials.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </label>
      {data?.warnings.map((warning) => (
        <p key={warning} className="notice">
          {warning}
        </p>
      ))}
      {error && <Failure error={error} />}
      {!error && data === undefined && <Loading />}
      {data !== undefined && given.children(data)}
    </>
  );
}
