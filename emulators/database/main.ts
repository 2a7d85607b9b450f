import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { closeOnSignal } from '../close-on-signal.ts';
import { type DatabaseServer, startDatabase } from './server.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '9000' },
    project: { type: 'string', default: 'demo-dats' },
    rules: { type: 'string' },
    data: { type: 'string' },
  },
});

const server = await start().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
console.log(`Realtime Database ready at ${server.url} (project ${values.project})`);

async function start(): Promise<DatabaseServer> {
  return startDatabase({
    port: Number(values.port),
    projectId: values.project,
    ...(values.rules !== undefined && { rules: readFileSync(values.rules, 'utf8') }),
    ...(values.data !== undefined && { dataDir: values.data }),
  });
}

closeOnSignal(server);
