/** Agents of other machines, for the teams of this one: what speaks to them is loaded when the first of them is called. */
import type { Remotes } from '../a2a/client/index.ts';
import type { TransportFor } from '../a2a/client/kind.ts';
import type { Traces } from '../a2a/trace.ts';
import type { Log } from '../kernel/index.ts';
import type { AgentKind } from '../teams/index.ts';

export interface RemoteDesk {
  /** Agents of other machines, as a kind that teams can have. */
  kinds(): Promise<readonly AgentKind[]>;
  /** `onProblem` is told of those that are not set up here. */
  remotes(onProblem?: (agent: string, thrown: unknown) => void): Promise<Remotes>;
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
  const declared = new Map<string, { agent: string; reach: () => Promise<unknown> }>();
  const open = () => {
    opening ??= import('../a2a/client/index.ts').then(({ createRemotes }) => createRemotes({ log }));
    return opening;
  };
  const transportFor: TransportFor = (config, agent) => {
    // A team that is loaded anew with other settings has another agent of that name.
    const key = `${agent} ${JSON.stringify(config)}`;
    const reach = async () => {
      const { configureRemote } = await import('../a2a/client/index.ts');
      return (await open()).open(key, () => configureRemote(agent, config, { env, sign }));
    };
    declared.set(key, { agent, reach });
    return {
      async *send(request) {
        const { createTransport } = await import('../a2a/client/index.ts');
        const remote = await reach();
        const onward = { ...request, trace: traces.passOn(request.trace) };
        yield* createTransport(config, () => remote).send(onward);
      },
    };
  };
  return {
    remotes: async (onProblem = () => {}) => {
      const there = await open();
      // One that is not set up here is told of when it is called, too.
      await Promise.all(
        [...declared.values()].map(({ agent, reach }) => reach().catch((thrown) => onProblem(agent, thrown))),
      );
      return there;
    },
    kinds: async () => [(await import('../a2a/client/kind.ts')).remoteKind(transportFor)],
    close: async () => (await opening)?.close(),
  };
}
