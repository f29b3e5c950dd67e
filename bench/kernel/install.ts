/** Puts the pinned peers into folders of their own, once. They never touch the main install. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConsiliumError } from '../../src/kernel/errors.ts';
import type { Contender } from './contender.ts';

/** Somebody with a folder of their own, a package.json and its lock. */
type Peer = Pick<Contender, 'name' | 'folder'>;

export async function installPeers(peers: readonly Peer[], tell: (line: string) => void): Promise<void> {
  const missing = peers.filter((peer) => !isInstalled(peer));
  for (const [index, peer] of missing.entries()) {
    tell(`Installing ${peer.name} (${index + 1} of ${missing.length}) …`);
    await install(peer);
    writeFileSync(stampOf(peer), fingerprint(peer));
  }
  if (missing.length > 0) tell(`Installed ${missing.map((peer) => peer.name).join(', ')}.`);
}

function isInstalled(peer: Peer): boolean {
  const stamp = stampOf(peer);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(peer);
}

function stampOf(peer: Peer): string {
  return join(peer.folder, 'node_modules', '.consilium-bench');
}

/** A changed lock is installed again. */
function fingerprint(peer: Peer): string {
  return createHash('sha256')
    .update(readFileSync(join(peer.folder, 'package-lock.json')))
    .digest('hex');
}

async function install(peer: Peer): Promise<void> {
  // Scripts of strangers are not needed here and not run.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--fetch-retries=1'];
  const npm = process.env['npm_execpath'];
  const child = npm?.endsWith('.js')
    ? spawn(process.execPath, [npm, ...args], { cwd: peer.folder })
    : spawn('npm', args, { cwd: peer.folder, shell: process.platform === 'win32' });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (said += data.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('close', resolve);
    child.on('error', (thrown) => reject(notInstalled(peer, thrown.message)));
  });
  if (code !== 0) throw notInstalled(peer, said);
}

const NO_NETWORK = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED|network/;

function notInstalled(peer: Peer, said: string): ConsiliumError {
  if (NO_NETWORK.test(said))
    return new ConsiliumError(
      'REGISTRY_UNREACHABLE',
      `The npm registry cannot be reached, so ${peer.name} cannot be installed.`,
      {
        hint: 'Go online once (later runs need no network), or measure Consilium alone: npm run bench -- --peers none',
        retryable: true,
      },
    );
  return new ConsiliumError('PEER_NOT_INSTALLED', `npm ci failed for ${peer.name}: ${said.trim().slice(0, 600)}`, {
    hint: `Leave it out with --peers, or look in ${peer.folder}.`,
  });
}
