/** The bar above: who speaks, whose record, light or dark. */
import { useQuery } from '@tanstack/react-query';
import { api } from '../api.ts';
import { Menu as MenuIcon, Moon, Panel, Search } from './icons.tsx';
import { Menu } from './menu.tsx';
import { PeopleMenu, type PeopleProps } from './people.tsx';
import { store } from './stored.ts';

export interface HeaderProps extends PeopleProps {
  onSessions: () => void;
  onPanel: () => void;
  onPalette: () => void;
}

export function Header(props: HeaderProps) {
  return (
    <header className="top">
      <button type="button" className="icon only-narrow" aria-label="Chats" onClick={props.onSessions}>
        <MenuIcon />
      </button>
      <span className="brand">Consilium</span>
      <span className="grow" />
      <button type="button" className="find only-wide" onClick={props.onPalette}>
        <Search /> Find <kbd>{isMac ? '⌘' : 'Ctrl '}K</kbd>
      </button>
      <VoiceMenu />
      <PeopleMenu {...props} />
      <ThemeButton />
      <button type="button" className="icon" aria-label="Record" onClick={props.onPanel}>
        <Panel />
      </button>
    </header>
  );
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

function VoiceMenu() {
  const { name, isOffline, models } = useVoice();
  return (
    <Menu
      label={`Who answers: ${name}`}
      side="right"
      className="voice only-wide"
      button={
        <>
          <span className="dot" aria-hidden="true" /> {name}
        </>
      }
    >
      {() => (
        <div className="voice-panel">
          <p>
            {isOffline
              ? 'Answers come from rules, the record and the knowledge base. Nothing leaves this machine.'
              : `Asked in this order: ${models?.chain.join(', ') ?? '…'}.`}
          </p>
          {models?.providers.map((provider) => (
            <p key={provider.name} className="spread">
              <span>{provider.name}</span>
              <span className="soft">{sayReady(provider)}</span>
            </p>
          ))}
        </div>
      )}
    </Menu>
  );
}

/** Who answers, as soon as the server has said so. */
function useVoice() {
  const { data: models } = useQuery({ queryKey: ['status'], queryFn: api.status });
  const isOffline = models?.chosen === 'offline';
  return { models, isOffline, name: isOffline ? 'Offline engine' : (models?.chosen ?? '…') };
}

function sayReady({ ready, missing }: { ready: boolean; missing: readonly string[] }): string {
  if (ready) return 'ready';
  return missing.length > 0 ? `set ${missing.join(', ')}` : 'not chosen';
}

function ThemeButton() {
  return (
    <button type="button" className="icon theme" aria-label="Light or dark" onClick={flipTheme}>
      <Moon />
    </button>
  );
}

function flipTheme(): void {
  const root = document.documentElement.dataset;
  const isDark = root['theme'] ? root['theme'] === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root['theme'] = isDark ? 'light' : 'dark';
  store('theme', root['theme']);
}

/** What has no room in the bar of a small screen, below the chats. */
export function SmallScreenTools({ onPalette }: { onPalette: () => void }) {
  const { name } = useVoice();
  return (
    <div className="tools">
      <p className="soft">Answers come from: {name}</p>
      <div className="tools-row">
        <button type="button" className="button" onClick={onPalette}>
          <Search /> Find
        </button>
        <button type="button" className="button" onClick={flipTheme}>
          <Moon /> Theme
        </button>
      </div>
    </div>
  );
}
