/** The record beside the chat: sections that open, a search, and one entry whole when it is asked for. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { memo, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type ApiError, api, type Hit, type PatientEntry } from '../api.ts';
import { Chevron, Close, Plus, Search } from '../shell/icons.tsx';
import { EntryView } from './entry.tsx';
import { EraseRecord } from './erase.tsx';
import { ImportBox, useDrop, useImport } from './import.tsx';
import { isInvented } from './invented.ts';
import { MedicationsSection } from './medications.tsx';
import { ObservationsSection } from './observations.tsx';
import { Empty, Loaded, Problem, Row, Skeleton, useSection } from './parts.tsx';
import {
  AllergiesSection,
  ConditionsSection,
  DocumentsSection,
  EncountersSection,
  ProceduresSection,
  type SectionProps,
  SummarySection,
  SymptomsSection,
  VaccinationsSection,
} from './sections.tsx';
import { TimelineSection } from './timeline.tsx';
import { initial, sayDate, sayLabel, sayMeasure, sayName } from './words.ts';

export const SECTIONS = [
  { id: 'summary', title: 'Summary', Body: SummarySection },
  { id: 'observations', title: 'Labs & vitals', Body: ObservationsSection },
  { id: 'medications', title: 'Medications', Body: MedicationsSection },
  { id: 'conditions', title: 'Conditions', Body: ConditionsSection },
  { id: 'encounters', title: 'Encounters', Body: EncountersSection },
  { id: 'allergies', title: 'Allergies', Body: AllergiesSection },
  { id: 'symptoms', title: 'Symptoms', Body: SymptomsSection },
  { id: 'procedures', title: 'Procedures', Body: ProceduresSection },
  { id: 'immunizations', title: 'Vaccinations', Body: VaccinationsSection },
  { id: 'documents', title: 'Documents', Body: DocumentsSection },
  { id: 'timeline', title: 'Timeline', Body: TimelineSection },
] as const satisfies readonly { id: string; title: string; Body: (props: SectionProps) => unknown }[];

export type SectionId = (typeof SECTIONS)[number]['id'];

/** What the panel shows: its sections, or one entry. */
export interface Place {
  readonly section?: SectionId | undefined;
  /** The entries that were opened one from another; the last is shown. */
  readonly trail: readonly string[];
  /** Where the person was before the first of them, to return to. */
  readonly from: Element | null;
  /** Tells one wish from the next, so that the same place can be asked for twice. */
  readonly wish: number;
}

export type Wish = { section: SectionId } | { trail: readonly string[] };

export interface PanelProps {
  patient: PatientEntry | undefined;
  /** Why there is nobody to show, where it is not that there is nobody. */
  problem: ApiError | undefined;
  isReady: boolean;
  place: Place;
  onPlace: (wish: Wish) => void;
  onAsk: (question: string) => void;
  onChat: (session: string) => void;
  onPatient: (id: string) => void;
  onNewPerson: () => void;
  /** Something is to be seen here. */
  onReveal: () => void;
  onClose: () => void;
}

export function RecordPanel(props: PanelProps) {
  const { place, onPlace, onPatient, onReveal } = props;
  const patient = props.patient?.id;
  const { state, take } = useImport(onPatient);
  const bring = (files: readonly File[]) => {
    onReveal();
    void take(files);
  };
  const isOver = useDrop(bring);
  const [query, setQuery] = useState('');
  const entry = place.trail.at(-1);
  const body = useReturn(place);
  const [whose, setWhose] = useState(patient);
  if (whose !== patient) {
    // Another person's record begins at its beginning.
    setWhose(patient);
    setQuery('');
  }
  const { trail } = place;
  const onOpen = useCallback((uuid: string) => onPlace({ trail: [...trail, uuid] }), [trail, onPlace]);
  return (
    <aside className={`panel ${isOver ? 'over' : ''}`} aria-label="Record" tabIndex={-1}>
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
              if (entry !== undefined) onPlace({ trail: [] });
            }}
          />
        </label>
        <button type="button" className="icon panel-close" aria-label="Close the record" onClick={props.onClose}>
          <Close />
        </button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="panel-body" ref={body} tabIndex={0} aria-label="Entries of the record">
        {props.patient === undefined || patient === undefined ? (
          <Nobody {...props} />
        ) : (
          <>
            <div hidden={entry !== undefined}>
              {query.trim() !== '' && <Hits patient={patient} query={query.trim()} onOpen={onOpen} />}
              <div hidden={query.trim() !== ''} key={patient}>
                <Whose patient={props.patient} onNewPerson={props.onNewPerson} />
                <Sections patient={patient} place={place} onOpen={onOpen} />
                <EraseRecord patient={props.patient} onErased={() => onPatient('')} />
              </div>
            </div>
            {entry !== undefined && (
              <EntryView
                key={entry}
                patient={patient}
                uuid={entry}
                back={place.trail.length > 1 ? 'Back' : 'Record'}
                onBack={() => onPlace({ trail: place.trail.slice(0, -1) })}
                onOpen={onOpen}
                onAsk={props.onAsk}
                onChat={props.onChat}
              />
            )}
          </>
        )}
      </section>
      <ImportBox state={state} onFiles={bring} />
    </aside>
  );
}

