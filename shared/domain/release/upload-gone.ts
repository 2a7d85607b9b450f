/** Said of an upload that was not released for so long that it has been cleared away. */
export const uploadGone = 'An uploaded file has been cleared away, because it was not released.';

/** Said of an address that is not of an own upload, or not of one that is still there. */
export const invalidLocation = 'Invalid file location.';

/** Whether a release was refused with these words because a file has to be uploaded again. */
export const isUploadGone = (message: string): boolean =>
  message === uploadGone || message === invalidLocation;
