import { startDatabase } from '../server.ts';

/** A server to be killed: `node writer-process.ts <folder>`, tells its port on standard output. */
const server = await startDatabase({
  port: 0,
  projectId: 'demo-dats',
  rules: '{"rules": {".read": true, ".write": true}}',
  dataDir: process.argv[2]!,
});
process.stdout.write(`${server.port}\n`);
