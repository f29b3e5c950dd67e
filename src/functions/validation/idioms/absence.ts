/** "No leftover console.log calls", "Avoid unwrap and expect outside tests": names that must stand nowhere, or only in tests. */
import { isCodeName } from '../code/uses.ts';
import { bareCode, type CodeArtifact } from '../deeds/scope.ts';
import { around, type Seen, seen } from '../seen.ts';
import { testsOf } from './tests.ts';

const NAME = '(?:`[^`]+`|[A-Za-z_][\\w.:]*(?:\\(\\))?)';
const NAMES = `(?<names>${NAME}(?:(?:,| and| or| nor|, and|, or) ${NAME})*)`;
const TESTS =
  '(?:outside(?: of)?(?: the| its)? tests?(?: code| module)?|in (?:production|non-test) code|except in(?: the)? tests?)';
const THINGS = '(?:calls?|statements?|invocations?|usages?|uses|blocks?|expressions?|keywords?)';
const ASKS: readonly RegExp[] = [
  new RegExp(
    `^(?:no|avoids?|never (?:uses?|calls?)|does not (?:use|call)|do not (?:use|call)|must not (?:use|call|contain)|contains? no|uses no|makes no|there (?:is|are|must be|should be) no|without)\\s+(?:any |leftover |stray |remaining |forgotten |calls? (?:to|of) |use of |direct )*${NAMES}(?:\\s+${THINGS})?(?:\\s+(?:are |is )?(?:left(?: over| behind| in)?|used|anywhere|allowed|in (?:it|the (?:code|file|script))))?(?<tests>,? ${TESTS})?$`,
    'i',
  ),
  new RegExp(
    `^(?<tests>${TESTS},? )?(?:calls? (?:to|of) )?${NAMES}(?:\\s+${THINGS})? (?:is|are|must|should|may) (?:not|never)(?: be)? (?:called|used|allowed)(?<tests2>,? ${TESTS})?$`,
    'i',
  ),
  new RegExp(
    `^(?<tests>${TESTS},? )?${NAMES} (?:is|are) (?:off limits|forbidden|banned|prohibited|not allowed)(?<tests2>,? ${TESTS})?$`,
    'i',
  ),
];
/** Signs that have a name of their own. */
const SIGNS: Readonly<Record<string, RegExp>> = {
  backtick: /`[^`\n]*`/,
  backticks: /`[^`\n]*`/,
};
const BACKTICKS =
  /^(?:no|avoids?|never uses?|does not use|contains? no|uses no) backticks?(?: command substitutions?| for command substitution)?$/i;

export function judgeAbsence(artifact: CodeArtifact, criterion: string): Seen | undefined {
  // In a shell a string may be a command: `ssh host "sudo reboot"`.
  const bare = bareCode(artifact, artifact.code.language !== 'shell');
  if (BACKTICKS.test(criterion) && artifact.code.language === 'shell')
    return told(artifact, bareCode(artifact).search(SIGNS['backtick']!), 'A backtick');
  const asked = ASKS.map((pattern) => pattern.exec(criterion)?.groups).find((one) => one !== undefined);
  if (asked === undefined) return undefined;
  const names = asked['names']!.split(/,? (?:and|or|nor) |, /)
    .map((one) => one.replace(/[`()]/g, '').trim())
    .filter((one) => one !== '');
  const isCode = (name: string) =>
    asked['names']!.includes(`\`${name}`) || (isCodeName(name) && !/^[A-Z][a-z]+$|^\d/.test(name)) || KNOWN.has(name);
  if (!names.every(isCode)) return undefined;
  const outside = asked['tests'] !== undefined || asked['tests2'] !== undefined;
  const code = outside ? withoutTests(artifact, bare) : bare;
  for (const name of names) {
    const at = code.search(
      new RegExp(`(?<![\\w.])(?:[\\w)\\]]\\.)?${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w])`),
    );
    const member = at >= 0 ? at : code.search(new RegExp(`\\.${name.replace(/\W/g, '\\$&')}\\s*\\(`));
    if (member >= 0) return told(artifact, member, name);
  }
  return seen(true, `${names.join(', ')}: not there.`);
}

const KNOWN = new Set([
  'expect',
  'unwrap',
  'panic',
  'eval',
  'goto',
  'debugger',
  'alert',
  'any',
  'print',
  'println',
  'todo',
]);

function told({ text }: CodeArtifact, at: number, name: string): Seen {
  return at < 0
    ? seen(true, `${name}: not there.`)
    : seen(false, `${name} stands there.`, { evidence: around(text, at), at });
}

/** Tests, and all of a Rust test module, blanked. */
function withoutTests(artifact: CodeArtifact, bare: string): string {
  const module = /#\[cfg\(test\)\]/.exec(bare)?.index;
  const own = module === undefined ? bare : bare.slice(0, module);
  return testsOf(artifact).reduce(
    (code, { start, end }) => code.slice(0, start) + code.slice(start, end).replace(/[^\n]/g, ' ') + code.slice(end),
    own,
  );
}
