import { emptyDraft, type ReleaseDraft } from '@datchain/shared/domain/release/draft.ts';
import type { UploadedFile } from '@datchain/testing/browsers/release-form.ts';
import type { Page } from '@playwright/test';

type Files = { readonly artwork?: UploadedFile; readonly audio?: UploadedFile };

export async function keepDraft(page: Page, ...kept: Kept): Promise<void> {
  await writeDraft(page, ...kept);
  await page.reload();
}

type Kept = [draft: Partial<ReleaseDraft>, files?: Files, areUploaded?: boolean];

/**
 * Writes a draft of the operator to the device, as another tab or an older version would have left
 * it. With `areUploaded`, its files count as uploaded under `dat_{kind}/1_{name}`.
 */
export async function writeDraft(
  page: Page,
  ...[draft, files = {}, areUploaded = false]: Kept
): Promise<void> {
  const bytes = Object.entries(files).map(([kind, { name, mimeType, buffer }]) => ({
    key: `release-draft:operator:${kind}`,
    name,
    type: mimeType,
    base64: buffer.toString('base64'),
  }));
  const uploaded = areUploaded
    ? Object.fromEntries(
        Object.entries(files).map(([kind, { name, buffer }]) => [
          kind,
          {
            name,
            size: buffer.length,
            lastModified: 1,
            path: `dat_${kind}/1_${name}`,
            sessionUrl: '',
            isStored: true,
          },
        ]),
      )
    : {};
  await page.evaluate(
    ({ kept, bytes, uploaded }) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('keyval-store');
        opening.onupgradeneeded = () => opening.result.createObjectStore('keyval');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const writing = opening.result.transaction('keyval', 'readwrite');
          const store = writing.objectStore('keyval');
          store.clear();
          store.put(kept, 'release-draft:operator');
          store.put(uploaded, 'release-uploads:operator');
          for (const { key, name, type, base64 } of bytes) {
            const content = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
            store.put(new File([content], name, { type, lastModified: 1 }), key);
          }
          writing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    { kept: { draft: { ...emptyDraft, ...draft }, savedAt: 1 }, bytes, uploaded },
  );
}
