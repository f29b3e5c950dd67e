/** How the shell says names. */

/** front-desk → Front desk. */
export function sayTeam(name: string): string {
  const words = name.replace(/-/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
