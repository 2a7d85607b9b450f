import type { ProcessMark } from '@datchain/emulators-common/processes.ts';

/** A running Firestore; nothing beside this folder knows which one it is. */
export type Firestore = {
  port: number;
  /** The processes to end should the launcher be killed. */
  marks: ProcessMark[];
  /** Writes everything into `folder`, which must not exist yet. */
  save(folder: string): Promise<void>;
  /** Forgets every document of the project. */
  clear(): Promise<void>;
  close(): Promise<void>;
};

export type FirestoreOptions = {
  port: number;
  projectId: string;
  /** Path of firestore.rules. */
  rules: string;
  /** Most memory Google's emulator may take for its data, in MB; without it Java decides. */
  heapMb?: number | undefined;
  /** A folder written by `save`, to begin with. */
  restoreFrom?: string | undefined;
};
