import { howTold, type News } from '@datchain/shared/contracts/documents/notification.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Data } from '../stores/document-store.ts';

/** A document that comes into being. */
export interface Created {
  readonly path: string;
  readonly data: Data;
}

/**
 * What tells a user something, at the bell and by e-mail (N-PPL-04). Created with what it tells of, in
 * one write, it is told once.
 *
 * @param id what it is of; told under it a second time, the write is a conflict
 */
export const toldDocuments = (id: string, uid: string, news: News): Created[] => [
  ...(howTold(news).isAtBell ? [{ path: docs.notification(uid, id), data: news }] : []),
  { path: docs.mail(id, uid), data: { uid, state: 'due', at: news.at, about: news } },
];
