/** The record, as commands. */
import type { Command } from 'commander';
import { home, json, patient } from '../options.ts';

export function register(program: Command): void {
  program
    .command('import')
    .description('Read FHIR R4 into the record: bundles, NDJSON, or folders of them')
    .argument('<paths...>', 'files or folders')
    .option(...json)
    .option(...home)
    .addHelpText('after', '\nThe same file twice adds nothing; a patient is written whole or not at all.')
    .action(async (paths, options) => (await import('../record.ts')).importRecords(paths, options));

  program
    .command('export')
    .description("Print a patient's record as a FHIR R4 bundle")
    .requiredOption(...patient)
    .option(...home)
    .action(async (options) => (await import('../record.ts')).exportRecord(options));

  program
    .command('patients')
    .description('List the patients there are; begin the record of one, or erase it')
    .option('--add <name>', 'begin a record for this person')
    .option('--born <date>', 'with --add: day of birth, like 1968-03-02')
    .option('--sex <sex>', 'with --add: female, male, other or unknown')
    .option('--delete <id>', 'erase a record for good, with every conversation about this patient; says what goes')
    .option('--yes', 'with --delete: do it')
    .option(...json)
    .option(...home)
    .action(async (options) => (await import('../record.ts')).patients(options));

  program
    .command('cypher')
    .description("Ask one patient's graph in Cypher; nothing outside it can be seen")
    .argument('<query>', 'a read-only query')
    .requiredOption(...patient)
    .option('--params <json>', 'parameters of the query, as a JSON object')
    .option(...json)
    .option(...home)
    .addHelpText(
      'after',
      `
Example:
  $ consilium cypher 'MATCH (p:Patient)-[:HAS_CONDITION]->(c:ConditionCase)-[:IS_A]->(t:ConditionType)
      WHERE toLower(t.name) CONTAINS "diabetes" RETURN t.name, c.onset_date' --patient <id>`,
    )
    .action(async (query, options) => (await import('../record.ts')).cypher(query, options));
}
