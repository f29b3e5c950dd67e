/** The conversation: turns, the line to the server, the field to write in. Nothing scrolls by itself while words come. */
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { api, type TeamEntry } from '../api.ts';
import { Problem, Skeleton } from '../record/parts.tsx';
import { useAnswer } from '../today/waiting.ts';
import { Composer } from './composer.tsx';
import { TurnView } from './message.tsx';
import { useNews } from './news.ts';
import type { Session } from './session.ts';
import type { Turn } from './turn.ts';
import { Welcome } from './welcome.tsx';

export interface ChatProps {
  session: Session;
  isReady: boolean;
  teams: readonly TeamEntry[];
  team: TeamEntry | undefined;
  onTeam: (name: string) => void;
  /** The question is plainly for this team. */
  onGuess: (name: string) => void;
  isGuessed: boolean;
  /** The chat has not begun, and the person has not chosen for it. */
  mayGuess: boolean;
  patient: string | undefined;
  /** A question that came from elsewhere: the record, an example. */
  asked: { text: string; wish: number };
  onOpenEntry: (uuid: string) => void;
  onTrace: (invocation: string) => void;
  onAudit: () => void;
  onSent: () => void;
}

export function Chat(props: ChatProps) {
  const { session, isReady, team, patient, asked, onOpenEntry, onTrace, onAudit, onSent } = props;
  const view = useSyncExternalStore(session.subscribe, () => session.view);
  const { turns, line } = view;
  const [text, setText] = useState('');
  /** Sent before it was known who is asked and about whom: it goes as soon as that is. */
  const [early, setEarly] = useState<string>();
  const [edited, setEdited] = useState<Turn>();
  const field = useRef<HTMLTextAreaElement>(null);
  const isBusy = session.isBusy;
  useNews(session, turns.length > 0 && line.kind === 'open' && !isBusy);

  const send = (message: string) => {
    if (session.isBusy || message.trim() === '') return;
    if (!isReady) return setEarly(message);
    setEarly(undefined);
    setText('');
    setEdited(undefined);
    void guess.settle(message.trim()).then((guessed) => {
      const asked = guessed ?? team?.name;
      void session.send({ message: message.trim(), team: asked, patient, replaces: edited?.invocation });
      onSent();
    });
  };
  const guess = useGuess(props.mayGuess && turns.length === 0 ? text : undefined, props.onGuess);
  const give = useAnswer();
  const answer = async (pending: string, words: string) => {
    await give(pending, words);
    await session.follow();
  };
  const edit = (turn: Turn | undefined) => {
    setEdited(turn);
    setText(turn?.message ?? '');
    field.current?.focus();
  };

  // A wish is granted once, as soon as it can be: what is asked for during an answer waits for its end.
  const granted = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: not again for a new function
  useEffect(() => {
    if (asked.wish === granted.current || asked.text === '' || !isReady || isBusy) return;
    granted.current = asked.wish;
    send(asked.text);
  }, [asked.wish, isReady, isBusy]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: not again for a new function
  useEffect(() => {
    if (isReady && early !== undefined) send(early);
  }, [isReady, early]);
  useEffect(() => {
    if (view.unsent !== undefined) setText(view.unsent);
  }, [view.unsent]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key === 'Escape' &&
        !event.defaultPrevented &&
        session.isBusy &&
        !document.querySelector('dialog[open]')
      )
        session.stop();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [session]);
  const scroller = useScroll(turns.length, line.kind === 'waiting', line.kind === 'loading');

  return (
    <main className="chat" aria-label="Conversation">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="chat-scroll" ref={scroller} tabIndex={0} aria-label="Messages">
        <div className="chat-column">
          {line.kind === 'loading' && <Skeleton lines={6} />}
          {isReady && turns.length === 0 && (line.kind === 'open' || line.kind === 'failed') && (
            <Welcome team={team} patient={patient} onAsk={send} />
          )}
          {turns.map((turn, index) => (
            <TurnView
              key={turn.invocation}
              turn={turn}
              patient={patient}
              isLast={index === turns.length - 1 && line.kind !== 'waiting'}
              onOpenEntry={onOpenEntry}
              onTrace={onTrace}
              onAudit={onAudit}
              onEdit={edit}
              onAnswer={answer}
            />
          ))}
          {line.kind === 'waiting' && (
            <article className="turn last">
              <div className="said">
                <p className="said-by">You</p>
                <p className="said-text">{line.message}</p>
              </div>
              <p className="acting">Reading…</p>
            </article>
          )}
          {line.kind === 'failed' && <Problem error={line.error} />}
        </div>
      </section>
      <div className="chat-foot">
        <output className="line-state">
          {line.kind === 'lost' ? 'The connection is lost. Trying again; nothing is lost.' : ''}
          {view.unsent !== undefined && line.kind === 'open'
            ? 'The message did not arrive. It is back in the field.'
            : ''}
        </output>
        <Composer
          field={field}
          text={text}
          isEditing={edited !== undefined}
          isBusy={isBusy}
          last={turns.findLast(({ isOwn }) => isOwn)}
          teams={props.teams}
          team={team}
          isGuessed={props.isGuessed}
          onTeam={props.onTeam}
          onText={setText}
          onEdit={edit}
          onSend={() => send(text)}
          onStop={() => session.stop()}
        />
        <p className="notice">Information, not a diagnosis. Emergency: call 112 or 911.</p>
      </div>
    </main>
  );
}

/** Longer than this nobody waits for a guess. */
const PATIENCE = 600;

/** While somebody writes a first message, asks whose question it is; what is sent before that is known waits a moment. */
function useGuess(text: string | undefined, onGuess: (name: string) => void) {
  const tell = useRef(onGuess);
  tell.current = onGuess;
  const known = useRef({ text: '', team: Promise.resolve<string | null>(null) });
  const ask = (message: string) => {
    if (known.current.text !== message) known.current = { text: message, team: api.guess(message).catch(() => null) };
    return known.current.team;
  };
  const written = text?.trim() ?? '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again for other words only
  useEffect(() => {
    if (written.length < 8) return;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const team = await ask(written);
      if (isCurrent && team !== null) tell.current(team);
    }, 250);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [written]);
  return {
    /** The team that the message is plainly for, if a guess is wanted at all. */
    settle: async (message: string): Promise<string | undefined> => {
      if (text === undefined) return undefined;
      const late = new Promise<null>((done) => setTimeout(() => done(null), PATIENCE));
      const team = await Promise.race([ask(message), late]);
      if (team !== null) tell.current(team);
      return team ?? undefined;
    },
  };
}

/** A new question goes to the top and its answer grows below it: nothing the person reads moves. */
function useScroll(turns: number, isWaiting: boolean, isLoading: boolean) {
  const scroller = useRef<HTMLElement>(null);
  const wasLoading = useRef(isLoading);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn moves the view, words do not
  useLayoutEffect(() => {
    const box = scroller.current;
    const last = box?.querySelector<HTMLElement>('.turn.last');
    if (!box || !last || isLoading) return;
    box.style.setProperty('--room', `${box.clientHeight}px`);
    box.scrollTo({ top: wasLoading.current ? box.scrollHeight : last.offsetTop - 16, behavior: 'auto' });
    wasLoading.current = false;
  }, [turns, isWaiting, isLoading]);
  return scroller;
}
