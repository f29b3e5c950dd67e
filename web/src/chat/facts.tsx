/** What was understood from a message and kept in the record, each with a way back. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiError, api } from '../api.ts';
import { initial, sayDate, sayUnit } from '../record/words.ts';
import { Check } from '../shell/icons.tsx';
import type { Fact } from './turn.ts';

export function Facts(given: { facts: readonly Fact[]; patient: string; onOpen: (uuid: string) => void }) {
  const { patient } = given;
  const kept = given.facts.filter((fact): fact is Fact & { uuid: string } => typeof fact.uuid === 'string');
  const uuids = kept.map(({ uuid }) => uuid);
  const client = useQueryClient();
  const { data: known = uuids } = useQuery({
    queryKey: ['record', patient, 'facts', ...uuids],
    queryFn: () => api.knownFacts(patient, uuids),
    enabled: uuids.length > 0,
  });
  const [problem, setProblem] = useState('');
  const undo = async (uuid: string) => {
    try {
      await api.undoFact(patient, uuid);
      await client.invalidateQueries({ queryKey: ['record', patient] });
    } catch (thrown) {
      setProblem((thrown as ApiError).message);
    }
  };
  if (kept.length === 0) return null;
  return (
    <section className="facts" aria-label="Understood and kept in the record">
      <p className="facts-title">Understood</p>
      <ul>
        {kept.map((fact) => {
          const isThere = known.includes(fact.uuid);
          return (
            <li key={fact.uuid} className={`fact ${isThere ? '' : 'undone'}`}>
              <button type="button" className="fact-open" disabled={!isThere} onClick={() => given.onOpen(fact.uuid)}>
                {isThere && <Check />}
                <span>{sayFact(fact)}</span>
              </button>
              {isThere ? (
                <button
                  type="button"
                  className="link"
                  aria-label={`Undo ${sayFact(fact)}`}
                  onClick={() => void undo(fact.uuid)}
                >
                  undo
                </button>
              ) : (
                <span className="soft">taken back</span>
              )}
            </li>
          );
        })}
      </ul>
      {problem && <p role="alert">{problem}</p>}
    </section>
  );
}

export function sayFact(fact: Fact): string {
  const value = fact.value === undefined ? '' : [fact.value, sayUnit(fact.unit)].filter(Boolean).join(' ');
  const details = [fact.dose && sayDose(fact.dose), fact.frequency, fact.severity, fact.reaction, fact.change];
  return [
    `${initial(fact.name)}${value ? ` ${value}` : ''}`,
    details.filter(Boolean).join(' '),
    fact.time ? sayWhen(fact.time) : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

function sayDose(dose: string): string {
  return dose.replace(/\b([a-z[\]_]+)$/i, (unit) => sayUnit(unit));
}

function sayWhen(time: string): string {
  return time.slice(0, 10) === new Date().toLocaleDateString('en-CA') ? 'today' : sayDate(time);
}
