import { Agent } from 'node:https';
import { connect } from 'node:net';
import { type App, getApps, initializeApp } from 'firebase-admin/app';
import { getAppCheck } from 'firebase-admin/app-check';
import { app } from './firebase.ts';

export type AppCheck = ReturnType<typeof appCheck>;

const LOCAL = 'local-app-check';

/**
 * The SDK fetches the public keys from one fixed address. On the local stack its stand-in answers
 * there; everything else about a token is checked as ever.
 */
function localApp(host: string): App {
  const known = getApps().find(({ name }) => name === LOCAL);
  if (known) return known;
  const { hostname, port } = new URL(`http://${host}`);
  const httpAgent = Object.assign(new Agent(), {
    createConnection: () => connect(Number(port), hostname),
  });
  return initializeApp({ projectId: process.env.GCLOUD_PROJECT ?? '', httpAgent }, LOCAL);
}

/** Verifies App Check tokens; their keys are read once and then every six hours. */
export function appCheck() {
  const local = process.env.APP_CHECK_EMULATOR_HOST;
  const verifier = getAppCheck(local ? localApp(local) : app());
  return {
    /** @throws unless the token was issued to an app of this project, and is still good */
    async verify(token: string): Promise<void> {
      await verifier.verifyToken(token);
    },
  };
}
