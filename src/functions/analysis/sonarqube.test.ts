import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { deskWith, runOffline } from './fixtures.ts';
import { analyzeArtifact } from './index.ts';

type Answer = { status?: number; body: unknown };
const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Speaks as much of the Web API as is asked of it. */
async function serve(answer: (url: URL, request: IncomingMessage) => Answer): Promise<{ url: string; seen: string[] }> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://server');
    seen.push(`${url.pathname} ${request.headers.authorization ?? ''}`.trim());
    const { status = 200, body } = answer(url, request);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => server.close(() => resolve())));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sonar`, seen };
}

const issue = (key: string, component: string, more: object = {}) => ({
  ...{ key, component, rule: 'python:S1481', severity: 'MINOR', type: 'CODE_SMELL', message: 'Remove it.', line: 2 },
  ...more,
});
const MEASURES = {
  component: {
    measures: [
      { metric: 'ncloc', value: '3' },
      { metric: 'sqale_rating', value: '1.0' },
    ],
  },
};
const input = { artifact: 'def f():\n    x = 1\n    return 2\n', file_name: 'src/f.py', also: ['security'] };
const env = (url: string) => ({ SONARQUBE_URL: url, SONARQUBE_TOKEN: 'squ_1', SONARQUBE_PROJECT: 'house' });

describe('a SonarQube server', () => {
  test('adds the issues and measures of the file, page by page, below the path it is served at', async () => {
    const { url, seen } = await serve(({ pathname, searchParams }) => {
      if (pathname === '/sonar/api/measures/component') {
        expect(searchParams.get('component')).toBe('house:src/f.py');
        return { body: MEASURES };
      }
      expect(searchParams.get('components')).toBe('house:src/f.py');
      const first = searchParams.get('p') === '1';
      const vulnerability = {
        ...{ rule: 'python:S2068', severity: 'BLOCKER', type: 'VULNERABILITY', message: 'A password.' },
        textRange: { startLine: 1, endLine: 2, startOffset: 4, endOffset: 6 },
      };
      const issues = first ? [issue('1', 'house:src/f.py')] : [issue('2', 'house:src/f.py', vulnerability)];
      return { body: { paging: { total: 2 }, issues } };
    });
    const desk = deskWith({ env: env(url) });
    const output = await runOffline(analyzeArtifact, input, desk);
    expect(output.findings).toMatchObject([
      {
        rule: 'python:S2068',
        severity: 'blocker',
        category: 'security',
        location: { line: 1, column: 5, end_line: 2 },
      },
      { rule: 'python:S1481', severity: 'minor', source: 'sonarqube', location: { line: 2 } },
    ]);
    expect(output.metrics.sonarqube).toEqual({ ncloc: 3, sqale_rating: 1 });
    expect(output.pass).toBe(false);
    expect(seen.every((line) => line.endsWith('Bearer squ_1'))).toBe(true);
    expect(desk.warnings).toEqual([]);
  });

  test('of an older version is spoken to as it knows: another parameter, the token as user', async () => {
    const { url } = await serve(({ pathname, searchParams }, { headers }) => {
      if (headers.authorization !== `Basic ${btoa('squ_1:')}`) return { status: 401, body: {} };
      if (pathname.endsWith('component')) return { body: MEASURES };
      const known = searchParams.get('componentKeys') === 'house:src/f.py';
      return { body: { total: 1, issues: [issue('1', known ? 'house:src/f.py' : 'house:other.py')] } };
    });
    const { findings } = await runOffline(analyzeArtifact, input, deskWith({ env: env(url) }));
    expect(findings).toMatchObject([{ rule: 'python:S1481', source: 'sonarqube' }]);
  });

  test.each([
    ['refuses', { status: 403, body: {} }, 'does not accept SONARQUBE_TOKEN'],
    ['breaks', { status: 500, body: 'oh' }, 'status 500'],
    ['speaks something else', { body: { hello: 1 } }, 'not one of the Web API'],
    ['speaks no JSON', { body: '<html>' }, 'not JSON'],
  ])('that %s is a warning, and the analysis stands', async (_what, answer, told) => {
    const { url } = await serve(() => answer);
    const desk = deskWith({ env: env(url) });
    const output = await runOffline(analyzeArtifact, input, desk);
    expect(output.pass).toBe(true);
    expect(output.metrics).toMatchObject({ language: 'python' });
    expect(output.metrics).not.toHaveProperty('sonarqube');
    expect(desk.warnings).toEqual([expect.stringContaining(told)]);
  });

  test('that is not there is a warning', async () => {
    const { url } = await serve(() => ({ body: {} }));
    await closing.pop()!();
    const desk = deskWith({ env: env(url) });
    await runOffline(analyzeArtifact, input, desk);
    expect(desk.warnings).toEqual(['SonarQube was not used: the server at SONARQUBE_URL cannot be reached.']);
  });

  test('needs to know which file it is', async () => {
    const desk = deskWith({ env: env('http://127.0.0.1:9') });
    await runOffline(analyzeArtifact, { artifact: 'x = 1', language: 'python' }, desk);
    expect(desk.warnings).toEqual([expect.stringContaining('file_name')]);
  });
});
