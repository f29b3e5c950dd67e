import { expect, test } from 'vitest';
import { readArtifact } from '../artifact.ts';
import type { CodeArtifact } from '../deeds/scope.ts';
import { judgeIdiom } from './index.ts';

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
  // Not understood as a whole: no word on it.
  ['The report lists the largest total first.', undefined, SQL, 'q.sql'],
  ['A null tag is rejected.', undefined, JAVA, 'Shelf.java'],
  ['No more than two loops are used.', undefined, RUST, 'p.rs'],
])('%s %s', async (criterion, holds, artifact, path) => {
  const { artifact: read } = await readArtifact({ artifact, path });
  expect(judgeIdiom(read as CodeArtifact, criterion)?.holds).toBe(holds);
});
