/** What runs have left: by name, with every version, to read and to take along. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../api.ts';
import { Code, Failure, Loading, sayBytes, sayTime } from '../pieces/parts.tsx';
import { Download } from '../shell/icons.tsx';
import { type ArtifactLine, artifactPath, calls } from './calls.ts';

export default function Artifacts() {
  const { data, error } = useQuery({ queryKey: ['artifacts'], queryFn: calls.artifacts, staleTime: 0 });
  const [chosen, setChosen] = useState<ArtifactLine>();
  if (error) return <Failure error={error} />;
  if (data === undefined) return <Loading />;
  if (data.length === 0)
    return <p className="empty">Nothing yet. A pipeline keeps its final results here, a new version for each run.</p>;
  const names = Map.groupBy(data, ({ namespace, name }) => `${namespace}/${name}`);
  return (
    <div className="desk">
      <ul className="lines">
        {[...names].map(([name, versions]) => (
          <li key={name}>
            <p className="ellipsis">
              <strong>{name}</strong>
            </p>
            <div className="versions">
              {versions
                .toSorted((a, b) => b.version - a.version)
                .map((line) => (
                  <button
                    key={line.version}
                    type="button"
                    className="tab"
                    aria-pressed={line === chosen}
                    title={sayTime(line.createdAt)}
                    onClick={() => setChosen(line)}
                  >
                    v{line.version}
                  </button>
                ))}
            </div>
          </li>
        ))}
      </ul>
      {chosen && <Reader line={chosen} />}
    </div>
  );
}

const READABLE = /^(?:text\/|application\/(?:json|yaml|xml))/;

function Reader({ line }: { line: ArtifactLine }) {
  const isReadable = READABLE.test(line.mimeType);
  const { data, error } = useQuery({
    queryKey: ['artifact', line.namespace, line.name, line.version],
    queryFn: () => calls.artifact(line),
    enabled: isReadable,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <section aria-label={`${line.name} version ${line.version}`}>
      <p className="spread">
        <strong>
          {line.namespace}/{line.name}_v{line.version}
        </strong>
        <button type="button" className="button" onClick={() => void take(line)}>
          <Download /> Download
        </button>
      </p>
      <p className="soft meta">
        {line.mimeType} · {sayBytes(line.bytes)} · {sayTime(line.createdAt)} · sha256 {line.checksum.slice(0, 12)}…
      </p>
      {error && <Failure error={error} />}
      {!isReadable && <p className="empty">This kind of file is not shown here. Download it to open it.</p>}
      {data !== undefined && <Code text={pretty(data, line.mimeType)} />}
    </section>
  );
}

/** A link would go without the token. */
async function take({ namespace, name, version }: ArtifactLine): Promise<void> {
  const bytes = await (await request(artifactPath(namespace, name, version))).blob();
  const link = document.createElement('a');
  link.href = URL.createObjectURL(bytes);
  link.download = `${name}_v${version}`;
  link.click();
  URL.revokeObjectURL(link.href);
}

function pretty(text: string, mimeType: string): string {
  if (!mimeType.includes('json')) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
