import { randomUUID } from 'node:crypto';
import { setOperator } from '@datchain/functions/operators/operators.ts';
import { services } from '@datchain/functions/services.ts';
import { firestore } from '@datchain/functions/stores/firebase.ts';
import type { Application } from '@datchain/shared/contracts/documents/application.ts';
import {
  type NewUser,
  storeNewProfile,
  storeNewUser,
} from '@datchain/shared/contracts/documents/new-user.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { FieldValue } from 'firebase-admin/firestore';
import type { Fan, market } from './market.ts';

export async function person(change: Partial<NewUser> = {}): Promise<NewUser> {
  const uid = randomUUID();
  const username = `u${uid.slice(0, 8)}`;
  const made: NewUser = {
    uid,
    email: `${uid}@dats.test`,
    username,
    name: username,
    accountType: 'Artist',
    artistName: `Artist ${username}`,
    city: 'Leeds',
    country: 'United Kingdom',
    state: '',
    profileImageUrl: '',
    ...change,
  };
  const batch = firestore().batch();
  batch.set(firestore().doc(docs.user(made.uid)), storeNewUser(made, FieldValue.serverTimestamp()));
  batch.set(firestore().doc(docs.publicProfile(made.uid)), storeNewProfile(made));
  await batch.commit();
  return made;
}

export function releasing(m: ReturnType<typeof market>) {
  const allowList = () => firestore().doc(docs.allowedUsers);

  return {
    async operator(): Promise<Fan> {
      const fan = await m.signUp();
      await allowList().set({ users: FieldValue.arrayUnion(fan.uid) }, { merge: true });
      return fan;
    },

    async removeOperator({ uid }: Fan): Promise<void> {
      await allowList().update({ users: FieldValue.arrayRemove(uid) });
    },

    async deskOperator(): Promise<Fan> {
      const fan = await m.signUp();
      await setOperator(services(), fan.uid, true);
      return fan;
    },

    async applicant(change: Partial<Application> = {}): Promise<NewUser> {
      const fan = await m.signUp({ hasDocument: false });
      const made = await person({
        uid: fan.uid,
        email: fan.email,
        accountType: 'Fan',
        artistName: '',
      });
      await firestore().doc(docs.username(made.username.toLowerCase())).set({ uid: made.uid });
      const application: Application = {
        uid: made.uid,
        artistName: `Artist ${made.username}`,
        musicUrl: 'https://music.example/me',
        pageUrl: 'https://me.example/',
        owns: 'artist',
        note: '',
        state: 'waiting',
        at: 1,
        reason: null,
        ...change,
      };
      await firestore().doc(docs.application(made.uid)).set(application);
      return made;
    },

    person,

    async post(artist: NewUser, further: object = {}): Promise<string> {
      const contentId = `content-${randomUUID()}`;
      const post = {
        SongName: `Song ${contentId.slice(-6)}`,
        albumName: 'Singles',
        ArtistName: artist.artistName,
        contentId,
        userId: artist.uid,
        ...further,
      };
      const summary = firestore().doc(docs.musicPage(1));
      await summary.set({ posts: FieldValue.arrayUnion(post) }, { merge: true });
      return contentId;
    },
  };
}
