/** A page in its frame: what it is, then what its room shows. It is loaded when it is first opened. */
import {
  Component,
  type ComponentType,
  type LazyExoticComponent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
} from 'react';
import { Failure, Loading } from '../pieces/parts.tsx';
import { findPage, type PageProps } from './pages.ts';
import '../pieces/pieces.css';

const loaded = new Map<string, LazyExoticComponent<ComponentType<PageProps>>>();

export function PageView({ id, ...props }: PageProps & { id: string }) {
  const page = findPage(id)!;
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page is announced, not each step on it
  useEffect(() => heading.current?.focus(), [id]);
  let Body = loaded.get(id);
  if (Body === undefined) {
    Body = lazy(page.load);
    loaded.set(id, Body);
  }
  return (
    <main className="workshop">
      <div className="workshop-page">
        <h1 ref={heading} tabIndex={-1}>
          {page.title}
        </h1>
        <p className="soft">{page.about}</p>
        <Guard key={id}>
          <Suspense fallback={<Loading />}>
            <Body {...props} />
          </Suspense>
        </Guard>
      </div>
    </main>
  );
}

/** A page that fails says so and leaves the rest of the app as it is. */
class Guard extends Component<{ children: ReactNode }, { error: Error | undefined }> {
  override state = { error: undefined as Error | undefined };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    return this.state.error ? <Failure error={this.state.error} /> : this.props.children;
  }
}
