/** Keeping an installation, as commands. */
import type { Command } from 'commander';
import { home, json, readCount } from '../options.ts';

const FORGERY = `
The head is kept beside the database too (audit.head), sealed with the key of CONSILIUM_AUDIT_KEY or
CONSILIUM_AUDIT_KEY_FILE; without one, with a key in the data folder. Whoever can write to the folder and read that key
can forge both; nobody can forge a head that was noted elsewhere.`;

const SEALING = `
CONSILIUM_DATA_KEY, or a file that CONSILIUM_DATA_KEY_FILE names, holds the key; every command needs it from then on. A
new folder is sealed from the beginning where a key is given. Broken off, it goes on when it is run again. Former files are
overwritten; what a disk keeps elsewhere (snapshots, blocks that it has set aside) only the disk can forget.`;

export function register(program: Command): void {
  const audit = program.command('audit').description('Who did what with whose data');
  audit
    .command('list')
    .description('The newest rows of the trail')
    .option('--patient <id>', 'of this patient only')
    .option('--limit <n>', 'how many (default: 100)', readCount)
    .option(...json)
    .option(...home)
    .action(async (options) => (await import('../audit.ts')).listAudit(options));
  audit
    .command('verify')
    .description('Check that no row was changed, removed or put in; exit 1 and the first that does not fit otherwise')
    .option('--head <hash>', 'also that the trail has had this head, which you noted earlier (audit head)')
    .option(...json)
    .option(...home)
    .addHelpText('after', FORGERY)
    .action(async (options) => (await import('../audit.ts')).verifyAudit(options));
  audit
    .command('head')
    .description('Print the state of the trail in a line, to be noted elsewhere than on this machine')
    .option('--begin', 'after you have looked into a head that does not fit: begin anew; a row says so')
    .option(...json)
    .option(...home)
    .addHelpText('after', FORGERY)
    .action(async (options) => (await import('../audit.ts')).headOfAudit(options));
  audit
    .command('export')
    .description('Print the trail as a FHIR R4 bundle of AuditEvents')
    .option(...json)
    .option(...home)
    .action(async (options) => (await import('../audit.ts')).exportAudit(options));

  program
    .command('backup')
    .description('Save the data folder as one file with checksums, also while it is in use')
    .argument('<file>', 'where to')
    .option(...json)
    .option(...home)
    .addHelpText(
      'after',
      '\nEncrypted where CONSILIUM_BACKUP_KEY is set, or CONSILIUM_BACKUP_KEY_FILE names a file with the key.',
    )
    .action(async (file, options) => (await import('../keeping.ts')).backup(file, options));
  program
    .command('restore')
    .description('Put a backup into an empty data folder')
    .argument('<file>', 'of consilium backup')
    .option('--verify', 'only check that it is whole')
    .option(...json)
    .option(...home)
    .action(async (file, options) => (await import('../keeping.ts')).restore(file, options));
  program
    .command('seal')
    .description('Encrypt a data folder that nobody uses, with the key of CONSILIUM_DATA_KEY')
    .option('--open', 'the other way: make it plain again')
    .option(...json)
    .option(...home)
    .addHelpText('after', SEALING)
    .action(async (options) => (await import('../keeping.ts')).seal(options));
  program
    .command('doctor')
    .description('Say what is wrong with this installation and how to mend it')
    .option(...json)
    .option(...home)
    .action(async (options) => (await import('../doctor.ts')).doctor(options));
}
