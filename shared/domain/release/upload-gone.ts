/** For an upload that was cleared away because it was not released. */
export const uploadGone = 'An uploaded file has been cleared away, because it was not released.';

/** For an address that is not one of the caller's own existing uploads. */
export const invalidLocation = 'Invalid file location.';

/** Whether a release was refused with these words because a file has to be uploaded again. */
export const isUploadGone = (message: string): boolean =>
  message === uploadGone || message === invalidLocation;
