import type { APIRoute, InferGetStaticPropsType } from 'astro';
import { outline, plannedPaths, readWork } from '../../../build-data.ts';
import { readSiteUrl } from '../../../exports/answers.ts';
import { releaseFeed } from '../../../exports/feed.ts';
import { type PlannedProfile, shownProfile } from '../../../shown-profile.ts';
import { profileHref } from '../../../views/page/addresses.ts';

export const getStaticPaths = () =>
  plannedPaths<PlannedProfile & { feed: readonly string[] }>('/profile/[username]/feed.xml');

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = (context) => {
  const { username, name } = shownProfile(context.props);
  const about = {
    title: `${name} (@${username})`,
    description: `The DATS released by ${name}.`,
    path: profileHref(username),
  };
  const works = context.props.feed.map((id) => readWork(id).dat);
  return releaseFeed(about, works, { site: readSiteUrl(context), previews: outline.previews });
};
