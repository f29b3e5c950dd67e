import { openDesk } from '../teams/assistant/fixture.ts';
import { readFileSync } from 'node:fs';
// blocks separated by blank lines; each line one message in a new session of one desk
const blocks = readFileSync(process.argv[2]!, 'utf8').split(/\n\s*\n/);
for (const block of blocks) {
  const desk = await openDesk({ answer: (team, m) => `(${team}) ${m}` });
  desk.clock.set(Date.parse('2026-11-16T21:50:00Z'));
  console.log('==========');
  for (const line of block.split('\n').filter(Boolean)) {
    const same = line.startsWith('+ ');
    const a = await desk.ask(same ? line.slice(2) : line, same ? 's-same' : undefined).catch((e: Error) => ({ text: `!! ${e.message}`, pending: undefined }));
    console.log(`> ${line}\n   ${(a as any).text.replace(/\n+/g, '\n   ')}${(a as any).pending ? ` PENDING ${JSON.stringify((a as any).pending)}` : ''}`);
  }
  const { calendar, todos } = desk.assistant as any;
  for (const e of calendar.between('local', desk.clock.now() - 864e5, desk.clock.now() + 60 * 864e5).slice(0, 6)) console.log(`   [event] ${e.title} ${e.start} - ${e.end} ${e.zone} ${e.location ?? ''}`);
  for (const t of todos.list('local')) console.log(`   [todo] ${t.body.title} due ${t.body.due} ${t.body.project ?? ''} ${t.body.zone}`);
  await desk.close();
}
process.exit(0);
