import type { CheckedNote } from '@datchain/shared/tlog/check-note.ts';
import type { Policy } from '@datchain/shared/tlog/policy.ts';
import type { PublishedCheckpoint } from '@datchain/shared/tlog/read-proof.ts';

/** The log as it was when the page was opened. */
export interface OpenedLog {
  readonly policy: Policy;
  readonly latest: PublishedCheckpoint;
  readonly note: CheckedNote;
}
