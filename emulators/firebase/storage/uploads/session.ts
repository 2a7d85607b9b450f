import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Settings } from '../objects/settings.ts';
import type { StoredObject } from '../objects/stored-object.ts';
import { badRequest, notFound, Refused } from '../refusal.ts';
import { type Received, UploadFile } from './upload-file.ts';

/** What an upload was begun with. */
export interface UploadPlan {
  readonly bucket: string;
  readonly name: string;
  readonly settings: Settings;
  /** Bytes, when the uploader has said so. */
  readonly declaredSize: number | undefined;
}

/**
 * How an upload ended: with an object, or with a refusal that is answered again when asked again.
 */
type Outcome = { readonly object: StoredObject } | { readonly refusal: Refused };

/** A resumable upload: parts arrive in order, over as many connections as it takes. */
export class UploadSession<Plan extends UploadPlan = UploadPlan> {
  readonly id = randomUUID();
  readonly plan: Plan;
  readonly #file: UploadFile;
  #running: { source: Readable; ended: Promise<unknown> } | undefined;
  #finalizing: Promise<Outcome> | undefined;
  #isCancelled = false;

  constructor(plan: Plan, path: string) {
    this.plan = plan;
    this.#file = new UploadFile(path);
  }

  get status(): 'active' | 'final' | 'cancelled' {
    if (this.#isCancelled) return 'cancelled';
    return this.#finalizing ? 'final' : 'active';
  }

  get received(): number {
    return this.#file.size;
  }

  /**
   * Ends the part that is still arriving: its connection is lost, or no one would ask. What it
   * brought so far stays, and `received` does not move any more.
   */
  async settle(): Promise<void> {
    while (this.#running) {
      this.#running.source.destroy();
      await this.#running.ended;
    }
  }

  /**
   * Takes the part that begins at `offset`. After a cut the SDK sends the same part once more: what
   * of it has arrived before is passed over. Throws when the connection breaks or a part is
   * missing.
   */
  async receive(source: Readable, offset: number): Promise<void> {
    await this.settle();
    this.#requireActive();
    if (offset > this.received) {
      throw badRequest(`The next part begins at byte ${this.received}, not at ${offset}`);
    }
    const arriving = this.#file.append(passOver(this.received - offset, source));
    this.#running = { source, ended: arriving.catch(() => {}) };
    await arriving.finally(() => {
      if (this.#running?.source === source) this.#running = undefined;
    });
  }

  /**
   * Ends the upload: `accept` makes the object or throws a refusal. Asked again, because the answer
   * was lost on its way, it gives the same answer. After a fault of ours nothing has ended.
   */
  async finalize(accept: (received: Received) => Promise<StoredObject>): Promise<StoredObject> {
    if (!this.#finalizing) {
      this.#requireActive();
      const { declaredSize } = this.plan;
      if (declaredSize !== undefined && declaredSize !== this.received) {
        throw badRequest(`${this.received} bytes have arrived, ${declaredSize} were announced`);
      }
      this.#finalizing = this.#end(accept);
    }
    const outcome = await this.#finalizing;
    if ('refusal' in outcome) throw outcome.refusal;
    return outcome.object;
  }

  async cancel(): Promise<void> {
    if (this.#finalizing) throw badRequest('The upload has ended already');
    this.#isCancelled = true;
    await this.settle();
    await this.#file.discard();
  }

  /** Gives up what has not ended, its bytes with it. */
  async close(): Promise<void> {
    if (this.status === 'active') await this.cancel();
    await this.#finalizing;
  }

  async #end(accept: (received: Received) => Promise<StoredObject>): Promise<Outcome> {
    try {
      return { object: await accept(await this.#file.finish()) };
    } catch (error) {
      if (!(error instanceof Refused) || error.status >= 500) {
        this.#finalizing = undefined;
        throw error;
      }
      await this.#file.discard();
      return { refusal: error };
    }
  }

  #requireActive(): void {
    if (this.status !== 'active') throw badRequest(`The upload is ${this.status}`);
  }
}

async function* passOver(
  bytes: number,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let left = bytes;
  for await (const piece of source) {
    if (left < piece.length) yield piece.subarray(left);
    left = Math.max(0, left - piece.length);
  }
}

/** The resumable uploads of this process, by id. They do not outlive it. */
export class UploadSessions<Plan extends UploadPlan> {
  readonly #sessions = new Map<string, UploadSession<Plan>>();

  start(plan: Plan, path: string): UploadSession<Plan> {
    const session = new UploadSession(plan, path);
    this.#sessions.set(session.id, session);
    return session;
  }

  /** Throws a 404 for an id that was never given, or by an earlier process. */
  get(id: string | null): UploadSession<Plan> {
    const session = id === null ? undefined : this.#sessions.get(id);
    if (!session) throw notFound('upload');
    return session;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map((session) => session.close()));
  }
}
