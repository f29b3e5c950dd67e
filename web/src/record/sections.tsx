/** The sections of the record, each a list whose lines open their entry. */
import type { ReactNode } from 'react';
import type { ConditionEntry, EncounterEntry, Sections } from '../api.ts';
import { ObservationRow } from './observations.tsx';
import { Empty, Folded, Loaded, Past, Row, useSection } from './parts.tsx';
import { initial, sayDate, sayDrug, sayName, saySpan } from './words.ts';

export interface SectionProps {
  patient: string;
  onOpen: (uuid: string) => void;
}

export function SummarySection({ patient, onOpen }: SectionProps) {
  const query = useSection(patient, 'summary');
  return (
    <Loaded query={query} lines={6}>
      {({ allergies, conditions, medications, flagged, counts, next_encounter: next, last_encounter: last }) => (
        <div className="summary">
          {Object.values(counts).every((count) => count === 0) && <FirstSteps />}
          {allergies.length > 0 && (
            <p className="summary-allergy">
              <span className="tag warn">Allergy</span> {allergies.map(({ name }) => sayName(name)).join(', ')}
            </p>
          )}
          {flagged.length > 0 && (
            <>
              <h4>Outside the usual range</h4>
              <ul className="rows">
                {flagged.slice(0, 5).map((entry) => (
                  <ObservationRow key={entry.uuid} entry={entry} onOpen={onOpen} />
                ))}
              </ul>
            </>
          )}
          {flagged.length === 0 && (counts['observations'] ?? 0) > 0 && (
            <p>No value of the last two years is outside its usual range, of those that have one.</p>
          )}
          {medications.length > 0 && (
            <>
              <h4>Taken now</h4>
              <p className="summary-words">{medications.map(({ name }) => sayDrug(name)).join(' · ')}</p>
            </>
          )}
          {conditions.length > 0 && (
            <>
              <h4>Active conditions</h4>
              <p className="summary-words">{conditions.map(({ name }) => initial(sayName(name))).join(' · ')}</p>
            </>
          )}
          {(next ?? last) && <h4>Visits</h4>}
          <ul className="rows">
            {next && <VisitRow entry={next} aside={<span className="tag">next</span>} onOpen={onOpen} />}
            {last && <VisitRow entry={last} aside={<span className="soft">last</span>} onOpen={onOpen} />}
          </ul>
        </div>
      )}
    </Loaded>
  );
}

/** A record that nothing is in yet: how something comes into it. */
function FirstSteps() {
  return (
    <div className="first-steps">
      <p>Little is recorded yet. Write in the chat as you would tell a doctor, and it is kept here with its date:</p>
      <ul>
        <li>“I take metformin 500 mg twice a day.”</li>
        <li>“I am allergic to penicillin, it gave me a rash.”</li>
        <li>“My blood pressure was 152/94 this morning.”</li>
      </ul>
      <p>Or add a FHIR file that your clinic or its app gave you, below.</p>
    </div>
  );
}

export function ConditionsSection({ patient, onOpen }: SectionProps) {
  const query = useSection(patient, 'conditions');
  return (
    <Loaded query={query}>
      {({ items }) => {
        if (items.length === 0)
          return <Empty>No condition is recorded. Tell one in the chat: “I was diagnosed with asthma in 2019.”</Empty>;
        const past = items.filter(({ active }) => !active);
        return (
          <>
            <ConditionRows items={items.filter(({ active }) => active)} onOpen={onOpen} />
            <Past items={past} what="conditions">
              {(shown) => <ConditionRows items={shown} onOpen={onOpen} />}
            </Past>
          </>
        );
      }}
    </Loaded>
  );
}

function ConditionRows({ items, onOpen }: { items: readonly ConditionEntry[]; onOpen: (uuid: string) => void }) {
  return (
    <ul className="rows">
      {items.map((entry) => (
        <Row
          key={entry.uuid}
          onOpen={() => onOpen(entry.uuid)}
          isQuiet={!entry.active}
          title={initial(sayName(entry.name))}
          aside={entry.active ? null : (entry.status ?? 'past')}
          detail={[saySpan(entry.onset_date, entry.abatement_date, !entry.active), entry.text]
            .filter(Boolean)
            .join(' · ')}
        />
      ))}
    </ul>
  );
}

