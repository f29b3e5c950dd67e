/** The app: three columns and what moves between them. The address names the chat; the browser remembers the rest. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { type ApiError, api, type PatientEntry, type TeamEntry } from './api.ts';
import { Chat } from './chat/chat.tsx';
import { Session } from './chat/session.ts';
import type { Turn } from './chat/turn.ts';
import { mayUse } from './lock.ts';
import { type Place, RecordPanel, SECTIONS, type SectionId, type Wish } from './record/panel.tsx';
import { NewPerson } from './record/person.tsx';
import { Door } from './shell/door.tsx';
import { isDrawer, useDrawers } from './shell/drawers.ts';
import { Header, SmallScreenTools } from './shell/header.tsx';
import { newId } from './shell/id.ts';
import { Nav } from './shell/nav.tsx';
import { Outage } from './shell/outage.tsx';
import { type Page, pageAt, pathTo } from './shell/pages.ts';
import { Palette } from './shell/palette.tsx';
import { Sessions } from './shell/sessions.tsx';
import { useStored } from './shell/stored.ts';
import { useBadges } from './today/waiting.ts';

const Trace = lazy(() => import('./trace/trace.tsx'));
const PageView = lazy(async () => ({ default: (await import('./shell/page.tsx')).PageView }));

export function App() {
  const client = useQueryClient();
  const { session, page, open, startNew, go, goToChat } = useWay();
  const house = useHouse(session, startNew);
  const { isReady, team, patients, patient } = house;
  const { place, show } = usePlace();
  const { drawer, open: openDrawer, close: closeDrawer } = useDrawers();
  const [asked, setAsked] = useState({ text: '', wish: 0, session: '' });
  const [isPanelOpen, setPanelOpen] = useStored('panel', true);
  const [trace, setTrace] = useState<string>();
  const [isFinding, setFinding] = useState(false);
  const [isMeeting, setMeeting] = useState(false);

  const reveal = () => {
    if (page !== undefined) goToChat();
    if (isDrawer('record')) openDrawer('record');
    else setPanelOpen(true);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it calls does the same until there is another page
  const openEntry = useCallback(
    (entry: string) => {
      reveal();
      show({ trail: [entry] });
    },
    [page],
  );
  const openSection = (section: SectionId) => {
    reveal();
    show({ section });
  };
  const askTeam = (text: string, name?: string) => {
    const fresh = startNew();
    if (name !== undefined) house.onTeamOf(name, fresh);
    setAsked(({ wish }) => ({ text, wish: wish + 1, session: fresh }));
  };
  const badges = useBadges();
  const refresh = () => void client.invalidateQueries({ queryKey: ['sessions'] });
  /** Whatever is chosen in a drawer closes it. */
  const closing =
    <Args extends unknown[]>(work: (...args: Args) => void) =>
    (...args: Args) => {
      closeDrawer();
      work(...args);
    };

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
    show({ trail: [] });
  }
  useHotkey('k', () => setFinding(true));
  useComingBack(() => {
    for (const queryKey of [['sessions'], ['record'], ['patients']]) void client.invalidateQueries({ queryKey });
  });

  return (
    <div className={`app ${isPanelOpen && page === undefined ? '' : 'no-panel'} ${drawer ? `show-${drawer}` : ''}`}>
      <a className="skip" href="#message">
        To the message field
      </a>
      <Header
        {...house}
        onNewPerson={() => setMeeting(true)}
        onSessions={() => (drawer === 'sessions' ? closeDrawer() : openDrawer('sessions'))}
        onPanel={() => {
          if (!isDrawer('record')) setPanelOpen(!isPanelOpen);
          else if (drawer === 'record') closeDrawer();
          else openDrawer('record');
        }}
        onPalette={() => setFinding(true)}
      />
      <Outage />
      <Sessions
        patient={patient?.id}
        current={page === undefined ? session.id : ''}
        nav={
          <Nav
            page={page?.id}
            badges={badges}
            onPage={closing(go)}
            onChat={closing(goToChat)}
            onRecord={closing(reveal)}
          />
        }
        onOpen={closing(open)}
        onNew={closing(startNew)}
      >
        <SmallScreenTools onPalette={closing(() => setFinding(true))} />
      </Sessions>
      <div className="middle" inert={drawer !== undefined}>
        {page !== undefined ? (
          <Suspense fallback={<main className="workshop" />}>
            <PageView {...page} go={go} patient={patient} onChat={open} onAsk={askTeam} onEntry={openEntry} />
          </Suspense>
        ) : (
          <Chat
            key={session.id}
            session={session}
            isReady={isReady}
            teams={house.teams}
            team={team}
            onTeam={house.onTeam}
            onGuess={house.onGuess}
            isGuessed={house.isGuessed}
            mayGuess={house.mayGuess}
            patient={patient?.id}
            asked={asked.session === session.id ? asked : NOTHING_ASKED}
            onOpenEntry={openEntry}
            onTrace={setTrace}
            onAudit={() => go('audit', session.id)}
            onSent={() => {
              setAsked(({ wish }) => ({ ...NOTHING_ASKED, wish, session: '' }));
              history.replaceState(null, '', `/c/${session.id}`);
              setTimeout(refresh, 300);
            }}
          />
        )}
      </div>
      <RecordPanel
        patient={patient}
        problem={house.problem}
        isReady={isReady}
        place={place}
        onPlace={show}
        onAsk={closing((text: string) => {
          if (page !== undefined) goToChat();
          setAsked(({ wish }) => ({ text, wish: wish + 1, session: session.id }));
        })}
        onChat={closing(open)}
        onPatient={house.onPatient}
        onNewPerson={() => setMeeting(true)}
        onReveal={reveal}
        onClose={() => (isDrawer('record') ? closeDrawer() : setPanelOpen(false))}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Esc does the same */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Esc does the same */}
      <div className="shade" onClick={closeDrawer} />
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
      {isMeeting && (
        <NewPerson patients={patients} onMade={closing(house.onPatient)} onClose={() => setMeeting(false)} />
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

const NOTHING_ASKED = { text: '', wish: 0 };

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
    const session = new Session(newId(), true);
    enter(session);
    return session.id;
  }, [enter]);
  const go = useCallback((id: string, ...rest: string[]) => {
    const path = pathTo(id, ...rest);
    history.pushState(null, '', path);
    setPage(pageAt(path));
  }, []);
  const goToChat = useCallback(() => {
    history.pushState(null, '', session.view.turns.length === 0 ? '/' : `/c/${session.id}`);
    setPage(undefined);
  }, [session]);
  return { session, page, open, startNew, go, goToChat };
}

