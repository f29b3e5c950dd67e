/** `npm run eval:talk`: everyday messages in sequences through the real team, judged by what they changed. Blind first. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Person, type Played, playPerson, readPeople } from './play.ts';

const VERDICTS = ['right', 'asked', 'not understood', 'wrong'] as const;

const given = process.argv.slice(2);
/** `--train` leaves the blind sets alone. */
const SETS = given.includes('--train') ? ['train'] : ['blind', 'train'];
const isShown = (verdict: Played['verdict']) =>
  given.includes('--all') || (given.includes('--errors') && verdict !== 'right');
const only = given.filter((one) => !one.startsWith('--'));

for (const set of SETS) {
  const folder = join(import.meta.dirname, set);
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.yml')) : [];
  const people = files
    .flatMap((name) => readPeople(join(folder, name)))
    .filter(({ person }) => only.length === 0 || only.some((name) => person.includes(name)));
  const played: Played[] = [];
  for (const person of people) {
    const lines = await playPerson(person);
    played.push(...lines);
    // What is wrong in a blind set is nobody's to learn from.
    if (set !== 'blind') show(person, lines);
  }
  const counts = VERDICTS.map((verdict) => `${verdict} ${played.filter((one) => one.verdict === verdict).length}`);
  process.stdout.write(
    played.length === 0 ? `${set}: no messages\n` : `${set}: ${played.length} messages   ${counts.join('   ')}\n`,
  );
}

function show({ person, say }: Person, lines: readonly Played[]): void {
  for (const [at, { text, reply, changes, verdict }] of lines.entries()) {
    if (!isShown(verdict)) continue;
    const { does, says } = say[at]!;
    const wants = [...does, ...(says === undefined ? [] : [`says ${says}`])].join(' | ');
    process.stdout.write(`${person} #${at + 1} ${verdict.toUpperCase()}: ${text}\n`);
    process.stdout.write(`    reply: ${reply.replace(/\s+/g, ' ').slice(0, 260)}\n`);
    if (changes.length > 0) process.stdout.write(`    did:   ${changes.join(' | ')}\n`);
    process.stdout.write(`    wants: ${wants}\n`);
  }
}
