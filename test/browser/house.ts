/** The app in a real browser: the gateway on a port of its own with the demo patients, and Chromium in front of it. */
import { mkdirSync, readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { serve } from '@hono/node-server';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { type App, openApp } from '../../src/app/index.ts';
import { silentLog } from '../../src/kernel/index.ts';
import { loadDemoPatients } from '../../src/record/index.ts';
import { createGateway, openWeb } from '../../src/server/index.ts';
import { handleOf, openTokens } from '../../src/storage/handle.ts';
import { tempDir } from '../house.ts';
import { needChromium } from './chromium.ts';

export const ARTIFACTS = resolve(import.meta.dirname, '../../.artifacts');

export interface House {
  readonly app: App;
  readonly url: string;
  readonly browser: Browser;
  /** What opens a locked house. */
  readonly token: string;
  /** A page of its own, nothing remembered; what it complains about is collected. */
  page(options?: BrowserContextOptions): Promise<Page & { problems: string[] }>;
  /** Breaks every connection that is open. */
  cut(): void;
  close(): Promise<void>;
}

/** `locked`: whoever comes shows the token. */
export async function openHouse(env: Record<string, string> = {}, locked = false): Promise<House> {
  const app = openApp({ home: tempDir('browser'), env });
  const tokens = openTokens(handleOf(app.home.data));
  const door = locked ? { door: { host: '127.0.0.1', tokens } } : {};
  await loadDemoPatients(handleOf(app.home.data));
  const { fetch } = createGateway(app, silentLog, { web: await openWeb(), ...door });
  const server = serve({ fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise((done) => server.once('listening', done));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const browser = await openBrowser();
  return {
    app,
    url,
    browser,
    token: tokens.issue('ward').token,
    page: async (options = {}) => {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
      const page = await context.newPage();
      page.setDefaultTimeout(120_000);
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
      return Object.assign(page, { problems });
    },
    cut: () => (server as Server).closeAllConnections(),
    close: async () => {
      await browser.close();
      server.close();
      await app.close(1000);
    },
  };
}

function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: needChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

const AXE = readFileSync(resolve(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8');

/** What axe calls serious or critical. */
export async function seriousIssues(on: Page): Promise<string[]> {
  await on.evaluate(AXE);
  return on.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> };
    };
    const { violations } = await axe.run();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
  });
}

export async function shoot(page: Page, name: string): Promise<void> {
  mkdirSync(ARTIFACTS, { recursive: true });
  await page.screenshot({ path: join(ARTIFACTS, `${name}.png`) });
}
