/** The genres (R-REL-13): stored value and label. */
export const genres = [
  ['alternative', 'Alternative'],
  ['blues', 'Blues'],
  ['classical', 'Classical'],
  ['country', 'Country'],
  ['electronic_dance', 'Electronic/Dance'],
  ['folk', 'Folk'],
  ['hip_hop_rap', 'Rap'],
  ['indie', 'Indie'],
  ['jazz', 'Jazz'],
  ['latin', 'Latin'],
  ['metal', 'Metal'],
  ['pop', 'Pop'],
  ['rnb_soul', 'R&B/Soul'],
  ['reggae', 'Reggae'],
  ['rock', 'Rock'],
  ['world_international', 'World/International'],
] as const;

const names = new Map<string, string>(genres);

export const genreName = (stored: string): string => names.get(stored) ?? stored;
