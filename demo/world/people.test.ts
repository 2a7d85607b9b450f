import { docs } from '@datchain/shared/contracts/paths.ts';
import { aboutSchema, linksSchema } from '@datchain/shared/contracts/profile-texts.ts';
import { linkLabel } from '@datchain/shared/domain/profile-texts.ts';
import { demoFixedUserIds } from '@datchain/stack/environment.ts';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { demoDocuments, noPictures } from '../seed/documents.ts';
import { demoFollows } from './people.ts';
import { demoWorld } from './world.ts';

const world = demoWorld(new Date('2026-11-20T10:42:07Z'));
const { artists, fans } = world;
const people = [...artists, ...fans];
const follows = demoFollows(artists, fans);
const joinedAt = new Map(people.map(({ uid, joinedAtMillis }) => [uid, joinedAtMillis]));
const followersOf = (artistUid: string) =>
  follows.filter((follow) => follow.artistUid === artistUid).length;

test('a fan follows an artist once, after both joined and before today', () => {
  const [artistUids, fanUids] = [artists, fans].map((some) => new Set(some.map(({ uid }) => uid)));
  for (const { uid, artistUid, atMillis } of follows) {
    expect(fanUids).toContain(uid);
    expect(artistUids).toContain(artistUid);
    expect(atMillis).toBeGreaterThanOrEqual(joinedAt.get(uid)!);
    expect(atMillis).toBeGreaterThan(joinedAt.get(artistUid)!);
    expect(atMillis).toBeLessThan(world.todayMillis);
  }
  const pairs = new Set(follows.map(({ uid, artistUid }) => `${uid} ${artistUid}`));
  expect(pairs.size).toBe(follows.length);
});

test('[R-REL-17] the first artist has the most followers, and the newest fan follows the four that every new user follows', () => {
  const counts = artists.map(({ uid }) => followersOf(uid));
  expect(counts[0]).toBe(Math.max(...counts));
  expect(new Set(follows.map(({ uid }) => uid)).size).toBeGreaterThan(fans.length / 2);
  const newest = fans.at(-1)?.uid;
  const followed = follows.filter(({ uid }) => uid === newest).map(({ artistUid }) => artistUid);
  expect(followed).toEqual(demoFixedUserIds);
  expect(followed).toHaveLength(4);
  const seeded = new Map(demoDocuments(world, noPictures).map(({ path, data }) => [path, data]));
  for (const { uid } of people) {
    const followers = followed.includes(uid) ? [newest] : [];
    expect(seeded.get(docs.user(uid))).toMatchObject({ followers });
  }
});

test('a seeded follow is stored on both sides and counted', () => {
  const seeded = new Map(demoDocuments(world, noPictures).map(({ path, data }) => [path, data]));
  for (const { uid, artistUid, atMillis } of follows) {
    expect(seeded.get(docs.follower(artistUid, uid))).toEqual({ at: atMillis });
    expect(seeded.get(docs.follow(uid, artistUid))).toEqual({ at: atMillis });
  }
  for (const { uid } of artists) {
    const count = followersOf(uid);
    expect(seeded.get(docs.followers(uid))).toEqual(count > 0 ? { count } : undefined);
  }
  for (const { uid } of fans) expect(seeded.has(docs.followers(uid))).toBe(false);
});

test('the account page would accept every profile text', () => {
  const withAbout = people.filter(({ about }) => about !== undefined);
  expect(withAbout.length).toBeGreaterThan(5);
  for (const { about } of withAbout) expect(v.parse(aboutSchema, about)).toBe(about);
  const withLinks = people.filter(({ links }) => links !== undefined);
  expect(withLinks.length).toBeGreaterThan(2);
  for (const { links = [] } of withLinks) {
    expect(v.parse(linksSchema, [...links])).toEqual(links);
    for (const link of links) expect(linkLabel(link)).toMatch(/\.example$/);
  }
});

test('a seeded profile has its person’s text, or none', () => {
  const seeded = new Map(demoDocuments(world, noPictures).map(({ path, data }) => [path, data]));
  for (const { uid, username, about, links } of people) {
    const profile = seeded.get(docs.publicProfile(uid));
    expect(profile).toMatchObject({ username });
    expect([profile?.about, profile?.links]).toEqual([about, links]);
    expect(seeded.get(docs.username(username))).toEqual({ uid });
  }
});
