/** Search: passages with the words that matched lit, where they stand, and how well they fit. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Failure, Loading } from '../pieces/parts.tsx';
import { Search as Glass } from '../shell/icons.tsx';
import { calls, type SearchResult } from './calls.ts';

const MATCHES = ['hybrid', 'keyword', 'semantic'] as const;

export default function SearchPage() {
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  const [scope, setScope] = useState('');
  const [match, setMatch] = useState<string>('hybrid');
  const { data: scopes = [] } = useQuery({ queryKey: ['scopes'], queryFn: calls.scopes });
  const { data, error, isFetching } = useQuery({
    queryKey: ['search', asked, scope, match],
    queryFn: () => calls.search({ q: asked, match, top: '10', ...(scope && { scope }) }),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(typed.trim());
  };
  return (
    <>
      <search>
        <form className="finder" onSubmit={onSubmit}>
          <label className="search grow">
            <Glass />
            <input
              type="search"
              aria-label="Search what is indexed"
              placeholder="What are you looking for?"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </label>
          <select aria-label="Scope" value={scope} onChange={(event) => setScope(event.target.value)}>
            <option value="">Everywhere</option>
            {scopes.map((info) => (
              <option key={info.scope} value={info.scope}>
                {info.scope} ({info.chunks})
              </option>
            ))}
          </select>
          <select aria-label="How" value={match} onChange={(event) => setMatch(event.target.value)}>
            {MATCHES.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
          <button type="submit" className="button primary">
            Search
          </button>
        </form>
      </search>
      {error && <Failure error={error} />}
      {asked === '' ? (
        <p className="empty">
          The knowledge base is indexed already. Add your own files with <code>consilium index PATH --scope NAME</code>.
        </p>
      ) : data === undefined ? (
        !error && <Loading />
      ) : (
        <Found result={data} isOld={isFetching} />
      )}
    </>
  );
}

function Found({ result, isOld }: { result: SearchResult; isOld: boolean }) {
  return (
    <section aria-label="Found" aria-busy={isOld} className={isOld ? 'old' : ''}>
      <p className="soft meta" aria-live="polite">
        {result.hits.length} of {result.total} · {Math.round(result.ms)} ms
      </p>
      {result.warnings.map((warning) => (
        <p key={warning} className="problem">
          {warning}
        </p>
      ))}
      {result.hits.length === 0 && <p className="empty">Nothing was found. Try other words, or look everywhere.</p>}
      <ol className="hits">
        {result.hits.map((hit) => (
          <li key={hit.id}>
            <p className="spread">
              <strong className="ellipsis">{titleOf(hit)}</strong>
              <span className="soft value">{hit.score.toFixed(2)}</span>
            </p>
            <p>{light(hit.snippet)}</p>
            <p className="soft meta">{[hit.scope, placeOf(hit), ...scoresOf(hit)].filter(Boolean).join(' · ')}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

type Hit = SearchResult['hits'][number];

function titleOf({ source, id }: Hit): string {
  return source.title ?? ('file_path' in source ? source.file_path : undefined) ?? id;
}

function placeOf({ source, position }: Hit): string {
  const file = 'file_path' in source ? (source.file_path ?? '') : '';
  const section = 'section' in source ? (source.section ?? '') : '';
  const pages = 'pages' in source && source.pages ? `pp. ${source.pages}` : '';
  const lines = position.line_range && file ? `lines ${position.line_range}` : '';
  return [file, section, pages, lines].filter(Boolean).join(', ');
}

function scoresOf({ scores }: Hit): string[] {
  return Object.entries(scores).map(([name, score]) => `${name} ${Number(score).toFixed(2)}`);
}

/** The snippet in pieces, those that matched as marks. */
function light({ text, highlights }: Hit['snippet']) {
  const pieces = [];
  let at = 0;
  for (const [start, end] of highlights) {
    if (start < at) continue;
    pieces.push(text.slice(at, start), <mark key={start}>{text.slice(start, end)}</mark>);
    at = end;
  }
  return [...pieces, text.slice(at)];
}
