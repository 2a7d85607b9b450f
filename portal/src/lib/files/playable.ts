import type { Recording } from '@datchain/shared/domain/recording/read-recording.ts';
import type { Wav } from '@datchain/shared/domain/recording/wav.ts';

function writeHeader({ samples, channels, sampleRate, from, to }: Wav): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(44);
  const view = new DataView(header.buffer);
  const little = !samples.isBigEndian;
  const text = (at: number, name: string) => {
    for (let index = 0; index < 4; index++) header[at + index] = name.charCodeAt(index);
  };
  text(0, little ? 'RIFF' : 'RIFX');
  view.setUint32(4, 36 + to - from, little);
  text(8, 'WAVE');
  text(12, 'fmt ');
  view.setUint32(16, 16, little);
  view.setUint16(20, samples.kind === 'float' ? 3 : 1, little);
  view.setUint16(22, channels, little);
  view.setUint32(24, sampleRate, little);
  view.setUint32(28, sampleRate * channels * samples.bytes, little);
  view.setUint16(32, channels * samples.bytes, little);
  view.setUint16(34, samples.bytes * 8, little);
  text(36, 'data');
  view.setUint32(40, to - from, little);
  return header;
}

/**
 * Puts a recording behind the plainest header of its format, so that browsers play it whatever
 * chunks, tags and bit depths it has. The sound is not copied.
 */
export function playable(file: Blob, recording: Recording): Blob {
  const sound = file.slice(recording.from, recording.to);
  return recording.format === 'WAV'
    ? new Blob([writeHeader(recording), sound], { type: 'audio/wav' })
    : new Blob([new Uint8Array(recording.header), sound], { type: 'audio/flac' });
}
