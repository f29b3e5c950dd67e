/** The app: three columns and what moves between them. The address names the chat; the browser remembers the rest. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { api } from './api.ts';
import { Chat } from './chat/chat.tsx';
import { Session } from './chat/session.ts';
import type { Turn } from './chat/turn.ts';
import { type Place, RecordPanel, SECTIONS, type SectionId } from './record/panel.tsx';
import { Door } from './shell/door.tsx';
import { Header } from './shell/header.tsx';
import { Palette } from './shell/palette.tsx';
import { Sessions } from './shell/sessions.tsx';
import { useStored } from './shell/stored.ts';
import { type Page, type PageId, pageAt, pathTo } from './workshop/pages.ts';

const Trace = lazy(() => import('./trace/trace.tsx'));
const Workshop = lazy(() => import('./workshop/workshop.tsx'));

export function App() {
  const client = useQueryClient();
  const { session, page, open, startNew, go } = useWay();
  const { isReady, teams, team, setTeam, patients, patient, setPatient } = useHouse(session, startNew);
  const { place, show } = usePlace();
  const [asked, setAsked] = useState({ text: '', wish: 0 });
  const [drawer, setDrawer] = useState<'' | 'sessions' | 'record'>('');
  const [isPanelOpen, setPanelOpen] = useStored('panel', true);
  const [trace, setTrace] = useState<string>();
  const [isFinding, setFinding] = useState(false);

  const isNarrow = () => matchMedia('(max-width: 900px)').matches;
  const reveal = () => (isNarrow() ? setDrawer('record') : setPanelOpen(true));
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it calls does the same each time
  const openEntry = useCallback((entry: string) => {
    reveal();
    show({ entry });
  }, []);
  const openSection = (section: SectionId) => {
    reveal();
    show({ section });
  };
  const refresh = () => void client.invalidateQueries({ queryKey: ['sessions'] });

  session.onTurn = (turn: Turn) => {
    refresh();
    if (turn.facts.length > 0) void client.invalidateQueries({ queryKey: ['record'] });
    const named = SECTIONS.find(({ id }) => id === turn.section);
    if (turn.outcome === 'redirected' && named) openSection(named.id);
  };
  const [whose, setWhose] = useState(patient?.id);
  if (whose !== patient?.id) {
    // An entry belongs to its person.
    setWhose(patient?.id);
    show({});
  }
  useHotkey('k', () => setFinding(true));
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setDrawer('');
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  return (
    <div className={`app ${isPanelOpen && page === undefined ? '' : 'no-panel'} ${drawer && `show-${drawer}`}`}>
      <a className="skip" href="#message">
        To the message field
      </a>
      <Header
        teams={teams}
        team={team}
        onTeam={setTeam}
        patients={patients}
        patient={patient}
        onPatient={setPatient}
        onSessions={() => setDrawer(drawer === 'sessions' ? '' : 'sessions')}
        onPanel={() => (isNarrow() ? setDrawer(drawer === 'record' ? '' : 'record') : setPanelOpen(!isPanelOpen))}
        onPalette={() => setFinding(true)}
      />
      <Sessions
        patient={patient?.id}
        current={page === undefined ? session.id : ''}
        page={page?.id}
        onPage={(id) => {
          setDrawer('');
          go(id);
        }}
        onOpen={(id) => {
          setDrawer('');
          open(id);
        }}
        onNew={() => {
          setDrawer('');
          startNew();
        }}
      />
      {page !== undefined ? (
        <Suspense fallback={<main className="workshop" />}>
          <Workshop page={page} go={go} onChat={open} />
        </Suspense>
      ) : (
        <Chat
          key={session.id}
          session={session}
          isReady={isReady}
          team={team}
          patient={patient?.id}
          asked={asked}
          onOpenEntry={openEntry}
          onTrace={setTrace}
          onAudit={() => go('audit', session.id)}
          onSent={() => {
            history.replaceState(null, '', `/c/${session.id}`);
            setTimeout(refresh, 300);
          }}
        />
      )}
      <RecordPanel
        patient={patient?.id}
        place={place}
        onPlace={show}
        onAsk={(text) => {
          setDrawer('');
          setAsked(({ wish }) => ({ text, wish: wish + 1 }));
        }}
        onPatient={setPatient}
        onClose={() => (isNarrow() ? setDrawer('') : setPanelOpen(false))}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Esc does the same */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Esc does the same */}
      <div className="shade" onClick={() => setDrawer('')} />
      {isFinding && (
        <Palette
          patient={patient?.id}
          onClose={() => setFinding(false)}
          onSession={open}
          onEntry={openEntry}
          onSection={openSection}
          onPage={go}
          onNew={startNew}
        />
      )}
      <Door />
      {trace && (
        <Suspense fallback={null}>
          <Trace session={session} invocation={trace} onClose={() => setTrace(undefined)} />
        </Suspense>
      )}
    </div>
  );
}

