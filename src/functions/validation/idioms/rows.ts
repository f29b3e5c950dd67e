/** Which rows a query leaves out: "Cancelled orders are left out", "Branches without any payment are listed as well". */
import { stem } from '../../../text/index.ts';
import { bareCode, type CodeArtifact } from '../deeds/scope.ts';
import { type Seen, seen } from '../seen.ts';

const OUT =
  /^(?<what>.+?) (?:is|are) (?:left out|excluded|not (?:included|counted|shown|listed|returned|considered)|ignored|skipped|omitted|filtered out|disregarded)$/i;
const IN =
  /^(?:(?<what>.+?) (?:is|are) (?:included|counted|shown|listed|returned|considered)(?: as well| too| also)?|(?:the \w+ )?(?:shows?|lists?|includes?|counts?|returns?) (?<what2>.+?)(?: too| as well| also))(?:, (?:even )?with (?:a |the )?\w+(?: of zero)?)?$/i;
const WITHOUT =
  /^(?:an? |all |the )?(?<one>[\w-]+)s? (?:without|that have no|who have no|with no) (?:any |an? )?(?<other>[\w-]+?)s?$/i;

export function judgeRows(artifact: CodeArtifact, criterion: string): Seen | undefined {
  if (artifact.code.language !== 'sql') return undefined;
  const out = OUT.exec(criterion)?.groups?.['what'];
  const groups = out === undefined ? IN.exec(criterion)?.groups : undefined;
  const what = out ?? groups?.['what'] ?? groups?.['what2'];
  if (what === undefined) return undefined;
  const bare = bareCode(artifact).replace(/\s+/g, ' ');
  if (!/\bSELECT\b/i.test(bare)) return undefined;
  const left = joined(bare, what) ?? filtered(bare, what);
  if (left === undefined) return undefined;
  return seen(left === (out !== undefined), left ? 'The query leaves them out.' : 'The query lets them in.');
}

/** Whether an inner join drops those that have no partner; undefined: it is not asked. */
function joined(bare: string, what: string): boolean | undefined {
  const { one, other } = WITHOUT.exec(what)?.groups ?? {};
  if (one === undefined || other === undefined) return undefined;
  if (!/\bJOIN\b/i.test(bare)) return undefined;
  return !/\b(?:LEFT|RIGHT|FULL)\s+(?:OUTER\s+)?JOIN\b/i.test(bare);
}

/** Whether a condition drops those of a status; undefined: no condition speaks of it. */
function filtered(bare: string, what: string): boolean | undefined {
  const denied = /\b(?:not|un(?=\w{4}))\b/i.test(what) || /^un\w{5}/i.test(what);
  const words = (what.toLowerCase().match(/[a-z]{4,}/g) ?? [])
    .filter((word) => !/^(?:that|which|have|been|with|rows?|entries|records?|only|were|their|they|these)$/.test(word))
    .map((word) => stem(word.replace(/^un(?=\w{5})/, '')));
  const conditions = [
    ...bare.matchAll(/\b(?:WHERE|AND|OR|ON|HAVING)\s+(.+?)(?=\b(?:AND|OR|GROUP|ORDER|LIMIT|JOIN|HAVING)\b|[;)]|$)/gi),
  ].map(([, one]) => one!);
  for (const word of words) {
    const own = conditions.find((one) => new RegExp(word, 'i').test(one));
    if (own === undefined) continue;
    const value = new RegExp(`'[^']*${word}[^']*'`, 'i').test(own);
    const drops = value
      ? /<>|!=|\bNOT\s+(?:IN|LIKE)\b/i.test(own)
      : /\bIS\s+NULL\b|\bNOT\s+\w|=\s*(?:false|0|FALSE)\b/i.test(own);
    const keeps = value ? /[^<>!]=|\bIN\b|\bLIKE\b/i.test(own) : /\bIS\s+NOT\s+NULL\b|=\s*(?:true|1|TRUE)\b/i.test(own);
    if (!drops && !keeps) continue;
    return denied ? keeps && !drops : drops;
  }
  return undefined;
}
