/**
 * A launcher that tests kill: `node launcher.ts <data folder>`. It prints `{addresses, restored,
 * wasUnclean, env}` when the stack is ready; SIGINT, SIGTERM and SIGHUP stop it, SIGUSR2 saves a
 * generation.
 */
import { fileURLToPath } from 'node:url';
import { startStack } from '../stack.ts';

const [dataDir = ''] = process.argv.slice(2);
const stack = await startStack({
  ports: 'free',
  dataDir,
  siteDir: `${dataDir}/site`,
  sources: {
    functionsEntry: fileURLToPath(new URL('./sample-functions/index.ts', import.meta.url)),
  },
});
stack.beginSaving();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => stack.stop().then(() => process.exit(0)));
}
process.on('SIGUSR2', () => stack.saveGeneration().then(({ id }) => tell({ saved: id })));

const tell = (facts: unknown) => process.stdout.write(`${JSON.stringify(facts)}\n`);
const { addresses, restored, wasUnclean, env } = stack;
tell({ addresses, env, restored: restored?.id, wasUnclean });
