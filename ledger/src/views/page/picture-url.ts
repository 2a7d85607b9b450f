const LONGEST_ADDRESS = 1_000;

/** Returns an allowed address of a picture: https, http on the local stack, or a path of the site. */
export const pictureUrl = (url: string): string | undefined =>
  url.length <= LONGEST_ADDRESS && /^(https?:\/\/|\/(?!\/))\S+$/i.test(url) ? url : undefined;
