/** Cards: what is due, one by one, by keyboard or thumb; and making, bringing and taking them. */
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Failure, Loading, sayCount } from '../pieces/parts.tsx';
import { type Column, Table } from '../pieces/table.tsx';
import { type Card, type MaterialInfo, takeFile, unitsOf, useChange, useStudy } from './calls.ts';
import { ChapterOptions } from './chapter-options.tsx';

export function Cards({ info }: { info: MaterialInfo }) {
  const { data, error } = useStudy<{ cards: Card[]; due: number }>('cards?due=true&most=200');
  const { data: all } = useStudy<{ cards: Card[] }>('cards?most=2000');
  const [isOn, setOn] = useState(false);
  if (error) return <Failure error={error} />;
  if (data === undefined) return <Loading />;
  if (isOn) return <Review cards={data.cards} onEnd={() => setOn(false)} />;
  return (
    <>
      <section className="due">
        <p>
          <strong>{data.due === 0 ? 'No card is due.' : `${sayCount(data.due, 'card')} due.`}</strong>{' '}
          {all !== undefined && <span className="soft">{all.cards.length} in all.</span>}
        </p>
        {data.due > 0 && (
          <button type="button" className="button primary" onClick={() => setOn(true)}>
            Review
          </button>
        )}
      </section>
      <Making info={info} />
      <Deck cards={all?.cards ?? []} />
    </>
  );
}

const RATINGS = [
  { rating: 'again', label: 'Again' },
  { rating: 'hard', label: 'Hard' },
  { rating: 'good', label: 'Good' },
  { rating: 'easy', label: 'Easy' },
] as const;
type Rating = (typeof RATINGS)[number]['rating'];

/** The cards that were due when it began; one that is forgotten comes back at the end. */
function Review({ cards, onEnd }: { cards: readonly Card[]; onEnd: () => void }) {
  const [queue, setQueue] = useState(cards);
  const [done, setDone] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const [problem, setProblem] = useState<Error>();
  const change = useChange<{ card: Card; counted: boolean }>();
  // One key for each showing: two taps on a slow line are one review.
  const showing = useRef({ key: crypto.randomUUID(), since: Date.now() });
  const card = queue[0];
  const rate = (rating: Rating) => {
    if (card === undefined || !isOpen || change.isPending) return;
    const { key, since } = showing.current;
    const seconds = Math.min(3600, Math.round((Date.now() - since) / 1000));
    change.mutate(
      { method: 'POST', path: 'reviews', body: { card: card.id, rating, key, seconds, shown: card.schedule.reps } },
      {
        onSuccess: ({ card: kept, counted }) => {
          showing.current = { key: crypto.randomUUID(), since: Date.now() };
          setQueue((before) => (counted && rating === 'again' ? [...before.slice(1), kept] : before.slice(1)));
          setDone((before) => before + (!counted || rating === 'again' ? 0 : 1));
          setOpen(false);
          setProblem(
            counted ? undefined : new Error('That card was already rated, in another window or on another device.'),
          );
        },
        onError: setProblem,
      },
    );
  };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey) return;
      const chosen = RATINGS[Number(event.key) - 1];
      if (event.key === 'Escape') onEnd();
      else if (isOpen && chosen !== undefined) rate(chosen.rating);
      else if (!isOpen && (event.key === ' ' || event.key === 'Enter')) setOpen(true);
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
  if (card === undefined)
    return (
      <section className="review">
        <p>
          <strong>Done.</strong> {sayCount(done, 'card')} reviewed.
        </p>
        <button type="button" className="button primary" onClick={onEnd}>
          Back
        </button>
      </section>
    );
  return (
    <section className="review" aria-label="Review">
      <p className="spread soft">
        <span>
          {done + 1} of {done + queue.length} · {card.topic}
        </span>
        <button type="button" className="link" onClick={onEnd}>
          Stop
        </button>
      </p>
      <div className="face" aria-live="polite">
        <p className="card-front">{stressed(card.front)}</p>
        {isOpen && <p className="card-back">{stressed(card.back)}</p>}
        {isOpen && card.citation && <p className="soft footnote">{plain(card.citation.footnote)}</p>}
      </div>
      {problem && <Failure error={problem} />}
      {isOpen ? (
        <div className="ratings">
          {RATINGS.map(({ rating, label }, index) => (
            <button
              key={rating}
              type="button"
              className="button"
              disabled={change.isPending}
              onClick={() => rate(rating)}
            >
              {label} <kbd>{index + 1}</kbd>
            </button>
          ))}
        </div>
      ) : (
        <button type="button" className="button primary show" onClick={() => setOpen(true)}>
          Show <kbd>Space</kbd>
        </button>
      )}
    </section>
  );
}

