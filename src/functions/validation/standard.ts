/** Which imports are of a language's own library. */
import { builtinModules } from 'node:module';
import { z } from 'zod';
import { sheet } from '../analysis/sheet.ts';

const readModules = sheet(
  './standard.yml',
  import.meta.url,
  z.strictObject({ python: z.array(z.string()).transform((names) => new Set(names)) }),
);

export function isStandard(statement: string, language: string): boolean {
  const text = statement.replace(/\s+/g, ' ').trim();
  switch (language) {
    case 'python': {
      const modules = /^from\s+(\S+)/.exec(text)?.[1] ?? /^import\s+(.+)$/.exec(text)?.[1] ?? '';
      const { python } = readModules();
      const isOwn = (name: string) => python.has(name) || python.has(name.replace(/^_/, ''));
      return modules.split(',').every((one) => one.trim().startsWith('.') || isOwn(one.trim().split(/[. ]/)[0]!));
    }
    case 'go':
      return (
        !/^import/.test(text) ||
        [...text.matchAll(/"([^"]+)"/g)].every(([, path]) => !path!.split('/')[0]!.includes('.'))
      );
    case 'java':
      return !/^import/.test(text) || /^import\s+(?:static\s+)?javax?\./.test(text);
    case 'rust':
      return /\b(?:std|core|alloc|super|crate|self)::|\b(?:super|crate|self)\b/.test(text);
    case 'c':
      return /<[\w/.]+>/.test(text) || /"[\w/.]+"/.test(text);
    default: {
      const module = /from\s+['"]([^'"]+)['"]|^import\s+['"]([^'"]+)['"]|require\(['"]([^'"]+)['"]/.exec(text);
      const name = module?.[1] ?? module?.[2] ?? module?.[3] ?? '';
      return name === '' || /^(?:node:|\.|\/)/.test(name) || builtinModules.includes(name);
    }
  }
}
