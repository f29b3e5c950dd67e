import { checkPrincipal, type Principal } from '../kernel/index.ts';

/** Whose things these are. */
export function learnerOf(who: Principal): string {
  checkPrincipal(who);
  return who.user;
}
