import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { closeOnSignal } from '../close-on-signal.ts';
import { type StorageServer, startStorage } from './server.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '9199' },
    project: { type: 'string', default: 'demo-dats' },
    rules: { type: 'string' },
    data: { type: 'string' },
    firestore: { type: 'string', default: process.env.FIRESTORE_EMULATOR_HOST ?? '127.0.0.1:8080' },
  },
});

const server = await start().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
console.log(`Cloud Storage ready at ${server.url} (project ${values.project})`);

async function start(): Promise<StorageServer> {
  return startStorage({
    port: Number(values.port),
    projectId: values.project,
    firestoreHost: values.firestore,
    ...(values.rules !== undefined && { rules: readFileSync(values.rules, 'utf8') }),
    ...(values.data !== undefined && { dataDir: values.data }),
  });
}

closeOnSignal(server);
