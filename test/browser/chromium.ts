/**
 * Where Chromium is. Before the tests begin it is installed where it is missing, once for all of them: two that install
 * at the same time stand in each other's way, and a browser that is half unpacked is none.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const MISSING = 'The browser tests need Chromium: install it (apt-get install chromium) or set CHROMIUM to its path.';

export function findChromium(): string | undefined {
  return process.env['CHROMIUM'] ?? PLACES.find((path) => existsSync(path));
}

export function needChromium(): string {
  const found = findChromium();
  if (found === undefined) throw new Error(MISSING);
  return found;
}

export default function setup(): void {
  if (findChromium() !== undefined || !runsBrowserTests()) return;
  console.log('Installing Chromium for the browser tests …');
  try {
    installChromium();
  } catch {
    console.log(MISSING); // those tests will say it again; the others can run
  }
}

/** Files may be named on the command line: `vitest run src/kernel` needs no browser. */
function runsBrowserTests(): boolean {
  const named = process.argv.slice(2).filter((word) => word.includes('/') && !word.startsWith('-'));
  return named.length === 0 || named.some((word) => word.startsWith('test'));
}

function installChromium(): void {
  const apt = (...args: string[]) =>
    execFileSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args], { stdio: 'ignore', timeout: 600_000 });
  const install = () => apt('install', '-y', '--no-install-recommends', 'chromium');
  try {
    install();
  } catch {
    // A fresh machine does not know yet what there is to install.
    apt('update');
    install();
  }
}
