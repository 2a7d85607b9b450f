import { createServer } from 'node:net';
import { host } from '@datchain/emulators-common/local-only.ts';
import { afterEach, expect, it } from 'vitest';
import { freePorts } from './ports.ts';
import { requireFree } from './taken-ports.ts';

const holder = createServer();
afterEach(() => holder.close());

it('reports a taken port, its service, who holds it, and what to do', async () => {
  const ports = await freePorts();
  await expect(requireFree(ports)).resolves.toBeUndefined();
  await new Promise<void>((resolve) => holder.listen(ports.stripe, host, resolve));
  const refused = requireFree(ports);
  await expect(refused).rejects.toThrow(`${ports.stripe} (stripe) is held by`);
  await expect(refused).rejects.toThrow('Stop what holds');
  if (process.platform === 'linux') await expect(refused).rejects.toThrow(`process ${process.pid}`);
});
