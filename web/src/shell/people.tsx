/** Whose record it is: a list to choose from, to search once it is long, and a way to begin one. */
import { useState } from 'react';
import type { PatientEntry } from '../api.ts';
import { isInvented } from '../record/invented.ts';
import { sayDate } from '../record/words.ts';
import { Plus, Search } from './icons.tsx';
import { Choice, Menu } from './menu.tsx';

const MANY = 7;

export interface PeopleProps {
  patients: readonly PatientEntry[];
  patient: PatientEntry | undefined;
  onPatient: (id: string) => void;
  onNewPerson: () => void;
}

export function PeopleMenu(props: PeopleProps) {
  const { patient } = props;
  return (
    <Menu
      label={`Person: ${patient ? sayPerson(patient) : 'Choose a person'}`}
      side="right"
      className="person"
      button={<span className="ellipsis">{patient ? sayPerson(patient) : 'Choose a person'}</span>}
    >
      {(close) => <People {...props} close={close} />}
    </Menu>
  );
}

function People({ patients, patient, onPatient, onNewPerson, close }: PeopleProps & { close: () => void }) {
  const [query, setQuery] = useState('');
  const words = query.trim().toLowerCase();
  const found = patients.filter((person) => `${person.name} ${person.birth_date}`.toLowerCase().includes(words));
  return (
    <>
      {patients.length > MANY && (
        <label className="search">
          <Search />
          <input
            type="search"
            placeholder="Name or year of birth"
            aria-label="Search people"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
        </label>
      )}
      <div className="menu-list">
        {found.map((person) => (
          <Choice
            key={person.id}
            isChosen={person.id === patient?.id}
            title={sayPerson(person)}
            detail={describe(person)}
            onChoose={() => {
              onPatient(person.id);
              close();
            }}
          />
        ))}
        {found.length === 0 && (
          <p className="empty">{words ? 'Nobody of that name is here.' : 'Nobody is here yet.'}</p>
        )}
      </div>
      <button
        type="button"
        className="choice new-person"
        onClick={() => {
          close();
          onNewPerson();
        }}
      >
        <Plus /> New person
      </button>
    </>
  );
}

export function sayPerson({ name, age, deceased_date }: PatientEntry): string {
  return [name ?? 'Without a name', deceased_date ? `died ${deceased_date.slice(0, 4)}` : age]
    .filter((part) => part !== null)
    .join(', ');
}

function describe({ id, gender, birth_date, age, deceased_date }: PatientEntry): string {
  const died = deceased_date && `died ${sayDate(deceased_date)}${age === null ? '' : ` at ${age}`}`;
  return [isInvented(id) && 'invented, to try things with', gender, birth_date && `born ${sayDate(birth_date)}`, died]
    .filter(Boolean)
    .join(' · ');
}