const STRESS = /(?<![\p{L}\p{N}*])\*\*([^*\n]+)\*\*(?![\p{L}\p{N}*])|(?<![\p{L}\p{N}_])_([^_\n]+)_(?![\p{L}\p{N}_])/u;

/** **Bold** and _slanted_ words of a card, as Anki has them. */
function stressed(text: string): ReactNode[] {
  const found = STRESS.exec(text);
  if (found === null) return [text];
  const [whole, bold, slanted] = found;
  // What is left grows shorter, so that each has a key of its own.
  const key = text.length;
  const shown = bold === undefined ? <em key={key}>{slanted}</em> : <strong key={key}>{bold}</strong>;
  return [text.slice(0, found.index), shown, ...stressed(text.slice(found.index + whole.length))];
}

/** A footnote without its Markdown. */
export function plain(text: string): string {
  return text.replace(/[*_]/g, '');
}

function Making({ info }: { info: MaterialInfo }) {
  const units = unitsOf(info);
  const [chapter, setChapter] = useState('');
  const [own, setOwn] = useState({ front: '', back: '' });
  const [said, setSaid] = useState('');
  const make = useChange<{ cards?: Card[]; added?: number; known?: number; skipped?: unknown[] }>();
  const onMake = () =>
    make.mutate(
      { method: 'POST', path: 'cards/make', body: { material: info.id, ...(chapter && { chapter }) } },
      {
        onSuccess: ({ cards = [] }) =>
          setSaid(cards.length === 0 ? 'No new card could be made of it.' : `${sayCount(cards.length, 'card')} made.`),
      },
    );
  const onOwn = (event: FormEvent) => {
    event.preventDefault();
    make.mutate(
      { method: 'POST', path: 'cards', body: { ...own, course: info.id } },
      {
        onSuccess: () => {
          setOwn({ front: '', back: '' });
          setSaid('Added.');
        },
      },
    );
  };
  const onFile = async (file: File | undefined) => {
    if (file === undefined) return;
    const text = await file.text();
    make.mutate(
      { method: 'POST', path: 'anki', body: { text, course: info.id } },
      {
        onSuccess: ({ added = 0, known = 0, skipped = [] }) =>
          setSaid(
            `${added} added, ${known} known already${skipped.length > 0 ? `, ${sayCount(skipped.length, 'line')} left out` : ''}.`,
          ),
      },
    );
  };
  return (
    <section className="making" aria-label="Make cards">
      <div className="study-row">
        <select aria-label="Chapter" value={chapter} onChange={(event) => setChapter(event.target.value)}>
          <option value="">All chapters</option>
          <ChapterOptions units={units} />
        </select>
        <button type="button" className="button" disabled={make.isPending} onClick={onMake}>
          Make cards
        </button>
      </div>
      <form className="study-row" onSubmit={onOwn}>
        <input
          aria-label="Front"
          placeholder="Front"
          value={own.front}
          onChange={(event) => setOwn({ ...own, front: event.target.value })}
          required
        />
        <input
          aria-label="Back"
          placeholder="Back"
          value={own.back}
          onChange={(event) => setOwn({ ...own, back: event.target.value })}
          required
        />
        <button type="submit" className="button">
          Add
        </button>
      </form>
      <p className="study-row">
        <label className="link">
          Bring from Anki
          <input
            type="file"
            accept=".txt,.tsv,.csv,text/plain"
            className="sr-only"
            onChange={(event) => void onFile(event.target.files?.[0])}
          />
        </label>
        <button
          type="button"
          className="link"
          onClick={() => void takeFile('anki', 'consilium-cards.txt', 'text/plain')}
        >
          Take to Anki
        </button>
        <output className="soft">{said}</output>
      </p>
      {make.error && <Failure error={make.error} />}
    </section>
  );
}

const COLUMNS: readonly Column<Card>[] = [
  { id: 'front', title: 'Front', value: ({ front }) => front },
  { id: 'back', title: 'Back', value: ({ back }) => back },
  { id: 'topic', title: 'Topic', value: ({ topic }) => topic },
  { id: 'due', title: 'Due', value: ({ schedule }) => schedule.due.slice(0, 10), isNumber: true },
];

function Deck({ cards }: { cards: readonly Card[] }) {
  if (cards.length === 0) return null;
  return (
    <details className="open">
      <summary>All cards</summary>
      <Table label="All cards" columns={COLUMNS} rows={cards} keyOf={({ id }) => id} file="cards" />
    </details>
  );
}
