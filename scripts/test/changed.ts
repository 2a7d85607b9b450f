import { git, gitFiles } from '../lib/git-files.ts';

/** What is asked of the runner of a stage, by the stage's key; a stage that is missing is left out. */
export type Asked = Readonly<Record<string, readonly string[]>>;

/** Files that differ from a commit or are new, relative to the repository. */
export const changedFiles = (since: string): string[] => [
  ...git('diff', '--name-only', since),
  ...git('ls-files', '--others', '--exclude-standard'),
];

/** Behind every screen and every call: a change here can be seen anywhere. */
const everywhere =
  /^(shared\/(?!ui\/)|functions\/|rules\/|emulators\/|package-lock\.json|package\.json|firebase\.json|e2e\/support\/)/;

/** Journeys by the part of the sites that they walk through. */
const walks: readonly (readonly [part: RegExp, journeys: RegExp])[] = [
  [
    /^portal\/src\/features\/(block|order|receipt)\//,
    /^(block|buy-on|paying|order|open-orders|receipts|coming-back|back-button)/,
  ],
  [/^portal\/src\/features\/buy-edition\//, /^buy-edition/],
  [/^portal\/src\/features\/cashout\//, /^cash/],
  [/^portal\/src\/features\/(login|logout|signup)\//, /^(session|signup|navigation)/],
  [/^portal\/src\/features\/(wallet|history)\//, /^(wallet|list-tokens|open-orders)/],
  [/^portal\/src\/features\/owned-dat\//, /^owned-dat/],
  [/^portal\/src\/features\/proof\//, /^(books|unnamed)/],
  [/^portal\/src\/features\/release\//, /^(release|cleared-uploads)/],
  [/^portal\//, /./],
  [/^ledger\/src\/pages\/(index|about)/, /^(landing|navigation|page-weight|without-script)/],
  [/^ledger\/src\/.*analytics/, /^(analytics|page-weight)/],
  [/^ledger\/src\/.*(verify|log)/, /^(verify|public-log|books)/],
  [/^(ledger|builder|shared\/ui)\//, /./],
];

/** The journeys that a change of these files can touch. */
export function journeysOf(files: readonly string[], all: readonly string[]): string[] {
  if (files.some((file) => everywhere.test(file))) return [...all];
  const touched = new Set(files.filter((file) => all.includes(file)));
  for (const file of files) {
    const walk = walks.find(([part]) => part.test(file));
    for (const journey of all) {
      if (walk?.[1].test(journey.replace('e2e/', ''))) touched.add(journey);
    }
  }
  return [...touched];
}

/**
 * What `--changed` takes of each stage. Units and components follow the import graph. A stack test
 * also reaches the server over HTTP, which no import shows.
 */
export function askedOf(since: string): Asked {
  const files = changedFiles(since);
  const graph = [`--changed=${since}`, '--passWithNoTests'];
  const isEverywhere = files.some((file) => everywhere.test(file));
  const journeys = journeysOf(files, gitFiles('e2e/*.spec.ts'));
  return {
    checks: [],
    unit: graph,
    parts: graph,
    stack: isEverywhere ? [] : graph,
    ...(journeys.length > 0 ? { journeys } : {}),
  };
}
