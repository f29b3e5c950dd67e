/** "If the build fails, nothing is copied": whether a shell script goes on after a command that failed. */
import { bareCode, type CodeArtifact } from '../deeds/scope.ts';
import { type Seen, seen } from '../seen.ts';

const FIRST =
  /^(?:the script |it )?(?:stops|ends|aborts|exits|terminates) (?:at|on|after|with) (?:the first |any |a )?(?:command that fails|failing command|failed command|error|command failure)$/i;
const STOPS: readonly RegExp[] = [
  /^(?:if|when|should) (?:the |a |an )?(?<what>[\w -]+?) (?:fails|is unsuccessful|fail), (?:the script |it |nothing |no )?(?:does not (?:go on|continue|run on)|stops|ends|aborts|exits|(?:else )?is \w+|\w+ is \w+).*$/i,
  /^nothing (?:else )?(?:is|gets) \w+(?: .+?)? (?:if|when|after|unless) (?:the |a |an )?(?<what>[\w -]+?) (?:fails|has failed|failed|succeeds|succeeded)$/i,
  /^a failed (?<what>[\w -]+?) (?:stops|ends|aborts) the script(?: before .+)?$/i,
];
/** By which commands a step is known. */
const COMMANDS: Readonly<Record<string, RegExp>> = {
  build: /\b(?:build|make|cargo|npm|yarn|gradle|mvn|go)\b/,
  download: /\b(?:curl|wget|fetch|scp)\b/,
  dump: /\b\w*dump\w*\b/,
  copy: /\b(?:cp|scp|rsync)\b/,
  upload: /\b(?:curl|scp|rsync|aws|sftp)\b/,
  archive: /\b(?:tar|zip|gzip)\b/,
  test: /\b(?:test|pytest|jest|vitest)\b/,
  migration: /\bmigrat\w*/,
  checkout: /\bgit\b/,
};

export function judgeFailing(artifact: CodeArtifact, criterion: string): Seen | undefined {
  if (artifact.code.language !== 'shell') return undefined;
  const bare = bareCode(artifact);
  const strict = /^\s*set\s+-\w*e|\bset\s+-o\s+errexit|^#!.*\s-\w*e/m.test(bare);
  if (FIRST.test(criterion)) return seen(strict, strict ? '`set -e` is on.' : '`set -e` is not on.');
  const what = STOPS.map((pattern) => pattern.exec(criterion)?.groups?.['what']).find((one) => one !== undefined);
  if (what === undefined) return undefined;
  const word = what.toLowerCase().trim().split(/\s+/).at(-1)!;
  const command = COMMANDS[word] ?? new RegExp(`\\b\\w*${word.replace(/\W/g, '\\$&')}\\w*\\b`, 'i');
  const line = bare.split('\n').find((one) => command.test(one) && !/^\s*(?:echo|#|\w+=)/.test(one));
  if (line === undefined) return undefined;
  const guarded = /\|\|\s*(?:exit|return|die|fail|\{|abort)|&&|^\s*(?:if|until|while)\b/.test(line);
  const ignored = /\|\|\s*(?:true|:)/.test(line);
  return seen(
    (strict || guarded) && !ignored,
    strict || guarded ? 'A failure ends it.' : 'It goes on after a failure.',
    {
      evidence: line.trim().slice(0, 120),
      at: artifact.text.indexOf(line.trim()),
    },
  );
}
