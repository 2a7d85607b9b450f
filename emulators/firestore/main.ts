import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { closeOnSignal } from '../close-on-signal.ts';
import { type FirestoreServer, startFirestoreServer } from './server.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8080' },
    project: { type: 'string', default: 'demo-dats' },
    /** Projects served although their names do not start with demo-. */
    'also-serve': { type: 'string', multiple: true, default: [] },
    rules: { type: 'string' },
    data: { type: 'string' },
  },
});

const server = await start().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
console.log(`Firestore ready at ${server.url} (project ${values.project})`);

async function start(): Promise<FirestoreServer> {
  return startFirestoreServer({
    port: Number(values.port),
    projectId: values.project,
    alsoServed: values['also-serve'],
    ...(values.rules !== undefined && { rules: readFileSync(values.rules, 'utf8') }),
    ...(values.data !== undefined && { dataDir: values.data }),
  });
}

closeOnSignal(server);
