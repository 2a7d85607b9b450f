import { DAY_MILLIS, HOUR_MILLIS } from '@datchain/shared/domain/time.ts';
import type { DemoDat, DemoDesk } from './types.ts';

export function demoDesk(todayMillis: number, dats: readonly DemoDat[]): DemoDesk {
  const ago = (days: number, hours: number) =>
    todayMillis - days * DAY_MILLIS + hours * HOUR_MILLIS;
  const named = (song: string): string => {
    const dat = dats.find(({ songName }) => songName === song);
    if (!dat) throw new Error(`The demo world has no work called ${song}.`);
    return dat.id;
  };
  return {
    applications: [
      {
        uid: 'demo-tapehiss',
        atMillis: ago(2, 14),
        artistName: 'Tide Pool',
        musicUrl: 'https://music.overtone.example/tidepool',
        pageUrl: 'https://tidepool.example',
        owns: 'artist',
        note: 'Three songs are mixed, the fourth comes in spring.',
      },
      {
        uid: 'demo-saltflats',
        atMillis: ago(1, 7),
        artistName: 'Salt Flats',
        musicUrl: 'https://saltflats.example/listen',
        pageUrl: 'https://saltflats.example',
        owns: 'shared',
        note: '',
      },
    ],
    reports: [
      {
        atMillis: ago(3, 9),
        key: '6f1d6a52-6a0a-4f0e-9d0b-0c8f3a9b1e01',
        datId: named('Night Bus to Lagos'),
        about: 'rights',
        text: 'The horn at 0:12 is from a record of ours, and nobody has asked us.',
        from: 'North Quay Records',
        email: 'rights@northquay.example',
      },
    ],
  };
}
