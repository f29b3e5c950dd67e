/** Agents of other machines, for the teams of this one: what speaks to them is loaded when the first of them is called. */
import type { Remotes } from '../a2a/client/index.ts';
import type { RemotePlace, TransportFor } from '../a2a/client/kind.ts';
import type { Traces } from '../a2a/trace.ts';
import type { Log } from '../kernel/index.ts';
import type { AgentKind } from '../teams/index.ts';

export interface RemoteDesk {
  /** Agents of other machines, as a kind that teams can have. */
  kinds(): Promise<readonly AgentKind[]>;
  /** `onProblem` is told of those that are not set up here. */
  remotes(onProblem?: (place: RemotePlace, thrown: unknown) => void): Promise<Remotes>;
  close(): Promise<void>;
}

export interface RemoteDeskOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  readonly traces: Traces;
  /** Signs bodies with this house's key. */
  readonly sign: (body: string, audience: string) => Promise<string>;
}

export function openRemoteDesk({ env, log, traces, sign }: RemoteDeskOptions): RemoteDesk {
  let opening: Promise<Remotes> | undefined;
  const declared = new Map<string, { place: RemotePlace; reach: () => Promise<unknown> }>();
  const open = () => {
    opening ??= import('../a2a/client/index.ts').then(({ createRemotes }) => createRemotes({ log }));
    return opening;
  };
  const transportFor: TransportFor = (config, place) => {
    const reach = async () => {
      const { configureRemote } = await import('../a2a/client/index.ts');
      const settings = () => configureRemote(place.name, config, { env, sign });
      return (await open()).open(place, JSON.stringify(config), settings);
    };
    // A team that is loaded anew has another agent in the same place.
    declared.set([place.team, ...place.path].join('/'), { place, reach });
    const transport = async () => {
      const { createTransport } = await import('../a2a/client/index.ts');
      const remote = await reach();
      return createTransport(config, () => remote);
    };
    return {
      async *send(request) {
        yield* (await transport()).send({ ...request, trace: traces.passOn(request.trace) });
      },
      isAsking: async (asked) => (await transport()).isAsking?.(asked),
      withdraw: async (asked) => (await transport()).withdraw?.(asked),
    };
  };
  return {
    remotes: async (onProblem = () => {}) => {
      const there = await open();
      // One that is not set up here is told of when it is called, too.
      await Promise.all(
        [...declared.values()].map(({ place, reach }) => reach().catch((thrown) => onProblem(place, thrown))),
      );
      return there;
    },
    kinds: async () => [(await import('../a2a/client/kind.ts')).remoteKind(transportFor)],
    close: async () => (await opening)?.close(),
  };
}
