import { understand } from '../src/assistant/understanding/read.ts';
import { NOTHING_KNOWN } from '../src/assistant/understanding/known.ts';
const known = JSON.parse(process.argv[2] ?? '{}');
for (const say of process.argv.slice(3)) {
  const r = understand(say, { now: Date.parse('2026-11-16T21:50:00Z'), zone: 'Europe/Berlin' }, { ...NOTHING_KNOWN, ...known });
  console.log(say, '\n  ', r.kind === 'requests' ? r.requests.map((q) => `${q.tool} ${JSON.stringify(q.input)} ${q.takes ? JSON.stringify(q.takes) : ''} «${q.text}»`).join('\n   ') + `\n   rest ${JSON.stringify(r.rest)} held ${JSON.stringify(r.held)}` : JSON.stringify(r));
}