export function EncountersSection({ patient, onOpen }: SectionProps) {
  const query = useSection(patient, 'encounters');
  return (
    <Loaded query={query}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty>No visit is recorded. Tell one in the chat: “I saw Dr. Patel on Tuesday.”</Empty>
        ) : (
          <Folded items={items} first={20} all={`All ${items.length} visits`}>
            {(shown) =>
              [...Map.groupBy(shown, ({ start }) => start?.slice(0, 4) ?? 'No date')].map(([year, visits]) => (
                <div key={year}>
                  <h4>{year}</h4>
                  <ul className="rows">
                    {visits.map((entry) => (
                      <VisitRow
                        key={entry.uuid}
                        entry={entry}
                        aside={entry.scheduled ? <span className="tag">planned</span> : null}
                        onOpen={onOpen}
                      />
                    ))}
                  </ul>
                </div>
              ))
            }
          </Folded>
        )
      }
    </Loaded>
  );
}

function VisitRow(given: { entry: EncounterEntry; aside: ReactNode; onOpen: (uuid: string) => void }) {
  const { entry } = given;
  return (
    <Row
      onOpen={() => given.onOpen(entry.uuid)}
      title={sayName(entry.reason ?? entry.name)}
      aside={given.aside}
      detail={[sayDate(entry.start), entry.practitioners[0]?.name, entry.organization?.name]
        .filter(Boolean)
        .join(' · ')}
    />
  );
}

export function AllergiesSection({ patient, onOpen }: SectionProps) {
  return (
    <ListSection
      patient={patient}
      name="allergies"
      all="allergies"
      empty="No allergy is recorded. That is not the same as none: tell me if you have one."
    >
      {(entry) => (
        <Row
          key={entry.uuid}
          onOpen={() => onOpen(entry.uuid)}
          isQuiet={!entry.active}
          title={initial(sayName(entry.name))}
          aside={entry.criticality === 'high' ? <span className="tag warn">severe</span> : null}
          detail={entry.reactions.map(sayName).join(', ') || entry.text}
        />
      )}
    </ListSection>
  );
}

export function SymptomsSection({ patient, onOpen }: SectionProps) {
  return (
    <ListSection
      patient={patient}
      name="symptoms"
      all="symptoms"
      empty="No symptom is recorded. Say how you feel and it is kept with its date."
    >
      {(entry) => (
        <Row
          key={entry.uuid}
          onOpen={() => onOpen(entry.uuid)}
          isQuiet={entry.status === 'resolved'}
          title={initial(sayName(entry.name))}
          aside={entry.severity}
          detail={[saySpan(entry.onset_date, entry.end, entry.status === 'resolved'), entry.text]
            .filter(Boolean)
            .join(' · ')}
        />
      )}
    </ListSection>
  );
}

export function ProceduresSection({ patient, onOpen }: SectionProps) {
  return (
    <ListSection
      patient={patient}
      name="procedures"
      all="procedures"
      empty="No operation, examination or treatment is recorded."
    >
      {(entry) => (
        <Row
          key={entry.uuid}
          onOpen={() => onOpen(entry.uuid)}
          title={initial(sayName(entry.name))}
          detail={[sayDate(entry.start), entry.reason && `for ${sayName(entry.reason)}`].filter(Boolean).join(' · ')}
        />
      )}
    </ListSection>
  );
}

export function VaccinationsSection({ patient, onOpen }: SectionProps) {
  return (
    <ListSection patient={patient} name="immunizations" all="vaccinations" empty="No vaccination is recorded.">
      {(entry) => (
        <Row
          key={entry.uuid}
          onOpen={() => onOpen(entry.uuid)}
          title={initial(sayName(entry.name))}
          detail={sayDate(entry.time)}
        />
      )}
    </ListSection>
  );
}

export function DocumentsSection({ patient, onOpen }: SectionProps) {
  return (
    <ListSection
      patient={patient}
      name="documents"
      all="documents"
      empty="No letter or report is recorded. They come with a FHIR file."
    >
      {(entry) => (
        <Row
          key={entry.uuid}
          onOpen={() => onOpen(entry.uuid)}
          title={initial(sayName(entry.name))}
          aside={sayDate(entry.time)}
          detail={entry.excerpt?.split('\n').filter(Boolean).slice(0, 1).join(' ')}
        />
      )}
    </ListSection>
  );
}

type Lists = Omit<Sections, 'summary'>;
type Item<Name extends keyof Lists> = Lists[Name]['items'][number];

/** A section that is one list, the newest first. */
function ListSection<Name extends keyof Lists>(given: {
  patient: string;
  name: Name;
  /** What all of them are called. */
  all: string;
  empty: string;
  children: (item: Item<Name>) => ReactNode;
}) {
  const query = useSection(given.patient, given.name);
  return (
    <Loaded query={query} lines={2}>
      {(data) => {
        const items = data.items as readonly Item<Name>[];
        if (items.length === 0) return <Empty>{given.empty}</Empty>;
        return (
          <Folded items={items} first={12} all={`All ${items.length} ${given.all}`}>
            {(shown) => <ul className="rows">{shown.map(given.children)}</ul>}
          </Folded>
        );
      }}
    </Loaded>
  );
}
