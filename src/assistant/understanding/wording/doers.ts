/** "Can Axel run the brief", "let the dishwasher run": an order that names who is to do it, put as the order itself. */
import type { Known } from '../known.ts';
import { lexicon } from '../lexicon.ts';
import { plainTokens } from '../tokens.ts';

export function withDoers(text: string, known: Known): string {
  return withLetting(withBriefDone(withScout(text)), known);
}

const MAY = '(?:can|could|may|should|shall|must|to|will|would|might|now|please|go and|go ahead and)';
const LED = "(?:(?:can|could|should|may|let|have|get|tell|ask|would)\\s+)?(?:i(?:’|')d like\\s+|i want\\s+)?";

/** "Scout should make a brief for the fair". */
const SCOUT = new RegExp(
  `(?<=^|[.!?,;]\\s*|\\b(?:and|then|please)\\s+)${LED}scout,?\\s+(?:${MAY}\\s+)*(make|write|draft|prepare|do|create|draw up)s?\\s+(?=(?:me\\s+|us\\s+)?(?:a|the|another|one)\\s+(?:\\p{L}+\\s+)?(?:brief|plan)\\b)`,
  'giu',
);
const withScout = (text: string) => text.replace(SCOUT, (_, verb: string) => `${verb} `);

const DOING =
  '(?:do|does|run|runs|execute|executes|make|makes|build|builds|start|starts|begin|begins|carry out|carries out|follow|follows|work through|works through|implement|implements|take over|takes over|go ahead with|goes ahead with)';
/** What a brief says is done, by Axel or by whoever hears it. */
const WHAT =
  "(?:it|that|this|(?:what|whatever|everything(?: that)?)(?:['’]s| is| it)?\\s*(?:stands|says|written|described|planned)?\\s+(?:is\\s+)?(?:in|on)\\s+(?:the|my|that|this)\\s+brief|(?:the|my|that|this|our)\\s+(?:\\S+\\s+){0,4}?brief)";
const AXEL = new RegExp(
  `(?<=^|[.!?,;]\\s*|\\b(?:and|then|please|ok)\\s+)${LED}axel,?\\s+(?:${MAY}\\s+)*${DOING}(?:\\s+(?:on|with))?(?:\\s+(${WHAT}))?(?=\\s*(?:[.,;!?]|$)|\\s+(?:pls|please|now|then|and)\\b)`,
  'giu',
);
/** Without a name only where the brief is named too. */
const NAMELESS = new RegExp(
  `(?<=^|[.!?,;]\\s*|\\b(?:and|then|please|go)\\s+)(?:do|run|start|begin|make)\\s+(?=\\S+\\s+(?:\\S+\\s+){0,6}brief\\b)(${WHAT})(?=\\s*(?:[.,;!?]|$)|\\s+(?:pls|please|now|then|and)\\b)`,
  'giu',
);

function withBriefDone(text: string): string {
  const order = (_: string, what: string | undefined) => {
    const [, name] = /^(?:the|my|that|this|our)\s+(.*\S)\s+brief$/iu.exec(what ?? '') ?? [];
    return name === undefined ? 'execute the brief' : `execute the ${name} brief`;
  };
  return text.replace(AXEL, order).replace(NAMELESS, order);
}

/** "Let the robot vacuum start": a device or the tests, that run of themselves; nobody starts the children. */
const LETTING =
  /(?<=^|[.!?,;]\s*|\b(?:and|then|please|can you|could you|would you)\s+)(?:let|have|make)\s+((?:the|my|our|all)\s+[\p{L}\p{N} '-]{2,40}?)\s+(run|start|begin|stop)(?=\s*(?:[.,;!?]|$)|\s+(?:once|again|now|at|in|for|please|tomorrow|tonight|every|and|then)\b)/giu;

function withLetting(text: string, { devices }: Known): string {
  return text.replace(LETTING, (said, what: string, verb: string) => {
    const tokens = plainTokens(what).map((token) => ({ ...token, forms: [token.word, token.word.replace(/s$/, '')] }));
    const signs = lexicon().signsIn(tokens as Parameters<ReturnType<typeof lexicon>['signsIn']>[0]);
    const isOwn = devices.some((name) => what.toLowerCase().endsWith(name.toLowerCase()));
    const runs = isOwn || signs.some(({ sign }) => RUNNING.has(sign));
    return runs ? `${verb === 'begin' ? 'start' : verb} ${what}` : said;
  });
}

const RUNNING = new Set(['noun.device', 'noun.tests', 'noun.climate', 'noun.light']);
