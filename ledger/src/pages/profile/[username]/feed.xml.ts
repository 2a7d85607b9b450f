import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from 'astro';
import { siteOf } from '../../../exports/answers.ts';
import { releaseFeed } from '../../../exports/feed.ts';
import { snapshot } from '../../../load-snapshot.ts';
import { profileViews } from '../../../views/dats/profile-view.ts';
import { isPageName, profileHref } from '../../../views/page/addresses.ts';

export const getStaticPaths = (() => {
  const byId = new Map(snapshot.dats.map((dat) => [dat.id, dat]));
  return profileViews(snapshot.dats)
    .filter(({ username }) => isPageName(username))
    .map(({ username, name, datIds }) => {
      const dats = datIds.flatMap((id) => byId.get(id) ?? []);
      return { params: { username }, props: { username, name, dats } };
    });
}) satisfies GetStaticPaths;

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = (context) => {
  const { username, name, dats } = context.props;
  const about = {
    title: `${name} (@${username})`,
    description: `The DATS released by ${name}.`,
    path: profileHref(username),
  };
  return releaseFeed(about, dats, { site: siteOf(context), previews: snapshot.previews });
};
