import { docs } from '@datchain/shared/contracts/paths.ts';
import { mintDat } from '@datchain/shared/domain/books/editions.ts';
import { runScript } from '../server/run-script.ts';
import type { OwnSite } from './own-site.ts';

/** The environment with which an operator's commands find the databases of a site. */
function operatorEnv({ env }: Pick<OwnSite, 'env'>): NodeJS.ProcessEnv {
  const { GOOGLE_CLOUD_PROJECT: projectId, DATABASE_URL: databaseURL = '' } = env;
  return {
    ...process.env,
    ...env,
    FIREBASE_CONFIG: JSON.stringify({ projectId, databaseURL }),
    FIREBASE_DATABASE_EMULATOR_HOST: new URL(databaseURL).host,
  };
}

/** Runs `npm run releases -- …` for a site; fails when it does. */
export async function operate(site: Pick<OwnSite, 'env'>, ...parameters: string[]): Promise<void> {
  const { code, output } = await runScript('releases', parameters, operatorEnv(site));
  if (code !== 0) throw new Error(output);
}

/** The books of a DAT that no one has bought anything of. */
export async function mintUnsold({ firestore }: OwnSite, datId: string): Promise<void> {
  const terms = { creatorUid: `${datId}-creator`, editions: 20, priceCents: 1_000 };
  const dat = mintDat({ datId, ...terms, sharePpm: 25_000 }, Date.now());
  await firestore.doc(docs.datGuard(datId)).set({ ...dat });
}
