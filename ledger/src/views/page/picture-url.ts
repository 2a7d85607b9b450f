const LONGEST_ADDRESS = 1_000;

/** An address that a picture may come from: https, plain http on the local stack, or the site itself. */
export const pictureUrl = (url: string): string | undefined =>
  url.length <= LONGEST_ADDRESS && /^(https?:\/\/|\/(?!\/))\S+$/i.test(url) ? url : undefined;
