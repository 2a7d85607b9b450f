import type { InitConfig } from '@datchain/shared/contracts/init-config.ts';

export const firestoreBase = (config: InitConfig): string =>
  `${config.local?.firestore ?? 'https://firestore.googleapis.com'}/v1/projects/${config.projectId}` +
  '/databases/(default)/documents';
