/** Whether the trail is what it was: both chains, the head that is kept beside them, and one that somebody noted. */
import type { HeadFile, Heads } from './audit-head.ts';
import { type Chain, type ChainEnd, type Fit, followChain } from './chain.ts';

export type AuditVerdict =
  /** `head` names the state of the whole trail: note it elsewhere to compare. `citations`: how many records of answers. */
  | { readonly ok: true; readonly rows: number; readonly head: string; readonly citations: number }
  | { readonly ok: false; readonly rows: number; readonly row: number; readonly why: string };

export interface TrailParts {
  readonly trail: Chain;
  /** What answers rested on. */
  readonly citations?: Chain | undefined;
  readonly file?: HeadFile | undefined;
  /** Whether a head was ever kept. */
  readonly begun: { get(): boolean; set(at: number): void };
}

/** Both heads as one word for people. */
export function sayHeads({ trail, citations }: Heads): string {
  return citations.rows === 0 ? trail.head : `${trail.head}.${citations.head}`;
}

/** Yields between pieces. */
export function* checkTrail(parts: TrailParts, noted: string | undefined): Generator<void, AuditVerdict> {
  // Read before the rows are: it is never ahead of them.
  const kept = parts.file?.read();
  const known = kept?.kind === 'kept' ? kept.heads : undefined;
  const [first, second] = noted?.trim().toLowerCase().split('.') ?? [];
  const trail = yield* checkChain(parts.trail, { kept: known?.trail, noted: first });
  if (!trail.ok) return trail;
  const wrong = (row: number, why: string): AuditVerdict => ({ ok: false, rows: trail.rows, row, why });
  const cited = parts.citations && (yield* checkChain(parts.citations, { kept: known?.citations, noted: second }));
  if (cited?.ok === false) return wrong(cited.row, `Records of what answers rested on: ${cited.why}`);
  if (known === undefined && (kept?.kind === 'foreign' || (kept !== undefined && parts.begun.get())))
    return wrong(trail.rows + 1, kept?.kind === 'foreign' ? FOREIGN : NONE);
  const { rows, head } = trail;
  const citations = cited ?? { rows: 0, head: '' };
  return { ok: true, rows, head: sayHeads({ trail: { rows, head }, citations }), citations: citations.rows };
}

const NONE =
  'The head that was kept beside the trail (audit.head) is gone: rows may be missing at its end. Compare with a head that you noted (audit verify --head) or a backup; audit head --begin begins anew.';
const FOREIGN =
  'The head that is kept beside the trail (audit.head) has not the seal of this house: it was changed, or CONSILIUM_AUDIT_KEY is not the key it was sealed with. Compare with a head that you noted or a backup; audit head --begin begins anew.';

function* checkChain(
  chain: Chain,
  { kept, noted }: { kept: ChainEnd | undefined; noted: string | undefined },
): Generator<void, Fit> {
  let atKept = kept?.rows === 0 ? '' : undefined;
  let isNoted = noted === undefined || noted === '';
  const fit = yield* followChain(chain, (row, head) => {
    if (row === kept?.rows) atKept = head;
    if (head === noted) isNoted = true;
  });
  if (!fit.ok) return fit;
  const { rows } = fit;
  if (kept !== undefined && atKept === undefined)
    return { ok: false, rows, row: rows + 1, why: `Row ${rows + 1} is missing: there were ${kept.rows} rows.` };
  if (kept !== undefined && atKept !== kept.head)
    return { ok: false, rows, row: kept.rows, why: `The rows until ${kept.rows} were written anew.` };
  if (!isNoted)
    return { ok: false, rows, row: rows + 1, why: 'The trail never had the head that was noted, or has it no more.' };
  return fit;
}
