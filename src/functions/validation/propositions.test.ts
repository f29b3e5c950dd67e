import { expect, test } from 'vitest';
import { readParts } from './code/parts.ts';
import { judge } from './judgement.ts';

const told = async (criterion: string, artifact: string, path: string) =>
  (await judge({ artifact, path, specification: '', invariants: [], acceptance_criteria: [criterion] }))[0]!;

const RUST = `/// A colour.
pub enum Colour { Red, Green(u8), Blue { dark: bool } }
impl std::fmt::Display for Colour {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result { write!(f, "x") }
}
`;
const PYTHON = `import sys


def area(width: float, height: float) -> float:
    """The area."""
    return width * height


def show(value):
    print(value)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(2)
`;
const SHELL = `#!/usr/bin/env bash
ssh "$HOST" "sudo systemctl restart app"
curl -sk https://example.org/up -T "$1"
`;

test.each([
  ['`Colour` has exactly three variants.', 'met', RUST, 'colour.rs'],
  ['The Colour enum has four variants.', 'violated', RUST, 'colour.rs'],
  ['Implements Display for Colour.', 'met', RUST, 'colour.rs'],
  ['Implements Error for Colour.', 'violated', RUST, 'colour.rs'],
  ['Every function declares its return type explicitly.', 'violated', PYTHON, 'area.py'],
  ['All function parameters carry type annotations.', 'violated', PYTHON, 'area.py'],
  ['No function has more than two parameters.', 'met', PYTHON, 'area.py'],
  ['Guards the entry point with `if __name__ == "__main__"`.', 'met', PYTHON, 'area.py'],
  ['Insists on exactly two arguments.', 'met', PYTHON, 'area.py'],
  ['Is written for the de-CH locale.', 'violated', PYTHON, 'area.py'],
  ['Never calls sudo.', 'violated', SHELL, 'up.sh'],
  ['The certificate is verified.', 'violated', SHELL, 'up.sh'],
])('of code: %s %s', async (criterion, verdict, artifact, path) => {
  expect(await told(criterion, artifact, path)).toMatchObject({ verdict });
});

const PAGE = `# Handbook

## 1. Start

See [the site](https://example.org) and ![](plan.png).

## 2. End

Actions:
- Call Ann.
- Write to Ben.
`;
const LOG = '# Changes\n\n## 2.1.0 - 2024-05-01\n\n- One\n\n## 2.0.0 - 2024-03-01\n\n- Two\n';
const MANIFEST = '{"name":"a","scripts":{"build":"x"},"devDependencies":{"b":"1","c":"2"}}';

test.each([
  ['The sections are numbered.', 'met', PAGE, 'a.md'],
  ['All links use https.', 'met', PAGE, 'a.md'],
  ['Every image has alt text.', 'violated', PAGE, 'a.md'],
  ['No heading is repeated.', 'met', PAGE, 'a.md'],
  ['Has exactly two bullet points under Actions.', 'met', PAGE, 'a.md'],
  ['Has at least four bullet points under Actions.', 'violated', PAGE, 'a.md'],
  ['Releases are listed newest first.', 'met', LOG, 'CHANGELOG.md'],
  ['There are exactly two development dependencies.', 'met', MANIFEST, 'package.json'],
  ['Defines a "lint" script.', 'violated', MANIFEST, 'package.json'],
  ['Indentation is done with tabs.', 'violated', 'a:\n  b: 1\n', 'a.yml'],
])('of form: %s %s', async (criterion, verdict, artifact, path) => {
  expect(await told(criterion, artifact, path)).toMatchObject({ verdict });
});

test.each([
  ['Users find the form pleasant to fill in.', 'The form asks for a name and a date of birth.', 'form.txt'],
  ['The nightly job is done before the office opens.', 'def run():\n    return 1\n', 'job.py'],
])('reading does not settle it: %s', async (criterion, artifact, path) => {
  expect(await told(criterion, artifact, path)).toMatchObject({ verdict: 'undecidable' });
});

test('what code is taken to do is shown', async () => {
  const { verdict, how, evidence } = await told(
    'Prints the value that it is given.',
    'def show(value):\n    print(value)\n',
    'show.py',
  );
  expect([verdict, how]).toEqual(['met', 'likely']);
  expect(evidence).toContain('value');
});

