import type { PublicLog } from '@datchain/functions/public-log/source.ts';
import type { DocumentsOfMany, PublicData } from '@datchain/functions/stores/public-data.ts';
import type { PublicChanges, ReadBefore } from '@datchain/functions/stores/public-data-changes.ts';
import type { BadRow } from '@datchain/shared/contracts/documents/asset-summary.ts';
import type { LeftOut } from '@datchain/shared/contracts/documents/site-state.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import type { Remark } from '../ledger/src/remarks.ts';

export type Log = (line: string) => void;

export interface RebuildOptions {
  /** The folder that is served; always whole, see publish. */
  readonly siteDir: string;
  readonly log: Log;
  /** Brings what is read up to date, and names it: the same name, the same data of that day. */
  readonly refresh?: () => Promise<string>;
  /** Reads the public data, once, as of the day of a moment; with where they are, if that is known. */
  readonly read: (
    now: Millis,
  ) => Promise<PublicData & { readonly documents?: DocumentsOfMany | undefined }>;
  /** Reads what has changed since; undefined when all is to be read. */
  readonly readChanges?: (before: ReadBefore, now: Millis) => Promise<PublicChanges | undefined>;
  /** Opens the public log; a site built without it has no files of it. */
  readonly openLog?: () => Promise<PublicLog>;
  readonly env?: NodeJS.ProcessEnv;
  /** Build every page again, also when nothing changed. */
  readonly force?: boolean;
  /** Publish a site that has lost more than a tenth of its DATs. */
  readonly allowEmpty?: boolean;
  /** Build and check, but leave the site as it is. */
  readonly dryRun?: boolean;
  /** The address of the live site, when it is not `siteDir` itself. */
  readonly liveUrl?: string | undefined;
  /** Where pictures are kept between rebuilds, when that is not the usual place. */
  readonly picturesDir?: string;
  /** The portal's build; left out of the site when it is not there. */
  readonly portalDir?: string;
}

export interface RebuildResult {
  /** False when nothing changed, and in a dry run. */
  readonly published: boolean;
  /** Pages of the ledger; 0 when nothing was built. */
  readonly pages: number;
  readonly badRows: readonly BadRow[];
  /** All that is not published as it should be, bad rows included; the rest of the site is. */
  readonly leftOut: readonly LeftOut[];
  readonly remarks: readonly Remark[];
}

/** The rebuild was refused or failed; the site is as it was. The message says what to do. */
export class RebuildError extends Error {
  override readonly name: string = 'RebuildError';
}

/** Another one is under way, which tells of itself what becomes of it. */
export class RebuildRunning extends RebuildError {
  override readonly name = 'RebuildRunning';
}
