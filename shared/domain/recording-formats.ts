/** What a recording may be uploaded as. */
export const recordingFormats = ['WAV', 'FLAC'] as const;