function sessionFor(path: string): Session {
  const id = /^\/c\/([\w.:-]+)$/.exec(path)?.[1];
  return id === undefined ? new Session(newId(), true) : new Session(id, false);
}

/** Teams and people. A chat belongs to one of each, so choosing another begins a new chat. */
function useHouse(session: Session, startNew: () => void) {
  const { data: all = NO_TEAMS } = useQuery({ queryKey: ['teams'], queryFn: api.teams });
  const teams = useMemo(() => all.filter(({ scopes }) => scopes.every(mayUse)), [all]);
  const people = useQuery<PatientEntry[], ApiError>({ queryKey: ['patients'], queryFn: api.patients });
  const patients = people.data ?? NO_PEOPLE;
  const { data: about } = useQuery({
    queryKey: ['session', session.id],
    queryFn: () => api.session(session.id),
    enabled: !session.isNew,
    retry: false,
  });
  const [usualTeam, storeTeam] = useStored('team', '');
  /** For this chat alone: what the question was plainly for, until the person chose. */
  const [guessed, setGuessed] = useState({ session: '', team: '', isOver: false });
  const own = guessed.session === session.id ? guessed : undefined;
  const chosenTeam = own?.isOver === false ? own.team : usualTeam;
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
    isReady: team !== undefined && people.data !== undefined,
    problem: people.data === undefined ? (people.error ?? undefined) : undefined,
    teams,
    team,
    onTeamOf: (name: string, chat: string) => {
      storeTeam(name);
      setGuessed({ session: chat, team: '', isOver: true });
    },
    /** A guess holds for a chat that has not begun, and only as long as the person has not chosen. */
    onGuess: (name: string) => {
      if (own?.isOver !== true && session.view.turns.length === 0 && teams.some((entry) => entry.name === name))
        setGuessed({ session: session.id, team: name, isOver: false });
    },
    isGuessed: own?.isOver === false,
    mayGuess: session.isNew && own?.isOver !== true && teams.length > 1,
    onTeam: (name: string) => {
      storeTeam(name);
      setGuessed({ session: session.id, team: '', isOver: true });
      // A chat belongs to its team; one that has not begun can still choose.
      if (name !== team?.name && session.view.turns.length > 0) startNew();
    },
    patients,
    patient,
    onPatient: (id: string) => {
      storePatient(id);
      if (id !== patient?.id) startNew();
    },
  };
}

const NO_TEAMS: readonly TeamEntry[] = [];
const NO_PEOPLE: readonly PatientEntry[] = [];

function usePlace() {
  const [place, setPlace] = useState<Place>({ trail: [], from: null, wish: 0 });
  const show = useCallback((next: Wish) => {
    const at = document.activeElement;
    setPlace(({ trail, from, wish }) => ({
      trail: [],
      ...next,
      // Whoever goes from entry to entry comes back to where they began.
      from: trail.length === 0 ? at : from,
      wish: wish + 1,
    }));
  }, []);
  return { place, show };
}

/** The page is looked at again: another tab, or another person, may have changed what it shows. */
function useComingBack(run: () => void): void {
  useEffect(() => {
    const onShow = () => document.visibilityState === 'visible' && run();
    document.addEventListener('visibilitychange', onShow);
    return () => document.removeEventListener('visibilitychange', onShow);
  });
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