/** Where the person is: a chat or a page, as the address says. */
function useWay() {
  const [session, setSession] = useState(() => sessionFor(location.pathname));
  const [page, setPage] = useState<Page | undefined>(() => pageAt(location.pathname));
  const enter = useCallback((next: Session) => {
    setPage(undefined);
    setSession((before) => {
      if (before !== next) before.close();
      return next;
    });
  }, []);
  useEffect(() => {
    const onPop = () => {
      const to = pageAt(location.pathname);
      if (to === undefined) enter(sessionFor(location.pathname));
      else setPage(to);
    };
    addEventListener('popstate', onPop);
    return () => removeEventListener('popstate', onPop);
  }, [enter]);
  const open = useCallback(
    (id: string) => {
      history.pushState(null, '', `/c/${id}`);
      enter(new Session(id, false));
    },
    [enter],
  );
  const startNew = useCallback(() => {
    history.pushState(null, '', '/');
    enter(new Session(crypto.randomUUID(), true));
  }, [enter]);
  const go = useCallback((id: PageId, ...rest: string[]) => {
    const path = pathTo(id, ...rest);
    history.pushState(null, '', path);
    setPage(pageAt(path));
  }, []);
  return { session, page, open, startNew, go };
}

function sessionFor(path: string): Session {
  const id = /^\/c\/([\w.:-]+)$/.exec(path)?.[1];
  return id === undefined ? new Session(crypto.randomUUID(), true) : new Session(id, false);
}

/** Teams and people. A chat belongs to one of each, so choosing another begins a new chat. */
function useHouse(session: Session, startNew: () => void) {
  const { data: teams = [], isFetched: hasTeams } = useQuery({ queryKey: ['teams'], queryFn: api.teams });
  const { data: patients = [], isFetched: hasPeople } = useQuery({ queryKey: ['patients'], queryFn: api.patients });
  const { data: about } = useQuery({
    queryKey: ['session', session.id],
    queryFn: () => api.session(session.id),
    enabled: !session.isNew,
    retry: false,
  });
  const [chosenTeam, storeTeam] = useStored('team', '');
  const [chosenPatient, storePatient] = useStored('patient', '');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chat decides once, then the person does
  useEffect(() => {
    if (about?.patient_id) storePatient(about.patient_id);
    if (about?.team) storeTeam(about.team);
  }, [about?.patient_id, about?.team]);
  const team = useMemo(
    () => teams.find(({ name }) => name === chosenTeam) ?? teams.find((entry) => entry.default) ?? teams[0],
    [teams, chosenTeam],
  );
  const patient = useMemo(
    () => patients.find(({ id }) => id === chosenPatient) ?? patients[0],
    [patients, chosenPatient],
  );
  return {
    /** Whose question it is and who is asked is known. */
    isReady: hasTeams && hasPeople,
    teams,
    team,
    setTeam: (name: string) => {
      storeTeam(name);
      if (name !== team?.name) startNew();
    },
    patients,
    patient,
    setPatient: (id: string) => {
      storePatient(id);
      if (id !== patient?.id) startNew();
    },
  };
}

function usePlace() {
  const [place, setPlace] = useState<Place>({ wish: 0 });
  const show = useCallback((next: Omit<Place, 'wish'>) => setPlace(({ wish }) => ({ ...next, wish: wish + 1 })), []);
  return { place, show };
}

function useHotkey(key: string, run: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === key) {
        event.preventDefault();
        run();
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
}
