/**
 * Mail: letters of agents to people outside, and the replies. Only to those on the allow-list, the first one only after
 * a person agreed, each at most once. May touch: the network (the mail server it is given), the database.
 */
export { isAllowed, readAddress } from './address.ts';
export type { Letter } from './letters.ts';
export { type Incoming, type LetterWish, Mail, type MailOptions, type Standing } from './mail.ts';
export { type MailSettings, readMailSettings } from './settings.ts';
