import { expect, test } from 'vitest';
import { readArtifact } from '../artifact.ts';
import type { CodeArtifact } from '../deeds/scope.ts';
import { judgeIdiom } from './index.ts';
import { readPresence } from './presence.ts';

const RUST = `pub fn parse(text: &str) -> u32 {
    eprintln!("error: bad number");
    text.parse().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    #[test]
    fn empty_text() {
        assert_eq!(parse("").checked_add(1).unwrap(), 1);
    }
}
`;
const JAVA = `class Shelf {
    private final List<Book> books = new ArrayList<>();
    private final List<String> tags = new ArrayList<>();
    void put(Book book) { books.add(Objects.requireNonNull(book)); }
    List<Book> books() { return Collections.unmodifiableList(books); }
    List<String> tags() { return tags; }
}
`;
const SHELL = `#!/bin/sh
n=\`ls | wc -l\`
[ "$n" -gt 0 ] || { echo "no files, cannot go on"; exit 1; }
ssh host "sudo reboot"
`;
const STRICT = `#!/bin/sh
set -eu
npm run build
scp -r dist host:/srv
`;
const LAX = `#!/bin/sh
npm run build
pg_dump app > app.sql || exit 1
scp app.sql host:/srv
`;
const TYPES = `export interface Bill { due?: Date; total: number }
function round(n: number) { return n; }
export function sum(bills: Bill[]) { return round(bills.length); }
`;
const SQL = `SELECT c.name, SUM(o.total)
FROM customer c JOIN orders o ON o.customer_id = c.id
WHERE o.status <> 'cancelled' AND c.deleted_at IS NULL
GROUP BY c.name;
`;

test.each([
  ['There is a test for an empty text.', true, RUST, 'p.rs'],
  ['There is a test for negative numbers.', false, RUST, 'p.rs'],
  ['An empty text is covered by a test.', true, RUST, 'p.rs'],
  ['There is a test for books.', false, JAVA, 'Shelf.java'],
  ['No unwrap outside tests.', true, RUST, 'p.rs'],
  ['`unwrap()` is not called.', false, RUST, 'p.rs'],
  ['Avoid unwrap and expect.', false, RUST, 'p.rs'],
  ['Error messages go to standard error.', true, RUST, 'p.rs'],
  ['Error messages are printed to standard output.', false, RUST, 'p.rs'],
  ['Error messages go to standard error.', false, SHELL, 'x.sh'],
  ['No backticks.', false, SHELL, 'x.sh'],
  ['Never calls sudo.', false, SHELL, 'x.sh'],
  ['The list that `books` returns cannot be modified.', true, JAVA, 'Shelf.java'],
  ['The list returned by tags() cannot be modified.', false, JAVA, 'Shelf.java'],
  ['`tags` hands out the internal list.', true, JAVA, 'Shelf.java'],
  ['A null book is rejected.', true, JAVA, 'Shelf.java'],
  ['Cancelled orders are left out.', true, SQL, 'q.sql'],
  ['Deleted customers are included as well.', false, SQL, 'q.sql'],
  ['Customers without any orders are listed as well.', false, SQL, 'q.sql'],
  ['The script stops at the first command that fails.', true, STRICT, 'd.sh'],
  ['The script stops at the first command that fails.', false, LAX, 'd.sh'],
  ['Nothing is copied to the host if the build fails.', true, STRICT, 'd.sh'],
  ['If the build fails, the script does not go on.', false, LAX, 'd.sh'],
  ['A failed dump stops the script before the upload.', true, LAX, 'd.sh'],
  ['due is an optional property of Bill.', true, TYPES, 'b.ts'],
  ['`total` is optional.', false, TYPES, 'b.ts'],
  ['`round` is only visible inside this file.', true, TYPES, 'b.ts'],
  ['`sum` is not exported.', false, TYPES, 'b.ts'],
  // Not understood as a whole: no word on it.
  ['The report lists the largest total first.', undefined, SQL, 'q.sql'],
  ['A null tag is rejected.', undefined, JAVA, 'Shelf.java'],
  ['No more than two loops are used.', undefined, RUST, 'p.rs'],
])('%s %s', async (criterion, holds, artifact, path) => {
  const { artifact: read } = await readArtifact({ artifact, path });
  expect(judgeIdiom(read as CodeArtifact, criterion)?.holds).toBe(holds);
});

const LANGUAGES: readonly (readonly [RegExp, string])[] = [
  [/read -p|gpg/, 'x.sh'],
  [/with open|rglob|os\.environ/, 'x.py'],
  [/#ifndef|malloc/, 'x.c'],
  [/synchronized/, 'X.java'],
];

test.each(readPresence().map((row) => [row.example, row] as const))('%s', async (example, { code, counter }) => {
  const path = LANGUAGES.find(([sign]) => sign.test(code))?.[1] ?? 'x.ts';
  const holds = async (artifact: string) => {
    const { artifact: read } = await readArtifact({ artifact, path });
    return judgeIdiom(read as CodeArtifact, example)?.holds;
  };
  expect([await holds(code), await holds(counter)]).toEqual([true, false]);
});
