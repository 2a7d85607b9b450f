import type { PublicLog } from '@datchain/functions/public-log/source.ts';
import type { DocumentsOfMany, PublicData } from '@datchain/functions/stores/public-data.ts';
import type { PublicChanges, ReadBefore } from '@datchain/functions/stores/public-data-changes.ts';
import type { BadRow } from '@datchain/shared/contracts/documents/asset-summary.ts';
import type { LeftOut } from '@datchain/shared/contracts/documents/site-state.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import type { Remark } from '../ledger/src/remarks.ts';

export type Log = (line: string) => void;

export interface RebuildOptions {
  /** The served folder, a symbolic link to a whole version. */
  readonly siteDir: string;
  readonly log: Log;
  /** Updates the copy of the databases, and returns its state. */
  readonly refresh?: () => Promise<string>;
  readonly mendCopy?: () => Promise<void>;
  /** Reads all public data as of a day, with its documents if known. */
  readonly read: (
    now: Millis,
  ) => Promise<PublicData & { readonly documents?: DocumentsOfMany | undefined }>;
  /** Reads the changes; undefined when everything has to be read. */
  readonly readChanges?: (before: ReadBefore, now: Millis) => Promise<PublicChanges | undefined>;
  readonly openLog?: () => Promise<PublicLog>;
  readonly env?: NodeJS.ProcessEnv;
  readonly force?: boolean;
  readonly allowEmpty?: boolean;
  readonly dryRun?: boolean;
  readonly liveUrl?: string | undefined;
  /** The cache of pictures; the usual one by default. */
  readonly picturesDir?: string;
  readonly portalDir?: string;
}

export interface RebuildResult {
  /** False without a change, and in a dry run. */
  readonly published: boolean;
  readonly pages: number;
  readonly badRows: readonly BadRow[];
  /** Everything missing or outdated in the published site, bad rows included. */
  readonly leftOut: readonly LeftOut[];
  readonly remarks: readonly Remark[];
}

/** A refused or failed rebuild. The site is as it was; the message says what to do. */
export class RebuildError extends Error {
  override readonly name: string = 'RebuildError';
}

/** Another rebuild is running; it reports its own outcome. */
export class RebuildRunning extends RebuildError {
  override readonly name = 'RebuildRunning';
}