/** Back from an entry, the list is where it was left, and so is the person. */
function useReturn({ trail, from }: Place) {
  const body = useRef<HTMLElement>(null);
  const left = useRef(0);
  const depth = trail.length;
  const before = useRef(depth);
  useEffect(() => {
    const box = body.current!;
    const onScroll = () => {
      if (before.current === 0) left.current = box.scrollTop;
    };
    box.addEventListener('scroll', onScroll, { passive: true });
    return () => box.removeEventListener('scroll', onScroll);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every entry begins at its top
  useLayoutEffect(() => {
    const isBack = depth === 0 && before.current > 0;
    before.current = depth;
    if (depth > 0) body.current!.scrollTop = 0;
    if (!isBack) return;
    body.current!.scrollTop = left.current;
    if (from instanceof HTMLElement && from.isConnected) from.focus({ preventScroll: true });
  }, [trail]);
  return body;
}

/** No record is open: why, and how to have one. */
function Nobody({ problem, isReady, onNewPerson }: PanelProps) {
  if (problem) return <Problem error={problem} />;
  if (!isReady) return <Skeleton lines={6} />;
  return (
    <div className="nobody">
      <p>Nobody is here yet. Begin a record with a name, or add a FHIR file that a clinic or its app gave you.</p>
      <button type="button" className="button main" onClick={onNewPerson}>
        <Plus /> New person
      </button>
    </div>
  );
}

/** Whoever meets an invented person first is told so, and how to begin with a real one. */
function Whose({ patient, onNewPerson }: { patient: PatientEntry; onNewPerson: () => void }) {
  if (!isInvented(patient.id)) return null;
  return (
    <p className="whose">
      {patient.name} is invented, to try things with.{' '}
      <button type="button" className="link" onClick={onNewPerson}>
        Begin your own record
      </button>
    </p>
  );
}

/** Drawn anew when the place changes, not with every letter of a search. */
const Sections = memo(function Sections(given: { patient: string; place: Place; onOpen: (uuid: string) => void }) {
  const { patient, place, onOpen } = given;
  const summary = useSection(patient, 'summary');
  return SECTIONS.map(({ id, title, Body }) => (
    <Section
      key={id}
      title={title}
      count={sayCount(id, summary.data?.counts ?? {})}
      isWanted={place.section === id ? place.wish : 0}
      isFirst={id === 'summary'}
    >
      <Body patient={patient} onOpen={onOpen} />
    </Section>
  ));
});

/** What counts today, before what is over. */
function sayCount(id: SectionId, counts: Record<string, number>): string {
  if (id === 'observations' || counts[id] === undefined) return '';
  const now = { conditions: counts['conditions_active'], medications: counts['medications_current'] }[id as string];
  return now === undefined || now === counts[id] ? String(counts[id]) : `${now} now, ${counts[id]} in all`;
}

function Section(given: {
  title: string;
  count: string;
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
          {given.count && <span className="count">{given.count}</span>}
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
  const hits = useQuery<Hit[], ApiError>({
    queryKey: ['record', patient, 'search', query],
    queryFn: () => api.search(patient, query),
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={hits} lines={4}>
      {(list) => (
        <>
          <output className="found">{list.length === 0 ? '' : sayFound(list.length)}</output>
          {list.length === 0 && <Empty>{`Nothing in this record holds “${query}”.`}</Empty>}
          <ul className="rows hits">
            {list.map((hit) => (
              <Row
                key={hit.uuid}
                onOpen={() => onOpen(hit.uuid)}
                title={hit.label === 'Observation' ? sayMeasure(hit) : initial(sayName(hit.name))}
                aside={sayDate(hit.time)}
                detail={[sayLabel(hit.label), sayName(hit.snippet ?? hit.detail ?? '')].filter(Boolean).join(' · ')}
              />
            ))}
          </ul>
        </>
      )}
    </Loaded>
  );
}

const MOST = 30;

function sayFound(count: number): string {
  if (count >= MOST) return `The first ${MOST} entries found; another word finds fewer.`;
  return count === 1 ? '1 entry found' : `${count} entries found`;
}
