/** The bar above: which team, who speaks, whose record, light or dark. */
import { useQuery } from '@tanstack/react-query';
import { api, type PatientEntry, type TeamEntry } from '../api.ts';
import { Menu as MenuIcon, Moon, Panel, Search } from './icons.tsx';
import { Choice, Menu } from './menu.tsx';
import { useStored } from './stored.ts';

export interface HeaderProps {
  teams: readonly TeamEntry[];
  team: TeamEntry | undefined;
  onTeam: (name: string) => void;
  patients: readonly PatientEntry[];
  patient: PatientEntry | undefined;
  onPatient: (id: string) => void;
  onSessions: () => void;
  onPanel: () => void;
  onPalette: () => void;
}

export function Header(props: HeaderProps) {
  return (
    <header className="top">
      <button type="button" className="icon only-narrow" aria-label="Chats" onClick={props.onSessions}>
        <MenuIcon />
      </button>
      <span className="brand">Consilium</span>
      <TeamMenu {...props} />
      <span className="grow" />
      <button type="button" className="find only-wide" onClick={props.onPalette}>
        <Search /> Find <kbd>{isMac ? '⌘' : 'Ctrl '}K</kbd>
      </button>
      <VoiceMenu />
      <PatientMenu {...props} />
      <ThemeButton />
      <button type="button" className="icon" aria-label="Record" onClick={props.onPanel}>
        <Panel />
      </button>
    </header>
  );
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

function TeamMenu({ teams, team, onTeam }: HeaderProps) {
  return (
    <Menu label={`Team: ${sayTeam(team?.name ?? '')}`} button={sayTeam(team?.name ?? '…')} className="only-wide">
      {(close) =>
        teams.map((entry) => (
          <Choice
            key={entry.name}
            isChosen={entry.name === team?.name}
            title={sayTeam(entry.name)}
            detail={entry.error ? 'Its folder has a mistake: npx consilium team check' : entry.description}
            onChoose={() => {
              onTeam(entry.name);
              close();
            }}
          />
        ))
      }
    </Menu>
  );
}

function sayTeam(name: string): string {
  const words = name.replace(/-/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function VoiceMenu() {
  const { data: models } = useQuery({ queryKey: ['status'], queryFn: api.status });
  const isOffline = models === undefined || models.chosen === 'offline';
  const name = isOffline ? 'Offline engine' : models.chosen;
  return (
    <Menu
      label={`Who answers: ${name}`}
      side="right"
      className="voice only-wide"
      button={
        <>
          <span className="dot" aria-hidden="true" /> {name}
        </>
      }
    >
      {() => (
        <div className="voice-panel">
          <p>
            {isOffline
              ? 'Answers come from rules, the record and the knowledge base. Nothing leaves this machine.'
              : `Asked in this order: ${models.chain.join(', ')}.`}
          </p>
          {models?.providers.map((provider) => (
            <p key={provider.name} className="spread">
              <span>{provider.name}</span>
              <span className="soft">{sayReady(provider)}</span>
            </p>
          ))}
        </div>
      )}
    </Menu>
  );
}

function sayReady({ ready, missing }: { ready: boolean; missing: readonly string[] }): string {
  if (ready) return 'ready';
  return missing.length > 0 ? `set ${missing.join(', ')}` : 'not chosen';
}

function PatientMenu({ patients, patient, onPatient }: HeaderProps) {
  return (
    <Menu
      label={`Person: ${patient ? sayPerson(patient) : 'Choose a person'}`}
      side="right"
      className="person"
      button={<span className="ellipsis">{patient ? sayPerson(patient) : 'Choose a person'}</span>}
    >
      {(close) =>
        patients.length === 0 ? (
          <p className="empty">Nobody is here yet. Drop a FHIR file on the record.</p>
        ) : (
          patients.map((person) => (
            <Choice
              key={person.id}
              isChosen={person.id === patient?.id}
              title={sayPerson(person)}
              detail={[person.gender, person.birth_date && `born ${person.birth_date}`].filter(Boolean).join(' · ')}
              onChoose={() => {
                onPatient(person.id);
                close();
              }}
            />
          ))
        )
      }
    </Menu>
  );
}

export function sayPerson({ name, age }: PatientEntry): string {
  return [name ?? 'Without a name', age].filter((part) => part !== null).join(', ');
}

function ThemeButton() {
  const [theme, setTheme] = useStored<'light' | 'dark' | ''>('theme', '');
  const flip = () => {
    const isDark = theme === '' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
    const next = isDark ? 'light' : 'dark';
    setTheme(next);
    document.documentElement.dataset['theme'] = next;
  };
  return (
    <button type="button" className="icon theme" aria-label="Light or dark" onClick={flip}>
      <Moon />
    </button>
  );
}
