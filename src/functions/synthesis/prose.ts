/** Synthesis of prose: what all say, once, in order; what is disputed, as the policy has it. */
import { tidy } from '../../reading/index.ts';
import { likenessOf } from '../statements/index.ts';
import { contentStems } from '../text/words.ts';
import type { Artifact, Conflict, Policy, Strategy, Stretch, Synthesis } from './artifact.ts';
import { agreementOf, gatherAnswers, gatherMatters, type Matter, type Position, supporters } from './matters.ts';
import { isSpoken, type Statement, statementsOf } from './statement.ts';

export async function synthesizeProse(
  artifacts: readonly Artifact[],
  strategy: Strategy,
  policy: Policy,
): Promise<Synthesis> {
  const said = artifacts.map(statementsOf);
  const likeness = await likenessOf(said.flat().flatMap((one) => (isSpoken(one) ? [one.said.text] : [])));
  // Artifacts of one statement each are answers to one question.
  const answers = strategy === 'vote' && said.every((statements) => statements.length === 1);
  const matters = answers ? [gatherAnswers(said.flat(), likeness)] : gatherMatters(said.flat(), likeness);
  const conflicts: Conflict[] = [];
  const kept: Kept[] = [];
  const majority = artifacts.length / 2;
  let outvoted = 0;
  for (const matter of matters) {
    const verdict = matter.positions.length > 1 ? settle(matter, policy, strategy) : { keep: matter.positions };
    if (verdict.conflict !== undefined) conflicts.push(verdict.conflict);
    const { kind, section } = matter.positions[0]!.statements[0]!;
    const elects = strategy === 'vote' && kind !== 'heading' && verdict.conflict === undefined;
    for (const position of verdict.keep)
      if (elects && supporters(position).length <= majority) outvoted++;
      else kept.push({ position, section, open: verdict.open ?? false });
  }
  const elected = kept.some(({ position }) => position.statements[0]!.kind !== 'heading');
  const told = elected || strategy !== 'vote' ? kept : withoutMajority(matters, policy, conflicts);
  const warnings = outvoted > 0 && elected ? [`${outvoted} statements had no majority and were left out.`] : [];
  return { stretches: layOut(told), conflicts, agreement: agreementOf(matters), warnings };
}

interface Kept {
  readonly position: Position;
  /** That of the matter: a dispute stands in one place. */
  readonly section: string;
  /** Disputed, and left so. */
  readonly open: boolean;
}

interface Verdict {
  readonly keep: readonly Position[];
  readonly open?: boolean;
  readonly conflict?: Conflict;
}

function settle({ positions }: Matter, policy: Policy, strategy: Strategy): Verdict {
  const counts = positions.map((position) => supporters(position).length);
  const most = Math.max(...counts);
  const leading = positions.filter((_, index) => counts[index] === most);
  const told = (resolution: string) => ({ topic: topicOf(positions), positions: positionsOf(positions), resolution });
  if (policy === 'flag' && strategy !== 'vote')
    return { keep: positions, open: true, conflict: told('flagged: all positions are kept and marked as disputed') };
  if (policy === 'first_wins' && strategy !== 'vote')
    return { keep: [positions[0]!], conflict: told(`first_wins: kept what ${supporters(positions[0]!)[0]} says`) };
  if (leading.length === 1) {
    const share = `${most} of ${counts.reduce((sum, count) => sum + count, 0)}`;
    return { keep: leading, conflict: told(`${strategy === 'vote' ? 'vote' : policy}: kept what ${share} say`) };
  }
  if (policy === 'first_wins')
    return { keep: [positions[0]!], conflict: told(`tie: first_wins kept what ${supporters(positions[0]!)[0]} says`) };
  return { keep: leading, open: true, conflict: told('tie: no majority, left open and marked as disputed') };
}

/** Nothing has a majority: what the policy makes of that, said as a conflict over the whole. */
function withoutMajority(matters: readonly Matter[], policy: Policy, conflicts: Conflict[]): Kept[] {
  const all = matters.flatMap(({ positions }) => positions);
  const first = all[0]?.statements[0]?.artifact;
  const keep = policy === 'first_wins' ? all.filter((position) => supporters(position).includes(first ?? '')) : all;
  const resolution =
    policy === 'first_wins' ? `no majority: kept what ${first} says` : 'no majority: everything is kept';
  if (new Set(all.flatMap(supporters)).size > 1)
    conflicts.push({ topic: 'the whole', positions: positionsOf(all), resolution });
  return keep.map((position) => ({ position, section: position.statements[0]!.section, open: false }));
}

/** The words that the positions share. */
function topicOf(positions: readonly Position[]): string {
  const [first, ...others] = positions.map(({ statements }) => contentStems(statements[0]!.text));
  const shared = [...new Set(first)].filter((word) => others.every((words) => words.includes(word)));
  return (shared.length > 0 ? shared : [...new Set(first)]).slice(0, 6).join(' ') || 'statement';
}

function positionsOf(positions: readonly Position[]): Conflict['positions'] {
  return positions.flatMap(({ statements }) =>
    statements.map(({ artifact, text }) => ({ artifact, text: tidy(text) })),
  );
}

/** By section in order of appearance: what a later artifact adds to a section stands at that section's end. */
function layOut(kept: readonly Kept[]): Stretch[] {
  const sections = new Map<string, Kept[]>([['', []]]);
  for (const one of kept) {
    const list = sections.get(one.section);
    if (list === undefined) sections.set(one.section, [one]);
    else list.push(one);
  }
  const stretches: Stretch[] = [];
  let before: Statement | undefined;
  for (const list of sections.values()) {
    // A heading over nothing says nothing, unless it is all there is.
    if (sections.size > 2 && list.every(({ position }) => position.statements[0]!.kind === 'heading')) continue;
    for (const { position, open } of list) {
      const statement = position.statements[0]!;
      const gap = before === undefined ? '' : gapBetween(before, statement);
      if (statement.kind === 'item') stretches.push({ text: '-', artifacts: [], kind: 'note', gap });
      stretches.push({
        text: statement.text,
        artifacts: supporters(position),
        kind: 'quoted',
        gap: statement.kind === 'item' ? ' ' : gap,
      });
      if (open)
        stretches.push({
          text: `[disputed: ${supporters(position).join(', ')}]`,
          artifacts: [],
          kind: 'note',
          gap: ' ',
        });
      before = statement;
    }
  }
  return stretches;
}

function gapBetween(before: Statement, next: Statement): string {
  const together = before.artifact === next.artifact && before.block === next.block;
  if (next.kind === 'item' && before.kind === 'item') return '\n';
  if (next.kind === 'row' && before.kind === 'row') return '\n';
  if (next.kind === 'sentence' && before.kind === 'sentence' && together) return ' ';
  return '\n\n';
}
