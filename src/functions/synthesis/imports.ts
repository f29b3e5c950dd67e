/** Imports of several files made those of one: each once, named imports from one module together. */
import type { Stretch } from './artifact.ts';

interface Import {
  readonly text: string;
  readonly id: string;
}

const NAMED: Readonly<Record<string, RegExp>> = {
  typescript: /^import\s+(?<type>type\s+)?\{(?<names>[^}]*)\}\s+from\s+(?<from>['"][^'"]+['"]);?$/s,
  python: /^from\s+(?<from>\S+)\s+import\s+(?:\((?<inner>[^)]*)\)|(?<names>[^(#\n]*))$/s,
};

export function joinImports(imports: readonly Import[], language: string): Stretch[] {
  const pattern = NAMED[language === 'javascript' || language === 'tsx' ? 'typescript' : language];
  const lines = new Map<
    string,
    {
      texts: Set<string>;
      names: Set<string>;
      ids: string[];
      text: string;
      groups?: Record<string, string | undefined> | undefined;
    }
  >();
  for (const { text, id } of imports) {
    const groups = pattern?.exec(text.trim())?.groups;
    const key = groups === undefined ? squeeze(text) : `${groups['type'] ?? ''}${groups['from']}`;
    const line = lines.get(key) ?? { texts: new Set(), names: new Set(), ids: [], text: text.trim(), groups };
    line.texts.add(squeeze(text));
    for (const name of (groups?.['inner'] ?? groups?.['names'] ?? '').split(',').map((one) => one.trim()))
      if (name !== '') line.names.add(name);
    if (!line.ids.includes(id)) line.ids.push(id);
    lines.set(key, line);
  }
  const order = [...lines.values()].sort((a, b) => rank(a.text) - rank(b.text));
  return order.map(({ texts, names, ids, text, groups }): Stretch => {
    if (texts.size === 1 || groups === undefined) return { text, artifacts: ids, kind: 'quoted', gap: '\n' };
    const list = [...names].join(', ');
    const joined =
      language === 'python' ? `from ${groups['from']} import ${list}` : text.replace(/\{[^}]*\}/s, `{ ${list} }`);
    return { text: joined, artifacts: ids, kind: 'joined', gap: '\n' };
  });
}

/** Which package it is comes before what it imports, and what changes the language before everything. */
function rank(text: string): number {
  return /^package\b/.test(text) ? 0 : /^from\s+__future__/.test(text) ? 0 : 1;
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
