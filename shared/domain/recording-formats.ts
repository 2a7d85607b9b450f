export const recordingFormats = ['WAV', 'FLAC'] as const;
