import type { ProcessMark } from '@datchain/emulators-common/processes.ts';

/** A running Firestore of either engine; only this folder knows which one. */
export type Firestore = {
  port: number;
  /** Processes to end if the launcher is killed. */
  marks: ProcessMark[];
  /** Writes all data into `folder`, which must not exist yet. */
  save(folder: string): Promise<void>;
  clear(): Promise<void>;
  close(): Promise<void>;
};

export type FirestoreOptions = {
  port: number;
  projectId: string;
  rules: string;
  /** The largest Java heap of Google's emulator, in MB; by default Java decides. */
  heapMb?: number | undefined;
  restoreFrom?: string | undefined;
};
