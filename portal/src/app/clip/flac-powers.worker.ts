import { AudioSampleSink, BlobSource, FLAC, Input } from 'mediabunny';

/** How loud a FLAC is along its length: decoding it would hold up the page, so a worker does. */

export interface Asked {
  readonly file: Blob;
  /** Into how many parts it is divided, and how often each is looked at. */
  readonly columns: number;
  readonly looks: number;
}

addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  // A file that cannot be read has no outline; what is wrong with it, the server says.
  powersOf(data).then(
    (powers) => postMessage(powers),
    () => postMessage(undefined),
  );
});

async function powersOf({ file, columns, looks }: Asked): Promise<number[]> {
  const input = new Input({ source: new BlobSource(file), formats: [FLAC] });
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new Error('There is no sound in this file.');
  const seconds = await track.getDurationFromMetadata();
  if (!seconds) throw new Error('This file does not say how long it is.');
  const times = Array.from(
    { length: columns * looks },
    (_, at) => ((at + 0.5) / (columns * looks)) * seconds,
  );
  const squares = new Array<number>(columns).fill(0);
  let at = 0;
  for await (const sample of new AudioSampleSink(track).samplesAtTimestamps(times)) {
    const column = Math.floor(at / looks);
    at += 1;
    if (!sample) continue;
    const channel = new Float32Array(sample.numberOfFrames);
    sample.copyTo(channel, { planeIndex: 0, format: 'f32-planar' });
    sample.close();
    const power = channel.reduce((sum, value) => sum + value ** 2, 0) / channel.length;
    squares[column] = (squares[column] ?? 0) + power / looks;
  }
  return squares.map(Math.sqrt);
}
