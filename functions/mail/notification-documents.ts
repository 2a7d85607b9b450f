import { channelsOf, type News } from '@datchain/shared/contracts/documents/notification.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Data } from '../stores/document-store.ts';

export interface Created {
  readonly path: string;
  readonly data: Data;
}

/**
 * Builds the documents that notify a user, in the portal and by e-mail (N-PPL-04). They are
 * created in the same write as the event, so the user is notified once.
 *
 * @param id the subject; a second write with the same id is a conflict
 */
export const notificationDocuments = (id: string, uid: string, news: News): Created[] => [
  ...(channelsOf(news).isInPortal ? [{ path: docs.notification(uid, id), data: news }] : []),
  { path: docs.mail(id, uid), data: { uid, state: 'due', at: news.at, about: news } },
];
