import { dirname } from 'node:path/posix';

interface LockedPackage {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

export interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** Resolves a package from a folder: in its own node_modules, or in those of a folder above. */
function find(
  packages: Lock['packages'] | ReadonlyMap<string, unknown>,
  from: string,
  name: string,
) {
  const has = (path: string) =>
    packages instanceof Map ? packages.has(path) : Object.hasOwn(packages, path);
  for (let folder = from; ; folder = dirname(folder)) {
    const path = `${folder === '.' ? '' : `${folder}/`}node_modules/${name}`;
    if (has(path)) return path;
    if (folder === '.') return undefined;
  }
}

function listNeeds(locked: LockedPackage): [name: string, isOptional: boolean][] {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = locked;
  const { peerDependenciesMeta: peers = {} } = locked;
  return [
    ...Object.keys(dependencies).map((name) => [name, false] as [string, boolean]),
    ...Object.keys(optionalDependencies).map((name) => [name, true] as [string, boolean]),
    ...Object.keys(peerDependencies).map(
      (name) => [name, peers[name]?.optional === true] as [string, boolean],
    ),
  ];
}

/**
 * Builds the lockfile of the deployed folder with exactly the versions of the workspace's own
 * lockfile, so that what runs is what was tested (N-LCH-06).
 *
 * @param workspace the lockfile of the repository
 * @param deployed the package.json of the deployed folder
 * @throws when the workspace has no version of a needed package
 */
export function deployedLock(
  workspace: Lock,
  deployed: { readonly name: string; readonly dependencies: Readonly<Record<string, string>> },
): object {
  const placed = new Map<string, string>();
  const queue: (readonly [at: string, origin: string])[] = [];
  const place = (name: string, at: string, origin: string) => {
    const top = `node_modules/${name}`;
    const found = find(placed, at === '' ? '.' : at, name);
    if (found !== undefined && placed.get(found) === origin) return;
    // Another version is already where the package would look: this one is nested closer.
    const path = found === undefined ? top : `${at}/node_modules/${name}`;
    placed.set(path, origin);
    queue.push([path, origin]);
  };
  const placeAll = (locked: LockedPackage, at: string, from: string) => {
    for (const [name, isOptional] of listNeeds(locked)) {
      const origin = find(workspace.packages, from, name);
      if (origin !== undefined) place(name, at, origin);
      else if (!isOptional) throw new Error(`The lockfile has no ${name}, which ${from} needs.`);
    }
  };
  placeAll({ dependencies: deployed.dependencies }, '', 'functions');
  for (let next = queue.shift(); next; next = queue.shift()) {
    const [at, origin] = next;
    placeAll(workspace.packages[origin] ?? {}, at, origin);
  }
  const packages = [...placed]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, origin]) => [path, workspace.packages[origin]] as const);
  const { name } = deployed;
  return {
    name,
    lockfileVersion: 3,
    requires: true,
    packages: Object.fromEntries([['', deployed], ...packages]),
  };
}
