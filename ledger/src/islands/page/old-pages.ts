import { plainFields } from '@datchain/shared/contracts/firestore-value.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { readMillis } from '@datchain/shared/contracts/tolerant.ts';
import { ageText, isOldSite } from '@datchain/shared/domain/site-age.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { firestoreRest } from './firestore-rest.ts';

/** As of when the pages show everything: often nothing has changed since they were built. */
async function currentAt(): Promise<Millis | undefined> {
  try {
    const { find } = await firestoreRest();
    return readMillis(plainFields((await find(docs.siteAge))?.fields).currentAt);
  } catch (error) {
    console.info('When the pages were last looked at is not known', error);
    return undefined;
  }
}

async function tellOldPages(): Promise<void> {
  const answer = await fetch('/build.json');
  const builtAt = Date.parse((await answer.json()).time);
  // By the server's clock: the device's may be wrong.
  const now = Date.parse(answer.headers.get('date') ?? '');
  const age = now - Math.max(builtAt, (await currentAt()) ?? builtAt);
  // A fallback page shows current data.
  if (!isOldSite(age) || document.getElementById('fallback')) return;
  const note = document.createElement('p');
  note.className = 'notice page-age';
  note.setAttribute('role', 'status');
  note.textContent = `This page is ${ageText(age)} old: what was sold or released since may be missing.`;
  document.getElementById('main')?.prepend(note);
}

void tellOldPages();
