import { describe, expect, test } from 'vitest';
import { afterEvent, idle, isBusy, newUpload, type Submission } from './submission.ts';

const files = () => [
  newUpload('artwork', { name: 'cover.png', size: 1_000 }, 0),
  newUpload('audio', { name: 'song.wav', size: 50_000 }, 0),
];

const play = (...events: Parameters<typeof afterEvent>[1][]): Submission =>
  events.reduce<Submission>(afterEvent, idle);

const begun = { type: 'begun', files: files() } as const;
const called = { type: 'called' } as const;
const released = { type: 'released', datId: 'dat-1' } as const;
const paused = { type: 'paused' } as const;
const storedArtwork = { type: 'stored', kind: 'artwork' } as const;
const storedAudio = { type: 'stored', kind: 'audio' } as const;
const failed = { type: 'failed', message: 'No.', mayBeMade: false } as const;

describe('a submission', () => {
  test('a submission goes from uploads over the call to a released DAT', () => {
    expect(play(begun).step).toBe('uploading');
    expect(play(begun, storedArtwork, storedAudio, called).step).toBe('calling');
    expect(play(begun, storedArtwork, storedAudio, called, released)).toEqual({
      step: 'done',
      datId: 'dat-1',
    });
  });

  test('[R-REV-04] a submission of an existing release uploads nothing and calls at once', () => {
    expect(play({ type: 'begun', files: [] })).toEqual({ step: 'calling', files: [] });
  });

  test('[R-REV-07] a submission does not begin a second time while under way', () => {
    for (const state of [play(begun, storedArtwork), play(begun, called), play(begun, paused)]) {
      expect(afterEvent(state, begun)).toBe(state);
    }
    const done = play(begun, called, released);
    expect(afterEvent(done, begun)).toBe(done);
  });

  test('a submission counts the sent bytes of each file, and all of them once it is stored', () => {
    const state = play(begun, { type: 'sent', kind: 'audio', sentBytes: 12_000, at: 900 });
    expect(state).toMatchObject({
      files: [
        { kind: 'artwork', sentBytes: 0, isStored: false },
        { kind: 'audio', sentBytes: 12_000, isStored: false },
      ],
    });
    expect(afterEvent(state, storedAudio)).toMatchObject({
      files: [{}, { kind: 'audio', sentBytes: 50_000, isStored: true }],
    });
  });

  test('a paused submission keeps the sent bytes and forgets its speed', () => {
    const sending = play(
      begun,
      { type: 'sent', kind: 'audio', sentBytes: 10_000, at: 1_000 },
      paused,
    );
    expect(sending.step).toBe('paused');
    const resumed = afterEvent(sending, { type: 'resumed', at: 90_000 });
    expect(resumed).toMatchObject({
      step: 'uploading',
      files: [{}, { sentBytes: 10_000, pace: { bytesPerSecond: undefined, at: 90_000 } }],
    });
  });

  test('a submission shows a lost connection only while something is uploaded', () => {
    const lost = { type: 'connection', isLost: true } as const;
    expect(play(begun, lost)).toMatchObject({ isConnectionLost: true });
    expect(play(begun, paused, lost)).toEqual(play(begun, paused));
    expect(play(begun, called, lost)).toEqual(play(begun, called));
  });

  test('a submission can begin again after a cancellation, and cannot be cancelled once the server is called', () => {
    const stopped = play(begun, storedArtwork, { type: 'cancelled' });
    expect(stopped).toEqual({ step: 'idle', isStopped: true });
    expect(afterEvent(stopped, begun).step).toBe('uploading');
    expect(play(begun, called, { type: 'cancelled' }).step).toBe('calling');
  });

  test('a failed submission says why, and can begin again', () => {
    const state = play(begun, storedArtwork, called, failed);
    expect(state).toMatchObject({ step: 'failed', failure: { message: 'No.', mayBeMade: false } });
    expect(isBusy(state)).toBe(false);
    expect(afterEvent(state, begun).step).toBe('uploading');
  });

  test('a submission shows no file as uploaded once the uploads are gone', () => {
    const gone = { ...failed, areUploadsGone: true };
    expect(play(begun, storedArtwork, storedAudio, called, gone)).toMatchObject({ files: [] });
    expect(play(begun, storedArtwork, storedAudio, called, failed)).toMatchObject({
      files: [{ isStored: true }, { isStored: true }],
    });
  });

  test('[R-REV-02] a submission fails before it begins when something is missing', () => {
    expect(play(failed)).toEqual({
      step: 'failed',
      files: [],
      failure: { message: 'No.', mayBeMade: false },
    });
  });
});
