/** The house that the environment names: over its WebSocket where that is open, else over REST. One connection for all. */
import { ConsiliumError } from '../kernel/index.ts';
import { type Device, type Home, openHomeAssistant } from './home.ts';
import { type HomeSocket, openHomeSocket } from './home-socket.ts';

export interface HomeEnv {
  readonly HOME_ASSISTANT_URL?: string | undefined;
  readonly HOME_ASSISTANT_TOKEN?: string | undefined;
}

const IDLE_MS = 10 * 60_000;

interface Link {
  readonly key: string;
  readonly socket: Promise<HomeSocket>;
  open?: HomeSocket;
  timer?: NodeJS.Timeout;
}

let link: Link | undefined;

/** Throws HOME_NOT_SET_UP where no house is named. */
export async function openHome(env: HomeEnv): Promise<Home> {
  const { HOME_ASSISTANT_URL: url, HOME_ASSISTANT_TOKEN: token } = env;
  if (!url || !token)
    throw new ConsiliumError('HOME_NOT_SET_UP', 'No Home Assistant is set up, so I cannot reach your devices.', {
      hint: 'Set HOME_ASSISTANT_URL and HOME_ASSISTANT_TOKEN.',
    });
  if (link?.key !== `${url} ${token}` || link.open?.isOpen === false) {
    closeHome();
    const made: Link = { key: `${url} ${token}`, socket: openHomeSocket({ url, token }) };
    link = made;
    made.socket.then(
      (socket) => {
        made.open = socket;
      },
      () => undefined,
    );
  }
  try {
    const socket = await link.socket;
    clearTimeout(link.timer);
    link.timer = setTimeout(closeHome, IDLE_MS).unref();
    return socket;
  } catch (thrown) {
    closeHome();
    // A house behind a proxy that lets no sockets through still speaks REST.
    if (thrown instanceof ConsiliumError && thrown.code !== 'HOME_FORBIDDEN') return openHomeAssistant({ url, token });
    throw thrown;
  }
}

/** The devices of the open connection, without waiting for one. */
export function knownDevices(): readonly Device[] {
  return link?.open?.isOpen ? link.open.known : [];
}

export function closeHome(): void {
  clearTimeout(link?.timer);
  link?.open?.close();
  link = undefined;
}
