/**
 * What is done by code of the project that stands in another file: the claim is about what is handed to it or comes from it,
 * and says more than can be seen here. "Passwords are hashed with bcrypt" of `protect(password)`.
 */
import { type CodeArtifact, isKnown, wordsOf } from '../deeds/scope.ts';
import { type Asked, readAsked, rootsOfName, sameRoot } from '../deeds/wording.ts';

/** An import from the same project, by the manner of each language. */
const OWN = /["'](?:\.{1,2}\/|@\/|~\/|#)[^"']*["']|\bfrom\s+\.+[\w.]*\s+import\b|\buse\s+(?:crate|super|self)::/;
const HEADER = /#\s*include\s+"(?:[^"]*\/)?(\w+)\.h[hp]*"/;
const NAME = /[A-Za-z_$][\w$]*/g;
const SIGNS = new Set([
  'import',
  'from',
  'use',
  'crate',
  'super',
  'self',
  'as',
  'type',
  'const',
  'require',
  'pub',
  'mod',
]);

/** Whether calls into other files of the project may do what the claim says. */
export function isDoneElsewhere(artifact: CodeArtifact, claim: string): boolean {
  const asked = readAsked(claim);
  if (asked.negative || asked.universal) return false;
  const isOwn = ownNames(artifact);
  const calls = artifact.code.calls.filter(({ name }) => isOwn(name));
  if (!calls.some((call) => isAbout(asked, `${call.name} ${call.arguments}`))) return false;
  const known = wordsOf(artifact);
  return asked.content.some((word) => !isKnown(known, word));
}

function isAbout({ roots }: Asked, call: string): boolean {
  const words = (call.match(NAME) ?? []).flatMap(rootsOfName).filter((word) => word.length > 2);
  return words.some((word) => roots.some((one) => sameRoot(one, word)));
}

function ownNames({ code, text }: CodeArtifact): (call: string) => boolean {
  const own = code.imports.filter((one) => OWN.test(one.text));
  const names = new Set(
    own.flatMap((one) => one.text.replace(/["'][^"']*["']/g, ' ').match(NAME) ?? []).filter((one) => !SIGNS.has(one)),
  );
  const headers = [...text.matchAll(new RegExp(HEADER, 'g'))].map(([, name]) => `${name!.toLowerCase()}_`);
  const extended = /\bclass\s+\w+\s+extends\s+(\w+)/.exec(text)?.[1];
  const hasParent = extended !== undefined && !code.symbols.some(({ name }) => name === extended);
  return (call) => {
    const first = /^[\w$]+/.exec(call)?.[0] ?? '';
    if (first === 'super') return hasParent;
    if (code.symbols.some(({ name }) => name === first)) return false;
    return names.has(first) || headers.some((prefix) => first.toLowerCase().startsWith(prefix));
  };
}
