import { Agent } from 'node:https';
import { connect } from 'node:net';
import { type App, getApps, initializeApp } from 'firebase-admin/app';
import { getAppCheck } from 'firebase-admin/app-check';
import { app } from './firebase.ts';

export type AppCheck = ReturnType<typeof appCheck>;

const LOCAL = 'local-app-check';

/**
 * Makes an app whose requests go to the local stack. The SDK fetches the public keys from one fixed address,
 * which an emulator answers; everything else about a token is checked as usual.
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

/** Verifies App Check tokens; their keys are cached for six hours. */
export function appCheck() {
  const local = process.env.APP_CHECK_EMULATOR_HOST;
  const verifier = getAppCheck(local ? localApp(local) : app());
  return {
    /** @throws unless the token was issued to an app of this project and has not expired */
    async verify(token: string): Promise<void> {
      await verifier.verifyToken(token);
    },
  };
}
