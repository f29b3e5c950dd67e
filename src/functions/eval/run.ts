/**
 * npm run eval:functions -- [dev|train|blind] [verdicts|documents|tasks|merges]: the functions, offline, on labelled sets.
 * `check blind` only reads the files. Of `blind` figures are printed and never a case.
 */
import { scoreDocuments } from './documents.ts';
import { scoreMerges } from './merges.ts';
import { readSet, type SetName, SHAPES } from './sets.ts';
import { scoreTasks } from './tasks.ts';
import { scoreVerdicts } from './verdicts.ts';

const words = process.argv.slice(2);
const checks = words.includes('check');
const which = words.find((word) => ['dev', 'train', 'blind'].includes(word)) ?? 'dev';
const names = (Object.keys(SHAPES) as SetName[]).filter(
  (name) => !words.some((word) => word in SHAPES) || words.includes(name),
);
const shows = which !== 'blind' && !words.includes('quiet');

const percent = (part: number, whole: number) => (whole === 0 ? '–' : (part / whole).toFixed(3));
const tell = (line: string) => void process.stdout.write(`${line}\n`);
const list = (wrong: readonly { id: string; what?: string }[]) => {
  if (shows) for (const one of wrong) tell(`    ${one.id}: ${one.what ?? JSON.stringify(one)}`);
};

const SCORERS: Record<SetName, () => Promise<void>> = {
  async verdicts() {
    const score = await scoreVerdicts(readSet('verdicts', which));
    tell(`verdicts   ${score.of} cases: right ${percent(score.right, score.of)}, falsely valid ${score.falseValid}`);
    for (const [kind, { right, of }] of Object.entries(score.byKind))
      tell(`  ${kind.padEnd(8)} ${percent(right, of)} of ${of}`);
    for (const [pair, count] of Object.entries(score.confusion).sort()) tell(`  ${pair}: ${count}`);
    list(score.wrong.map(({ id, gold, said, valid }) => ({ id, what: `${said}, is ${gold}${valid ? ' VALID' : ''}` })));
  },
  async documents() {
    const { outline, summaries, points, written, marked, cited, weak } = await scoreDocuments(
      readSet('documents', which),
    );
    for (const [sort, { right, said, gold, documents }] of Object.entries(outline))
      tell(
        `outline    ${sort}: F1 ${percent(2 * right, said + gold)} (precision ${percent(right, said)}, recall ${percent(right, gold)}) on ${documents} documents`,
      );
    for (const [name, score] of Object.entries(summaries))
      tell(
        `summary    ${name.padEnd(8)} key points ${percent(score.points, points)}, ROUGE-2 ${percent(score.rouge, written)}`,
      );
    tell(`markup     in ${marked} of ${written} summaries`);
    tell(`citations  precision ${percent(cited.right, cited.said)} of ${cited.said}`);
    list(weak);
  },
  async tasks() {
    const { whole, of, pieces, order, wrong } = await scoreTasks(readSet('tasks', which));
    tell(
      `tasks      ${of}: everything covered in ${percent(whole, of)}, right function ${percent(pieces.right, pieces.of)}, order ${percent(order.right, order.of)}`,
    );
    list(wrong);
  },
  async merges() {
    const { conflicts, kept, code, wrong } = await scoreMerges(readSet('merges', which));
    tell(
      `conflicts  found ${percent(conflicts.found, conflicts.gold)} of ${conflicts.gold}, precision ${percent(conflicts.right, conflicts.said)} of ${conflicts.said}`,
    );
    tell(
      `merges     words kept ${percent(kept.right, kept.of)}; code parses ${code.parses}, refused ${code.refused}, broken ${code.broken}`,
    );
    list(wrong);
  },
};

for (const name of names) {
  if (checks) tell(`${name}: ${readSet(name, which).length} cases, well formed`);
  else await SCORERS[name]();
}
process.exit(0);
