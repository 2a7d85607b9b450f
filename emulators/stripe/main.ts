import { parseArgs } from 'node:util';
import { startStripe } from './server.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '12111' },
    project: { type: 'string', default: 'demo-dats' },
    key: { type: 'string' },
    data: { type: 'string' },
    'webhook-url': { type: 'string' },
    'webhook-secret': { type: 'string' },
  },
});

async function main(): Promise<void> {
  const { key, data, 'webhook-url': url, 'webhook-secret': secret } = values;
  if ((url === undefined) !== (secret === undefined)) {
    throw new Error('Give --webhook-url and --webhook-secret together.');
  }
  const server = await startStripe({
    port: Number(values.port),
    projectId: values.project,
    ...(key === undefined ? {} : { secretKey: key }),
    ...(data === undefined ? {} : { dataDir: data }),
    ...(url === undefined || secret === undefined ? {} : { webhook: { url, secret } }),
  });
  console.log(`Stripe stand-in ready at ${server.url}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void server.close());
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
