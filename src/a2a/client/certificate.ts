/** Why a peer is not spoken to over TLS: nothing was said to it, and whoever looks after it is told what to mend. */
import { ConsiliumError } from '../../kernel/index.ts';

/** By the code of the system; the first that fits. */
const TROUBLES: readonly (readonly [code: RegExp, what: (peer: string) => string, hint: string])[] = [
  [
    /^CERT_HAS_EXPIRED$/,
    (peer) => `The certificate of ${peer} has expired.`,
    'Whoever serves it has to renew it. If it is valid there, look at the clock of this machine.',
  ],
  [
    /^CERT_NOT_YET_VALID$/,
    (peer) => `The certificate of ${peer} is not valid yet.`,
    'Look at the clocks of both machines.',
  ],
  [
    /^(?:ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/,
    (peer) => `The certificate of ${peer} is for another host name.`,
    'Call it by a name that its certificate has, or have one issued for this name.',
  ],
  [
    /^(?:EPROTO|ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST))$/,
    (peer) => `${peer} does not speak TLS where it is called.`,
    'Check the port, and whether the endpoint is https there.',
  ],
  [
    /^(?:ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_SSL)/,
    (peer) => `The certificate of ${peer} is not trusted.`,
    'Check the address; name its authority with ca in the YAML if it is one of your own.',
  ],
];

/** Undefined: it is another trouble. */
export function certificateTrouble(peer: string, code: string): ConsiliumError | undefined {
  const found = TROUBLES.find(([pattern]) => pattern.test(code));
  return (
    found &&
    new ConsiliumError('REMOTE_CERTIFICATE', found[1](peer), { hint: found[2], details: { cause: code, sent: false } })
  );
}
