import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from 'astro';
import { siteOf } from '../../../exports/answers.ts';
import { newestReleases, releaseFeed } from '../../../exports/feed.ts';
import { snapshot } from '../../../load-snapshot.ts';
import { keyedPath, shownProfiles } from '../../../shown-pages.ts';
import { profileHref } from '../../../views/page/addresses.ts';

export const getStaticPaths = (() => {
  const byId = new Map(snapshot.dats.map((dat) => [dat.id, dat]));
  return shownProfiles()
    .filter(({ profile }) => profile.isArtist)
    .map(({ profile: { username, name, datIds } }) => {
      const releases = newestReleases(datIds.flatMap((id) => byId.get(id) ?? []));
      return keyedPath({ username }, { username, name, releases });
    });
}) satisfies GetStaticPaths;

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = (context) => {
  const { username, name, releases } = context.props;
  const about = {
    title: `${name} (@${username})`,
    description: `The DATS released by ${name}.`,
    path: profileHref(username),
  };
  return releaseFeed(about, releases, { site: siteOf(context), previews: snapshot.previews });
};
