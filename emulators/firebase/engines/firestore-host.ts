/**
 * The process that runs the embedded Firestore. The launcher starts it, and it ends with the
 * launcher.
 *
 *   node firestore-host.ts <options as JSON>
 */
import { readFileSync } from 'node:fs';
import { leaveSignalsToLauncher } from '@datchain/emulators-common/leave-signals.ts';
import { startFirestoreServer } from '../firestore/server.ts';

export interface HostOptions {
  readonly port: number;
  readonly projectId: string;
  readonly rules: string;
  readonly restoreFrom?: string | undefined;
}

export type HostRequest =
  | { readonly does: 'save'; readonly folder: string }
  | { readonly does: 'clear' };

/** An answer without an id means that the process is ready. */
export interface HostAnswer {
  readonly id?: number;
  readonly failure?: string | undefined;
}

leaveSignalsToLauncher();
const { port, projectId, rules, restoreFrom }: HostOptions = JSON.parse(process.argv[2] ?? '{}');
const server = await startFirestoreServer({
  port,
  projectId,
  rules: readFileSync(rules, 'utf8'),
  restoreFrom,
});
const answer = (result: HostAnswer) => process.send?.(result);

process.on('message', ({ id, ...request }: HostRequest & { id: number }) => {
  const work = request.does === 'save' ? server.save(request.folder) : server.clear();
  work.then(
    () => answer({ id }),
    (error: Error) => answer({ id, failure: error.stack ?? error.message }),
  );
});
process.once('disconnect', () => void server.close().then(() => process.exit(0)));
answer({});
