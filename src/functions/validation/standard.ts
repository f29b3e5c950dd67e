/** Which imports are of a language's own library. */
import { builtinModules } from 'node:module';

const PYTHON = new Set(
  (
    '__future__ abc argparse array ast asyncio base64 bisect calendar collections concurrent configparser contextlib copy csv ctypes dataclasses datetime decimal ' +
    'difflib email enum errno fnmatch fractions functools gc getpass glob gzip hashlib heapq hmac html http importlib inspect io ipaddress itertools json ' +
    'keyword locale logging lzma math mimetypes multiprocessing operator os pathlib pickle platform pprint queue random re sched secrets select shelve shlex ' +
    'shutil signal smtplib socket sqlite3 ssl stat statistics string struct subprocess sys tarfile tempfile textwrap threading time timeit tkinter tokenize ' +
    'traceback types typing unicodedata unittest urllib uuid venv warnings wave weakref webbrowser xml zipfile zlib zoneinfo numbers codecs bz2 cmath graphlib'
  ).split(' '),
);

export function isStandard(statement: string, language: string): boolean {
  const text = statement.replace(/\s+/g, ' ').trim();
  switch (language) {
    case 'python': {
      const modules = /^from\s+(\S+)/.exec(text)?.[1] ?? /^import\s+(.+)$/.exec(text)?.[1] ?? '';
      return modules.split(',').every((one) => one.trim().startsWith('.') || PYTHON.has(one.trim().split(/[. ]/)[0]!));
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