const SHOP = `import requests


def fetch(url, seen=[]):
    try:
        return requests.get(url)
    except OSError:
        pass


def save(path, rows):
    with open(path, "w", encoding="utf-8") as out:
        for row in rows:
            out.write(row)


def test_save_nothing():
    assert save("x", []) is None
`;
const QUEUE = `void push(struct node **top) {
    struct node *n = malloc(sizeof *n);
    if (n == NULL) return;
    struct node *m = malloc(sizeof *m);
    m->next = n;
}
int main(void) { goto end; end: return 0; }
`;
const MIGRATION = 'BEGIN;\nUPDATE a SET b = 1 WHERE c = 2;\nDELETE FROM d;\nINSERT INTO e VALUES (1);\nCOMMIT;\n';
const CART = `export const total = (n: number) => n;
function own() {
  switch (total(1)) {
    case 1:
      return total(2) == 2;
  }
}
`;

test.each([
  ['No catch clause is empty.', 'violated', SHOP, 'shop.py'],
  ['Every except clause names the exception.', 'met', SHOP, 'shop.py'],
  ['No function has a mutable default argument.', 'violated', SHOP, 'shop.py'],
  ['Every request has a timeout.', 'violated', SHOP, 'shop.py'],
  ['Every file is opened with an explicit encoding.', 'met', SHOP, 'shop.py'],
  ['There are no while loops.', 'met', SHOP, 'shop.py'],
  ['There is a test for an empty list.', 'met', SHOP, 'shop.py'],
  ['There is a test for a negative number.', 'violated', SHOP, 'shop.py'],
  ['The result of every malloc is checked for NULL.', 'violated', QUEUE, 'queue.c'],
  ['Contains no goto.', 'violated', QUEUE, 'queue.c'],
  ['All functions except `main` are static.', 'violated', QUEUE, 'queue.c'],
  ['No DELETE or UPDATE stands without a WHERE clause.', 'violated', MIGRATION, 'm.sql'],
  ['Every UPDATE has a WHERE clause.', 'met', MIGRATION, 'm.sql'],
  ['Every INSERT names its columns.', 'violated', MIGRATION, 'm.sql'],
  ['All changes happen in one transaction.', 'met', MIGRATION, 'm.sql'],
  ['Every switch has a default branch.', 'violated', CART, 'cart.ts'],
  ['Exports exactly one function.', 'met', CART, 'cart.ts'],
  ['Values are compared with === and never with ==.', 'violated', CART, 'cart.ts'],
])('of parts of code: %s %s', async (criterion, verdict, artifact, path) => {
  expect(await told(criterion, artifact, path)).toMatchObject({ verdict });
});

const LEDGER = `fn parse(line: &str) -> i64 {
    line.parse().unwrap_or(0)
}
#[cfg(test)]
mod tests {
    #[test]
    fn reads() { assert_eq!("1".parse::<i64>().unwrap(), 1); }
}
`;
const MEMBERS = 'id,name,email\n1,Ann,ann@example.org\n2,Ben,\n2,Cora,cora@example.org\n';
const ACTIONS =
  '# Actions\n\n| Action | Owner | Due |\n| --- | --- | --- |\n| Order | Ann | 1 May |\n| Paint | - | 2 May |\n';

test.each([
  ['Outside the tests, `unwrap()` is not called.', 'met', LEDGER, 'ledger.rs'],
  ['Never calls `unwrap`.', 'violated', LEDGER, 'ledger.rs'],
  ['The email column is never empty.', 'violated', MEMBERS, 'members.csv'],
  ['No two rows have the same id.', 'violated', MEMBERS, 'members.csv'],
  ['The first line is a header.', 'met', MEMBERS, 'members.csv'],
  ['Every action has an owner.', 'violated', ACTIONS, 'actions.md'],
  ['Every action has a due date.', 'met', ACTIONS, 'actions.md'],
])('of tables and without tests: %s %s', async (criterion, verdict, artifact, path) => {
  expect(await told(criterion, artifact, path)).toMatchObject({ verdict });
});

test('each trait of a part holds of its own example', () => {
  for (const { part, traits } of readParts())
    for (const { shown, said, example } of traits)
      if (shown !== undefined) expect([part, said[0], shown.folded.test(example)]).toEqual([part, said[0], true]);
});
