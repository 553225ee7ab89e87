import {
  mayChange,
  serverEvents$,
  useEndpoint,
  useQueryClient,
  usePluginScope,
  useSubscription,
  announcement,
  approval,
  home,
} from '@kituo/sdk';

import type { ReplyOf } from '@kituo/sdk/contracts';
import { useEffect, useEffectEvent, useRef } from 'react';

export type HomeSummary = ReplyOf<typeof home.summary>;
export type HomeTile = HomeSummary['tiles'][number];
export type HomeWarning = NonNullable<HomeSummary['warnings']>[number];

/** The events that change a figure of Home. */
const CHANGES = ['warnings', 'job', 'permissions', 'change'] as const;

/** What Home shows; read again when the server says that warnings, jobs or rights changed, never by polling. */
export function useHome() {
  const scope = usePluginScope();
  const queries = useQueryClient();
  const summary = useEndpoint(home.summary, {});
  const recent = useEndpoint(home.recent, {});
  const announcements = useEndpoint(announcement.mine, {});
  const approvals = useEndpoint(approval.list, {});
  const readAgain = () => void queries.invalidateQueries({ queryKey: scope.queryKey(home.summary.name) });
  const readApprovals = approvals.refetch;
  const { isPending } = summary;
  // A first reading goes on whatever is told meanwhile, and its answer may be older.
  const isOutdated = useRef(false);
  useSubscription(serverEvents$, (event) => {
    if (!mayChange(event, ...CHANGES)) return;
    isOutdated.current = isPending;
    readAgain();
    if (mayChange(event, 'change', 'permissions')) void readApprovals();
  });
  const catchUp = useEffectEvent(() => {
    if (!isPending && isOutdated.current) readAgain();
  });
  useEffect(() => {
    catchUp();
  }, [isPending]);
  /** Puts a tile that was read automatically among the others. */
  const takeTile = (tile: HomeTile) => {
    queries.setQueriesData<HomeSummary>(
      { queryKey: scope.queryKey(home.summary.name) },
      (present) =>
        present && {
          ...present,
          tiles: present.tiles.map((each) => (each.key === tile.key ? tile : each)),
        },
    );
  };
  return { takeTile, summary, recent, announcements, approvals };
}
