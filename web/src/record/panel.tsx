/** The record beside the chat: sections that open, a search, and one entry whole when it is asked for. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '../api.ts';
import { Chevron, Close, Search } from '../shell/icons.tsx';
import { EntryView } from './entry.tsx';
import { ImportBox, useDrop, useImport } from './import.tsx';
import { Row, useSection } from './parts.tsx';
import {
  AllergiesSection,
  ConditionsSection,
  DocumentsSection,
  Empty,
  EncountersSection,
  MedicationsSection,
  ObservationsSection,
  type SectionProps,
  SummarySection,
  SymptomsSection,
  TimelineSection,
} from './sections.tsx';
import { sayDate, sayLabel, sayMeasure, sayName } from './words.ts';

export const SECTIONS = [
  { id: 'summary', title: 'Summary', Body: SummarySection },
  { id: 'observations', title: 'Labs & vitals', Body: ObservationsSection },
  { id: 'medications', title: 'Medications', Body: MedicationsSection },
  { id: 'conditions', title: 'Conditions', Body: ConditionsSection },
  { id: 'encounters', title: 'Encounters', Body: EncountersSection },
  { id: 'allergies', title: 'Allergies', Body: AllergiesSection },
  { id: 'symptoms', title: 'Symptoms', Body: SymptomsSection },
  { id: 'documents', title: 'Documents', Body: DocumentsSection },
  { id: 'timeline', title: 'Timeline', Body: TimelineSection },
] as const satisfies readonly { id: string; title: string; Body: (props: SectionProps) => unknown }[];

export type SectionId = (typeof SECTIONS)[number]['id'];

/** What the panel shows: its sections, or one entry. */
export interface Place {
  readonly section?: SectionId | undefined;
  readonly entry?: string | undefined;
  /** Tells one wish from the next, so that the same place can be asked for twice. */
  readonly wish: number;
}

export interface PanelProps {
  patient: string | undefined;
  place: Place;
  onPlace: (place: Omit<Place, 'wish'>) => void;
  onAsk: (question: string) => void;
  onPatient: (id: string) => void;
  onClose: () => void;
}

export function RecordPanel({ patient, place, onPlace, onAsk, onPatient, onClose }: PanelProps) {
  const { state, take } = useImport(onPatient);
  const { isOver, target } = useDrop((file) => void take(file));
  const [query, setQuery] = useState('');
  const onOpen = (entry: string) => onPlace({ entry });
  const [whose, setWhose] = useState(patient);
  if (whose !== patient) {
    // Another person's record begins at its beginning.
    setWhose(patient);
    setQuery('');
  }
  return (
    <aside className={`panel ${isOver ? 'over' : ''}`} aria-label="Record" {...target}>
      <div className="panel-grip" aria-hidden="true" />
      <header className="panel-head">
        <h2>Record</h2>
        <label className="search">
          <Search />
          <input
            type="search"
            placeholder="Search the record"
            aria-label="Search the record"
            value={query}
            disabled={patient === undefined}
            onChange={(event) => {
              setQuery(event.target.value);
              if (place.entry) onPlace({});
            }}
          />
        </label>
        <button type="button" className="icon panel-close" aria-label="Close the record" onClick={onClose}>
          <Close />
        </button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="panel-body" tabIndex={0} aria-label="Entries of the record">
        {patient === undefined ? (
          <Empty>No record is open. Choose a person above, or drop a FHIR file here.</Empty>
        ) : place.entry !== undefined ? (
          <EntryView
            key={place.entry}
            patient={patient}
            uuid={place.entry}
            onBack={() => onPlace({})}
            onOpen={onOpen}
            onAsk={onAsk}
          />
        ) : query.trim() !== '' ? (
          <Hits patient={patient} query={query.trim()} onOpen={onOpen} />
        ) : (
          <Sections patient={patient} place={place} onOpen={onOpen} />
        )}
      </section>
      <ImportBox state={state} onFile={(file) => void take(file)} />
    </aside>
  );
}

function Sections({ patient, place, onOpen }: { patient: string; place: Place; onOpen: (uuid: string) => void }) {
  const summary = useSection(patient, 'summary');
  const counts = summary.data?.counts ?? {};
  return SECTIONS.map(({ id, title, Body }) => (
    <Section
      key={id}
      title={title}
      count={id === 'observations' ? undefined : counts[id]}
      isWanted={place.section === id ? place.wish : 0}
      isFirst={id === 'summary'}
    >
      <Body patient={patient} onOpen={onOpen} />
    </Section>
  ));
}

function Section(given: {
  title: string;
  count: number | undefined;
  isWanted: number;
  isFirst: boolean;
  children: React.ReactNode;
}) {
  const [isOpen, setOpen] = useState(given.isFirst || given.isWanted > 0);
  const self = useRef<HTMLElement>(null);
  useEffect(() => {
    if (given.isWanted === 0) return;
    setOpen(true);
    return keepInView(self.current!);
  }, [given.isWanted]);
  return (
    <section className={`section ${given.isWanted > 0 ? 'lit' : ''}`} ref={self}>
      <h3>
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Chevron />
          <span>{given.title}</span>
          {given.count !== undefined && <span className="count">{given.count}</span>}
        </button>
      </h3>
      {isOpen && <div className="section-body">{given.children}</div>}
    </section>
  );
}

/** Brings it to the top and holds it there while its lines arrive. */
function keepInView(section: HTMLElement): () => void {
  const observer = new ResizeObserver(() => section.scrollIntoView({ block: 'start' }));
  observer.observe(section);
  const timer = setTimeout(() => observer.disconnect(), 1000);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}

function Hits({ patient, query, onOpen }: { patient: string; query: string; onOpen: (uuid: string) => void }) {
  const hits = useQuery({
    queryKey: ['record', patient, 'search', query],
    queryFn: () => api.search(patient, query),
    placeholderData: keepPreviousData,
  });
  if (hits.data === undefined) return null;
  if (hits.data.length === 0) return <Empty>{`Nothing in this record holds “${query}”.`}</Empty>;
  return (
    <ul className="rows hits">
      {hits.data.map((hit) => (
        <Row
          key={hit.uuid}
          onOpen={() => onOpen(hit.uuid)}
          title={hit.label === 'Observation' ? sayMeasure(hit) : sayName(hit.name)}
          aside={sayDate(hit.time)}
          detail={[sayLabel(hit.label), hit.snippet ?? hit.detail].filter(Boolean).join(' · ')}
        />
      ))}
    </ul>
  );
}
