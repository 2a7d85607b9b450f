import type { DraftField } from '@datchain/shared/domain/release/draft.ts';

export const fieldId = (field: DraftField): string => `release-${field}`;
