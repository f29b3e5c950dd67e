import { expect, test } from 'vitest';
import { runOffline } from './fixtures.ts';
import { analyzeArtifact } from './index.ts';
import { type Named, typeOf } from './kind.ts';

test.each<[string, Named, string]>([
  ['a table', { artifact: 'id,name,price\n1,Ada,7.00\n2,Tom,3.10\n' }, 'document'],
  ['a table by its name', { artifact: 'a,b\n1,2\n', file_name: 'x/sales.csv' }, 'document'],
  ['a mail', { artifact: 'From: a@b.org\nSubject: Move\n\nDear all,\n\nWe move on Monday.\n\nEva\n' }, 'document'],
  [
    'a log',
    { artifact: '2024-03-12T09:14:02Z INFO up\n2024-03-12T09:14:05Z WARN cold\n2024-03-12T09:15:11Z ERROR no\n' },
    'document',
  ],
  ['Chinese', { artifact: '系统每天凌晨两点备份数据库。备份保存三十五天,之后自动删除。' }, 'document'],
  ['notes with labels', { artifact: 'Note: the pump is old. It leaks.\nDate: Monday\n' }, 'document'],
  ['Markdown', { artifact: '# Pump\n\nIt is `import`ed from Norway.\n' }, 'document'],
  ['YAML', { artifact: 'server:\n  port: 8080\n  tls: true\nlog: info\n' }, 'config'],
  ['JSON', { artifact: '{"port": 8080}' }, 'config'],
  ['a Dockerfile', { artifact: 'FROM node:20\nRUN npm ci\n' }, 'config'],
  ['settings by their name', { artifact: 'a: 1\n', file_name: 'deploy.yml' }, 'config'],
  ['Python', { artifact: 'def add(a, b):\n    return a + b\n' }, 'code'],
  ['Ruby, which no parser here reads', { artifact: "require 'json'\n\ndef add(a, b)\n  puts a + b\nend\n" }, 'code'],
  ['code by its name', { artifact: 'x = 1\n', file_name: 'a.py' }, 'code'],
  ['what is said of it', { artifact: 'x', language: 'markdown' }, 'document'],
])('%s', async (_, named, type) => {
  expect(await typeOf(named)).toBe(type);
});

test('is found out where nobody says it, and told', async () => {
  const { compressed_report, metrics } = await runOffline(analyzeArtifact, { artifact: 'id,name\n1,Ada\n2,Tom\n' });
  expect(compressed_report).toMatch(/^PASS: document/);
  expect(metrics).not.toHaveProperty('cyclomatic_complexity');
});

test('readability is not measured of letters whose syllables nobody here counts', async () => {
  const { metrics } = await runOffline(analyzeArtifact, { artifact: '系统每天凌晨两点备份数据库。' });
  expect(metrics).not.toHaveProperty('flesch_reading_ease');
});
