import { describe, expect, test } from 'vitest';
import { paceAfter, startingPace } from './pace.ts';
import { afterEvent, type FileUpload, idle, newUpload, type Submission } from './submission.ts';
import { formatAnnouncement, percentOf, progressText } from './upload-words.ts';

const MB = 1024 * 1024;

const song = (changes: Partial<FileUpload> = {}): FileUpload => ({
  ...newUpload('audio', { name: 'song.wav', size: 60 * MB }, 0),
  ...changes,
});

const at = (bytesPerSecond: number) => ({ bytes: 0, at: 0, bytesPerSecond });

test.each<[string, Partial<FileUpload>]>([
  ['60.0\u00a0MB, waiting', {}],
  ['31.6 of 60.0\u00a0MB, 52%', { sentBytes: 31.6 * MB }],
  ['30.0 of 60.0\u00a0MB, 50%, about 30 s left', { sentBytes: 30 * MB, pace: at(MB) }],
  ['30.0 of 60.0\u00a0MB, 50%, about 5 min left', { sentBytes: 30 * MB, pace: at(0.1 * MB) }],
  ['59.0 of 60.0\u00a0MB, 98%, a few seconds left', { sentBytes: 59 * MB, pace: at(MB) }],
  ['1.0 of 60.0\u00a0MB, 1%, more than an hour left', { sentBytes: MB, pace: at(1_000) }],
  ['60.0\u00a0MB, uploaded', { sentBytes: 60 * MB, isStored: true }],
])('the progress of a file is written as %j', (text, changes) => {
  expect(progressText(song(changes), true)).toBe(text);
});

test('a paused or interrupted upload names no remaining time', () => {
  const file = song({ sentBytes: 30 * MB, pace: at(MB) });
  expect(progressText(file, false)).toBe('30.0 of 60.0\u00a0MB, 50%');
});

test('a file is at 100% only when the storage has confirmed it', () => {
  expect(percentOf(song({ sentBytes: 60 * MB }))).toBe(99);
  expect(percentOf(song({ sentBytes: 60 * MB, isStored: true }))).toBe(100);
  expect(percentOf(song({ totalBytes: 0 }))).toBe(0);
});

describe('the pace of a file', () => {
  test('the pace weighs the last seconds more than earlier ones', () => {
    let pace = startingPace(0, 0);
    pace = paceAfter(pace, 1_000, 1_000);
    expect(pace.bytesPerSecond).toBe(1_000);
    pace = paceAfter(pace, 4_000, 2_000);
    expect(pace.bytesPerSecond).toBe(1_600);
  });

  test('the pace ignores very short intervals, and bytes that have to be sent again', () => {
    const pace = paceAfter(startingPace(0, 0), 1_000, 1_000);
    expect(paceAfter(pace, 9_000, 1_100)).toBe(pace);
    expect(paceAfter(pace, 500, 3_000)).toEqual({ bytes: 500, at: 3_000, bytesPerSecond: 1_000 });
  });
});

test('screen readers announce each quarter of a file, and nothing in between', () => {
  const files = [
    newUpload('artwork', { name: 'cover.png', size: 400 }, 0),
    newUpload('audio', { name: 'song.wav', size: 1_000 }, 0),
  ];
  const heard: string[] = [];
  const hear = (state: Submission) => {
    const words = formatAnnouncement(state);
    if (words !== heard.at(-1)) heard.push(words);
    return state;
  };
  let state = hear(afterEvent(idle, { type: 'begun', files }));
  state = hear(afterEvent(state, { type: 'stored', kind: 'artwork' }));
  for (let sentBytes = 0; sentBytes <= 1_000; sentBytes += 10) {
    state = hear(afterEvent(state, { type: 'sent', kind: 'audio', sentBytes, at: sentBytes }));
  }
  state = hear(afterEvent(state, { type: 'connection', isLost: true }));
  state = hear(afterEvent(state, { type: 'connection', isLost: false }));
  state = hear(afterEvent(state, { type: 'stored', kind: 'audio' }));
  state = hear(afterEvent(state, { type: 'called' }));
  hear(afterEvent(state, { type: 'released', datId: 'dat' }));
  expect(heard).toEqual([
    'cover.png: 0% uploaded.',
    'song.wav: 0% uploaded.',
    'song.wav: 25% uploaded.',
    'song.wav: 50% uploaded.',
    'song.wav: 75% uploaded.',
    'Connection lost. The upload will continue when it is back.',
    'song.wav: 75% uploaded.',
    'song.wav: uploaded.',
    'The release is being made.',
    'The DAT is released.',
  ]);
});
