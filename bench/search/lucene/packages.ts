/** Debian's descriptions of its packages, as its package lists have them. */

export interface PackageText {
  readonly name: string;
  readonly synopsis: string;
  readonly description: string;
}

/** Of packages that are described in the same words the first. */
export function readPackages(list: string): PackageText[] {
  const packages = new Map<string, PackageText>();
  for (const record of list.split(/\n\n+/)) {
    const name = /^Package: (\S+)/m.exec(record)?.[1];
    const [, synopsis, long = ''] = /^Description-en: (.+)\n((?: .*(?:\n|$))*)/m.exec(record) ?? [];
    const description = long.replace(/^ \.?/gm, '').trim();
    if (name === undefined || synopsis === undefined || description === '' || packages.has(description)) continue;
    packages.set(description, { name, synopsis, description });
  }
  return [...new Map([...packages.values()].map((each) => [each.name, each])).values()];
}
