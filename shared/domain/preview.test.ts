import { expect, test } from 'vitest';
import { lastPreviewStart, previewChangeText, previewWindow } from './preview.ts';

test('[N-SND-01] a preview lasts 30 seconds, or half of a short work, and begins a quarter in by default', () => {
  expect(previewWindow(300, undefined)).toEqual({ start: 75, seconds: 30 });
  expect(previewWindow(40, undefined)).toEqual({ start: 10, seconds: 20 });
  expect(previewWindow(300, 270)).toEqual({ start: 270, seconds: 30 });
  expect(previewWindow(300, 0)).toEqual({ start: 0, seconds: 30 });
  expect(previewWindow(3_600, 0)).toEqual({ start: 0, seconds: 30 });
  expect(previewWindow(10, 5)).toEqual({ start: 5, seconds: 5 });
  expect(lastPreviewStart(300.9)).toBe(270);
});

test('[N-SND-08] a work of the wrong length, or a preview that begins too early or late, is refused with a sentence', () => {
  expect(previewWindow(9, undefined)).toMatchObject({ code: 'invalid-argument' });
  const sentence = (seconds: number, start?: number) => {
    const window = previewWindow(seconds, start);
    return 'message' in window ? window.message : window;
  };
  expect(sentence(9.9)).toBe('Audio must last at least 10 seconds.');
  expect(sentence(3_600.5)).toBe('Audio can last at most 60 minutes.');
  expect(sentence(300, 271)).toBe('The preview must begin between 0:00 and 4:30.');
  expect(sentence(300, -1)).toBe('The preview must begin between 0:00 and 4:30.');
});

test('the text of a change names the new part and the old one', () => {
  const now = { start: 65, seconds: 30 };
  expect(previewChangeText(undefined, now)).toBe('from 1:05 to 1:35, before none');
  expect(previewChangeText({ start: 0, seconds: 5.5 }, now)).toBe(
    'from 1:05 to 1:35, before from 0:00 to 0:05',
  );
});
