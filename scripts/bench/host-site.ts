import { addressesOf, demoProjectId } from '@datchain/emulators/stack/environment.ts';
import { type Hosting, startHosting } from '@datchain/emulators/stack/hosting.ts';
import { freePorts, type Ports } from '@datchain/emulators/stack/ports.ts';
import { inRepository } from '../lib/root.ts';

/** Serves a built site under firebase.json, with nothing beside it. */
export async function hostSite(siteDir: string, ports?: Ports): Promise<Hosting> {
  const used = ports ?? (await freePorts());
  return startHosting({
    projectId: demoProjectId,
    ports: used,
    addresses: addressesOf(used),
    siteDir,
    configFile: inRepository('firebase.json'),
  });
}
