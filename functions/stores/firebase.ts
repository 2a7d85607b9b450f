import { type App, applicationDefault, getApps, initializeApp } from 'firebase-admin/app';
import { type Auth, getAuth } from 'firebase-admin/auth';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';

/** The one Firebase app of the process; addresses come from the environment. */
export function app(): App {
  return getApps()[0] ?? initializeApp(projectOptions());
}

/** On the local stack there are no credentials to look for, and looking would wait on the network. */
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
