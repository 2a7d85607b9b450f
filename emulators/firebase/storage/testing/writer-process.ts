import { startStorage } from '../server.ts';

/** A server to be killed: `node writer-process.ts <folder>`, tells its port on standard output. */
const server = await startStorage({
  port: 0,
  projectId: 'demo-dats',
  dataDir: process.argv[2]!,
});
process.stdout.write(`${server.port}\n`);
