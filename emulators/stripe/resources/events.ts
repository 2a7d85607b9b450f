import type { Route } from '../call.ts';
import { listRows } from '../lists.ts';
import { list, maybe, text } from '../params.ts';
import type { StoredEvent } from '../tables.ts';
import type { World } from '../world.ts';

const filters = {
  type: maybe(text()),
  types: maybe(list(text(), 20)),
};

/** The routes for events; `pending_webhooks` counts deliveries still outstanding. */
export const eventRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/events',
    handle: (call) => {
      const answer = listRows(call, 'events', {
        filters,
        keep: (event, { type, types }) =>
          (type === undefined || event.type === type) &&
          (types === undefined || types.includes(event.type)),
      }) as { data: StoredEvent[] };
      return { ...answer, data: answer.data.map((event) => shown(call.world, event)) };
    },
  },
];

function shown(world: World, event: StoredEvent): StoredEvent {
  return {
    ...event,
    pending_webhooks: world.store.get('deliveries', event.id) === undefined ? 0 : 1,
  };
}
