import {
  serverEvents$,
  useEndpoint,
  useQueryClient,
  usePluginScope,
  useSubscription,
  announcement,
  home,
} from '@kituo/sdk';

import type { ReplyOf } from '@kituo/sdk/contracts';

export type HomeSummary = ReplyOf<typeof home.summary>;
export type HomeTile = HomeSummary['tiles'][number];
export type HomeWarning = HomeSummary['warnings'][number];

/** What Home shows; read again when the server says that jobs or rights changed, never by polling. */
export function useHome() {
  const scope = usePluginScope();
  const queries = useQueryClient();
  const summary = useEndpoint(home.summary, {});
  const recent = useEndpoint(home.recent, {});
  const announcements = useEndpoint(announcement.mine, {});
  useSubscription(serverEvents$, (event) => {
    if (event.type === 'job' || event.type === 'permissions') {
      void queries.invalidateQueries({ queryKey: scope.queryKey(home.summary.name) });
    }
  });
  return { summary, recent, announcements };
}
