import { aToken } from '../../database/testing/clients.ts';
import { type StorageServer, startStorage } from '../server.ts';
import { BUCKET, PROJECT_ID } from './clients.ts';

export const RULES = `rules_version = '2';
service firebase.storage {
  match /b/{bucket}/o/{name} {
    allow read: if name == 'open' || request.auth.uid == 'ann';
    allow write: if request.auth.uid == 'ann';
  }
}`;

export interface Wire {
  readonly server: StorageServer;
  app(path: string, init?: RequestInit): Promise<Response>;
  admin(path: string, init?: RequestInit): Promise<Response>;
  put(name: string, body: BodyInit, headers?: Record<string, string>): Promise<Response>;
}

export async function startWire(): Promise<Wire> {
  const server = await startStorage({ port: 0, projectId: PROJECT_ID, rules: RULES });
  const admin = (path: string, init: RequestInit = {}) => fetch(`${server.url}${path}`, init);
  return {
    server,
    admin,
    app: (path, init = {}) => fetch(`${server.url}/v0/b/${BUCKET}/o${path}`, init),
    put: (name, body, headers = {}) =>
      admin(`/upload/storage/v1/b/${BUCKET}/o?uploadType=media&name=${name}`, {
        method: 'POST',
        headers,
        body,
      }),
  };
}

export const ann = () => ({ authorization: `Firebase ${aToken('ann')}` });

export const readErrorMessage = async (response: Response): Promise<unknown> =>
  (await response.json()).error.message;
