/** An answer's words: Markdown whose footnotes open what they rest on. */
import { memo, useMemo } from 'react';
import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { CITE } from './markdown.ts';
import { NoSource } from './no-source.tsx';
import { type Unsupported, underlineUnsupported } from './unsupported.ts';

export const Prose = memo(function Prose(given: {
  text: string;
  /** The statements that the text marks as without support, in their order. */
  unsupported: readonly Unsupported[];
  titleOf: (marker: string) => string;
  onCite: (marker: string) => void;
}) {
  const { unsupported, titleOf, onCite } = given;
  const components = useMemo<Components>(
    () => ({
      a: ({ href, children }) => {
        if (!href?.startsWith(CITE))
          return (
            <a href={href} target="_blank" rel="noreferrer noopener">
              {children}
            </a>
          );
        const marker = href.slice(CITE.length);
        return (
          <sup>
            <a
              href={href}
              role="doc-noteref"
              className="cite"
              title={titleOf(marker)}
              aria-label={`Source ${marker}: ${titleOf(marker)}`}
              onClick={(event) => {
                event.preventDefault();
                onCite(marker);
              }}
            >
              {marker}
            </a>
          </sup>
        );
      },
      mark: ({ node }) => {
        const flag = unsupported[Number(node?.properties['dataFlag'])];
        return flag === undefined ? null : <NoSource kind={flag.kind} why={flag.why} />;
      },
      table: ({ children }) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard
        <section className="table" tabIndex={0} aria-label="Table">
          <table>{children}</table>
        </section>
      ),
      img: ({ alt }) => <span className="soft">[{alt || 'picture'}]</span>,
    }),
    [unsupported, titleOf, onCite],
  );
  return (
    <div className="prose">
      <Markdown remarkPlugins={[remarkGfm]} rehypePlugins={[underlineUnsupported]} components={components}>
        {given.text}
      </Markdown>
    </div>
  );
});
