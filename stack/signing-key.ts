import { generateKeyPair } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Signer } from '@datchain/firebase-emulators/storage/http/signed.ts';

export const serviceAccountFile = (dataDir: string): string =>
  join(dataDir, 'service-account.json');

/**
 * Makes a service account for one start of the stack, so that addresses can be signed as in
 * production. Only this stack's Storage knows its key: it opens nothing anywhere else.
 */
export async function makeServiceAccount(projectId: string, dataDir: string): Promise<Signer> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const email = `functions@${projectId}.iam.gserviceaccount.com`;
  const account = {
    type: 'service_account',
    project_id: projectId,
    private_key: privateKey,
    client_email: email,
  };
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(serviceAccountFile(dataDir), JSON.stringify(account), { mode: 0o600 });
  return { email, publicKey };
}
