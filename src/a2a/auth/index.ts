/** Who calls and who is believed: tokens that are signed, bodies that are signed, the keys of this house and of others. */
export { audienceFor } from './audience.ts';
export { isSigned, peerUser, readSigned, requireGrantable } from './caller.ts';
export { examineKeys, type Keys, openKeys } from './keys.ts';
export { openSignatures, type Signatures } from './replay.ts';
