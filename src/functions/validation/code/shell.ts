/** Checks on shell scripts. */
import { bareCode } from '../deeds/scope.ts';
import { type Check, seen } from '../seen.ts';
import { onCode, textOf } from './symbols.ts';

export const SHELL: Readonly<Record<string, Check>> = {
  shebang: ({ text }) =>
    seen(text.startsWith('#!'), text.startsWith('#!') ? text.split('\n')[0]! : 'The first line is no shebang.'),
  strict_mode: onCode((artifact, { flag = '' }) => {
    const bare = bareCode(artifact);
    const wants = (letter: string, word: string) =>
      new RegExp(`^\\s*set\\s+-\\w*${letter}|^\\s*set\\s+(?:-\\w+\\s+)*-o\\s+${word}|^#!.*\\s-\\w*${letter}`, 'm').test(
        bare,
      );
    const needs = [
      [/errexit|strict|-\w*e/, wants('e', 'errexit')],
      [/nounset|strict|-\w*u/, wants('u', 'nounset')],
      [/pipefail|strict/, /pipefail/.test(bare)],
    ] as const;
    const asked = needs.filter(([pattern]) => pattern.test(flag));
    return asked.length === 0
      ? undefined
      : seen(
          asked.every(([, has]) => has),
          asked.every(([, has]) => has) ? 'It is set.' : 'It is not set.',
        );
  }),
  quoted_variables: onCode((artifact, groups) => {
    const { places } = artifact.code;
    const quoted = [
      ...(places.get('string') ?? []),
      ...(places.get('test_command') ?? []),
      ...(places.get('arithmetic_expansion') ?? []),
      ...(places.get('variable_assignment') ?? []),
      ...(places.get('heredoc_body') ?? []),
      ...(places.get('c_style_for_statement') ?? []),
    ];
    const open = [...(places.get('simple_expansion') ?? []), ...(places.get('expansion') ?? [])].find(
      (one) =>
        !/^\$(?:\?|#|\$|!)/.test(textOf(artifact, one)) &&
        !quoted.some(({ start, end }) => start <= one.start && end >= one.end),
    );
    const wanted = /unquoted/i.test(groups['0'] ?? '') ? open !== undefined : open === undefined;
    return seen(wanted, open === undefined ? 'All are quoted.' : `${textOf(artifact, open)} is not.`, {
      at: open?.start,
    });
  }),
};
