import type { FLACDecoder } from '@wasm-audio-decoders/flac';
import type { EncodedPacket } from 'mediabunny';

type Media = typeof import('mediabunny');

let loading: Promise<Media> | undefined;

/**
 * The media library, able to read FLAC and to write MP3, which Node cannot by itself. It is loaded
 * for the first recording: most processes never handle one, and start faster without it.
 */
export function media(): Promise<Media> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Media> {
  const [library, { registerMp3Encoder }, { FLACDecoder: Decoder }] = await Promise.all([
    import('mediabunny'),
    import('@mediabunny/mp3-encoder'),
    import('@wasm-audio-decoders/flac'),
  ]);
  registerMp3Encoder();
  library.registerDecoder(flacDecoder(library, Decoder));
  return library;
}

const bytesOf = (source: ArrayBufferView | ArrayBufferLike): Uint8Array =>
  ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);

/** A decoder in the form the library expects. */
const flacDecoder = ({ AudioSample, CustomAudioDecoder }: Media, Decoder: typeof FLACDecoder) =>
  class extends CustomAudioDecoder {
    readonly #decoder = new Decoder();

    static override supports(codec: string): boolean {
      return codec === 'flac';
    }

    async init(): Promise<void> {
      await this.#decoder.ready;
      const { description } = this.config;
      // Frames may omit values that the header has for all of them.
      if (description) await this.#decoder.decodeFrames([bytesOf(description)]);
    }

    async decode(packet: EncodedPacket): Promise<void> {
      // The library decodes ahead: an error thrown here would be caught by no one.
      await this.#decode(packet).catch((error: unknown) => this.onError(error));
    }

    async #decode({ data, timestamp }: EncodedPacket): Promise<void> {
      const decoded = await this.#decoder.decodeFrames([data]);
      const [error] = decoded.errors;
      if (error) throw new Error(error.message);
      const { channelData, samplesDecoded, sampleRate } = decoded;
      if (samplesDecoded === 0) throw new Error('A frame of FLAC holds no sound.');
      const planes = new Float32Array(samplesDecoded * channelData.length);
      channelData.forEach((samples, index) => {
        planes.set(samples.subarray(0, samplesDecoded), index * samplesDecoded);
      });
      const format = 'f32-planar' as const;
      const numberOfChannels = channelData.length;
      this.onSample(
        new AudioSample({ data: planes, format, numberOfChannels, sampleRate, timestamp }),
      );
    }

    flush(): void {}

    close(): void {
      this.#decoder.free();
    }
  };
