import { Readable } from 'node:stream';

interface LargeUpload {
  readonly port: number;
  readonly bucket: string;
  readonly uid: string;
  readonly name: string;
  readonly contentType: string;
  readonly uploader: string;
  readonly size: number;
}

const piece = new Uint8Array(1024 * 1024);

/**
 * Uploads a large file like the SDK, but generates its bytes while they are sent, so that a test
 * needs no memory for them. Returns the final HTTP status.
 */
export async function uploadLarge(upload: LargeUpload): Promise<number> {
  const { port, bucket, uid, name, contentType, uploader, size } = upload;
  const address = `http://127.0.0.1:${port}/v0/b/${bucket}/o?name=${encodeURIComponent(name)}`;
  const started = await fetch(address, {
    method: 'POST',
    headers: {
      authorization: `Firebase ${tokenOf(uid, bucket)}`,
      'x-goog-upload-protocol': 'resumable',
      'x-goog-upload-command': 'start',
    },
    body: JSON.stringify({ contentType, metadata: { uploader } }),
  });
  const next = started.headers.get('x-goog-upload-url');
  if (!next) throw new Error(`The upload did not start: ${await started.text()}`);
  const finished = await fetch(next, {
    method: 'POST',
    headers: { 'x-goog-upload-command': 'upload, finalize', 'x-goog-upload-offset': '0' },
    body: Readable.toWeb(Readable.from(zeros(size))),
    duplex: 'half',
  } as unknown as RequestInit);
  await finished.text();
  return finished.status;
}

function tokenOf(uid: string, projectId: string): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part({ aud: projectId, user_id: uid, sub: uid, iat: 0 })}.`;
}

function* zeros(size: number): Generator<Uint8Array> {
  for (let left = size; left > 0; left -= piece.length) yield piece.subarray(0, left);
}
