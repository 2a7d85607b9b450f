import { deleteApp, initializeApp } from 'firebase-admin/app';
import { type Auth, getAuth } from 'firebase-admin/auth';
import { type Database, getDatabase } from 'firebase-admin/database';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';

export type Admin = {
  auth: Auth;
  firestore: Firestore;
  database: Database;
  close(): Promise<void>;
};

export function connectAdmin(): Admin {
  const { GCLOUD_PROJECT: projectId, DATABASE_URL: databaseURL } = process.env;
  if (!projectId || !databaseURL) throw new Error('Run this with "npx playwright test".');
  const app = initializeApp({ projectId, databaseURL }, 'e2e');
  return {
    auth: getAuth(app),
    firestore: getFirestore(app),
    database: getDatabase(app),
    close: () => deleteApp(app),
  };
}
