/** What a contest came to, as a table and as rows. */
import { average, type Figures } from '../../../src/search/eval/measures.ts';
import { pair } from '../../../src/search/eval/pairing.ts';
import type { Contender, Contest } from './contest.ts';

export interface Row {
  readonly name: string;
  readonly unit: string;
  readonly consilium: number;
  readonly peers: Record<string, number>;
  readonly ratio: number;
}

const MEASURES = { ndcg10: 'nDCG@10', recall100: 'recall@100', mrr: 'MRR' } as const;

export function print({ name, texts, peers, ours }: Contest): void {
  const best = bestOf(peers, 'ndcg10');
  const head = ['nDCG@10', 'recall@100', 'MRR', 'ms p50', 'ms p95', 'index ms']
    .map((each) => each.padStart(11))
    .join('');
  process.stdout.write(
    `\n${name}: ${texts} texts, ${best.figures.length} queries\n${''.padEnd(22)}${head}   nDCG@10 beside ${best.name}\n`,
  );
  for (const each of [...peers, ...ours]) {
    const { ndcg10, recall100, mrr } = average(each.figures);
    const shown = [ndcg10, recall100, mrr].map((value) => value.toFixed(4).padStart(11)).join('');
    const times = [
      percentile(each.times, 50).toFixed(3),
      percentile(each.times, 95).toFixed(3),
      each.indexMs.toFixed(0),
    ];
    process.stdout.write(
      `${each.name.padEnd(22)}${shown}${times.map((time) => time.padStart(11)).join('')}   ${each === best ? '' : beside(each, best)}\n`,
    );
  }
}

function beside(own: Contender, peer: Contender): string {
  const { difference, low, high, p } = pair(
    own.figures.map(({ ndcg10 }) => ndcg10),
    peer.figures.map(({ ndcg10 }) => ndcg10),
  );
  const ratio = average(own.figures).ndcg10 / average(peer.figures).ndcg10;
  const range = `${signed(difference)} [${signed(low)} ${signed(high)}]`;
  return `× ${ratio.toFixed(4)}  ${range}  p ${p.toFixed(4)}`;
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(4)}`;
}

export function toRows({ name, peers, ours }: Contest): Row[] {
  return ours.flatMap((own) => rowsOf(name, own, peers));
}

function rowsOf(set: string, own: Contender, peers: readonly Contender[]): Row[] {
  const quality = (Object.keys(MEASURES) as (keyof Figures)[]).map((key) =>
    toRow(
      `${set}, ${own.name}, ${MEASURES[key]}`,
      MEASURES[key],
      own,
      peers,
      (each) => average(each.figures)[key],
      Math.max,
    ),
  );
  const speed = [50, 95].map((share) =>
    toRow(`${set}, ${own.name}, query p${share}`, 'ms', own, peers, (each) => percentile(each.times, share), Math.min),
  );
  return [...quality, ...speed];
}

function toRow(
  name: string,
  unit: string,
  own: Contender,
  peers: readonly Contender[],
  figureOf: (each: Contender) => number,
  best: (...values: number[]) => number,
): Row {
  const round = (value: number) => Number(value.toPrecision(4));
  const values = Object.fromEntries(peers.map((peer) => [peer.name, round(figureOf(peer))]));
  const consilium = round(figureOf(own));
  return { name, unit, consilium, peers: values, ratio: round(figureOf(own) / best(...peers.map(figureOf))) };
}

function bestOf(contenders: readonly Contender[], key: keyof Figures): Contender {
  return contenders.reduce((best, each) => (average(each.figures)[key] > average(best.figures)[key] ? each : best));
}

function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * share) / 100))] ?? 0;
}
