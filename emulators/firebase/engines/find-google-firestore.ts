import { accessSync, constants, existsSync, readdirSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

export type GoogleFirestoreSource =
  | { kind: 'gcloud'; command: string }
  | { kind: 'jar'; java: string; jar: string }
  | { kind: 'given'; hostAndPort: string };

type Surroundings = { env: Record<string, string | undefined>; home?: string };

/**
 * Finds Google's emulator: first gcloud with its emulator, then the jar that firebase-tools
 * downloaded, then FIRESTORE_EMULATOR_HOST.
 * @throws with instructions when all are missing
 */
export function findGoogleFirestore({
  env,
  home = homedir(),
}: Surroundings): GoogleFirestoreSource {
  const gcloud = findOnPath('gcloud', env);
  if (gcloud && hasEmulator(gcloud)) return { kind: 'gcloud', command: gcloud };

  const java = findOnPath('java', env);
  const jar = newestJar(join(home, '.cache/firebase/emulators'));
  if (java && jar) return { kind: 'jar', java, jar };

  const given = env.FIRESTORE_EMULATOR_HOST;
  if (given) {
    if (!/^(127\.0\.0\.1|localhost):\d+$/.test(given)) {
      throw new Error(`FIRESTORE_EMULATOR_HOST must be on this machine, not ${given}.`);
    }
    return { kind: 'given', hostAndPort: given };
  }
  throw new Error(howToGetOne);
}

const howToGetOne = `Google's Firestore emulator was not found on this machine. Any one of these brings it:
  - Google Cloud's command line tool and Java:
      gcloud components install cloud-firestore-emulator
  - Firebase's tools and Java 21 or newer:
      npx firebase setup:emulators:firestore
  - an emulator that runs already:
      FIRESTORE_EMULATOR_HOST=127.0.0.1:8080
Without FIRESTORE_ENGINE=google the embedded Firestore runs, which needs none of this.`;

function findOnPath(name: string, env: Record<string, string | undefined>): string | undefined {
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
}

/**
 * Checks the folder, because gcloud itself would ask whether to download the emulator, and wait.
 */
const hasEmulator = (gcloud: string): boolean =>
  existsSync(join(dirname(realpathSync(gcloud)), '../platform/cloud-firestore-emulator'));

function newestJar(folder: string): string | undefined {
  if (!existsSync(folder)) return undefined;
  const name = readdirSync(folder)
    .filter((file) => /^cloud-firestore-emulator-v.*\.jar$/.test(file))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .at(-1);
  return name && join(folder, name);
}
