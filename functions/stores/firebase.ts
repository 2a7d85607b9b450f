import { type App, applicationDefault, getApps, initializeApp } from 'firebase-admin/app';
import { type Auth, getAuth } from 'firebase-admin/auth';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';

/** Returns the server's own Firebase app, the unnamed one; addresses come from the environment. */
export function app(): App {
  // Named apps of the process belong to the functions SDK or to tests.
  return getApps().find(({ name }) => name === '[DEFAULT]') ?? initializeApp(projectOptions());
}

/** Skips credentials on the local stack: it has none, and looking for them would wait on the network. */
function projectOptions() {
  const projectId = process.env.GCLOUD_PROJECT;
  if (!projectId) throw new Error('GCLOUD_PROJECT is not set: which Firebase project is this?');
  return process.env.FIRESTORE_EMULATOR_HOST
    ? { projectId }
    : { projectId, credential: applicationDefault() };
}

let database: Firestore | undefined;

export function firestore(): Firestore {
  if (!database) {
    database = getFirestore(app());
    database.settings({ ignoreUndefinedProperties: false });
  }
  return database;
}

export const auth = (): Auth => getAuth(app());

/** Returns a token of the account this process runs as, for Google APIs without an SDK. */
export const accessToken = async (): Promise<string> =>
  (await applicationDefault().getAccessToken()).access_token;
