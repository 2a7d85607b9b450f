import type { CheckedNote } from '@datchain/tlog/check-note.ts';
import type { Policy } from '@datchain/tlog/policy.ts';
import type { PublishedCheckpoint } from '@datchain/tlog/read-proof.ts';

export interface OpenedLog {
  readonly policy: Policy;
  readonly latest: PublishedCheckpoint;
  readonly note: CheckedNote;
}
