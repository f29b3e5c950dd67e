/** The house that the environment names: over its WebSocket where that is open, else over REST. One connection for a house. */
import { ConsiliumError } from '../kernel/index.ts';
import { type Device, type Home, openHomeAssistant } from './home.ts';
import { type HomeSocket, openHomeSocket } from './home-socket.ts';

export interface HomeEnv {
  readonly HOME_ASSISTANT_URL?: string | undefined;
  readonly HOME_ASSISTANT_TOKEN?: string | undefined;
}

const IDLE_MS = 10 * 60_000;
/** A house that is there greets in less; whoever waits for one that hangs waits twice as long at most. */
const GREET_MS = 3_000;

export interface HomeLink {
  /** Throws HOME_NOT_SET_UP where no house is named. */
  open(): Promise<Home>;
  /** The devices of the open connection, without waiting for one. */
  known(): readonly Device[];
  close(): void;
}

interface Link {
  readonly key: string;
  readonly socket: Promise<HomeSocket>;
  open?: HomeSocket;
  timer?: NodeJS.Timeout;
}

export function linkHome(env: HomeEnv): HomeLink {
  let link: Link | undefined;
  const close = () => {
    clearTimeout(link?.timer);
    link?.open?.close();
    link = undefined;
  };
  const connect = (url: string, token: string): Link => {
    const key = `${url} ${token}`;
    if (link?.key === key && link.open?.isOpen !== false) return link;
    close();
    const made: Link = { key, socket: openHomeSocket({ url, token, greetMs: GREET_MS }) };
    link = made;
    made.socket.then(
      (socket) => {
        made.open = socket;
        // Closed while it was being opened.
        if (link !== made) socket.close();
      },
      () => undefined,
    );
    return made;
  };
  return {
    open: async () => {
      const { HOME_ASSISTANT_URL: url, HOME_ASSISTANT_TOKEN: token } = env;
      if (!url || !token)
        throw new ConsiliumError('HOME_NOT_SET_UP', 'No Home Assistant is set up, so I cannot reach your devices.', {
          hint: 'Set HOME_ASSISTANT_URL and HOME_ASSISTANT_TOKEN.',
        });
      const used = connect(url, token);
      try {
        const socket = await used.socket;
        clearTimeout(used.timer);
        used.timer = setTimeout(close, IDLE_MS).unref();
        return socket;
      } catch (thrown) {
        if (link === used) close();
        // A house behind a proxy that lets no sockets through still speaks REST.
        if (!(thrown instanceof ConsiliumError) || thrown.code === 'HOME_FORBIDDEN') throw thrown;
        if (thrown.code === 'HOME_SILENT') await openHomeAssistant({ url, token, timeoutMs: GREET_MS }).devices();
        return openHomeAssistant({ url, token });
      }
    },
    known: () => (link?.open?.isOpen ? link.open.known : []),
    close,
  };
}
