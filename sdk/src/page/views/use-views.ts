import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { call } from '../../api/call.ts';
import { takeFirstReply } from '../../api/first-replies.ts';
import { queryClient } from '../../api/query-client.ts';
import * as contract from '../../contracts/platform/view.contract.ts';
import type { SavedView } from '../../contracts/platform/view.contract.ts';
import { usePluginScope } from '../../scope/use-plugin-scope.ts';
import { session$ } from '../../session/session-store.ts';
import { useValue } from '../../state/store.ts';
import { personalIdOf, viewIdOf, withoutView, writeView } from '../list/list-address.ts';
import { isServerId, readPersonal } from '../list/personal-filters.ts';
import type { ListState } from '../list/list-address.ts';
import type { Filters } from '../list/filters.ts';
import { useAddress } from '../platform.ts';
import { ORIGINAL } from '../table/kept-layout.ts';
import type { KeptLayout } from '../table/kept-layout.ts';
import type { Layout } from '../table/use-layout.ts';
import { drawsTheSame, fromViewLayout, toViewLayout } from './view-layout.ts';

/** How long a changed layout rests before the server keeps it, in milliseconds. */
const LAYOUT_RESTS_MS = 1_000;

/** What a view is about besides its name. */
export type ViewContent = Pick<SavedView, 'filters' | 'filterId' | 'sort' | 'layout' | 'pageSize'>;

/** What has views: a list, a tree. */
export interface Viewed {
  readonly name: string;
  readonly filters: Filters;
  readonly state: Pick<ListState, 'filters' | 'sort' | 'pageSize'>;
  readonly selection: { clear(): void };
}

/** The saved views of a list: filters, sort, size, columns, widths and density under a name. */
export interface Views {
  readonly all: readonly SavedView[];
  /** The one the address names; null for the list as it is. */
  readonly current: SavedView | null;
  /** The list no longer shows what the view says. */
  readonly isChanged: boolean;
  readonly shareableRoles: readonly { readonly roleNo: string; readonly roleName: string }[];
  /** Which list of which page, as commands name it. */
  readonly place: { readonly page: string; readonly list: string };
  /** What a view saved now would hold; personal filters are brought to the server first. */
  contentNow(): Promise<ViewContent>;
  /** Shows a view; null shows the list without one. */
  pick(view: SavedView | null): void;
  /** Reads the views again; with one, that is the current one from then on. */
  reread(current?: SavedView): void;
}

/**
 * Views of a list and how its columns were left, kept on the server. A list that is opened without a request
 * of its own opens with the person's default view.
 *
 * @example const views = useViews(list, layout); <ListPage list={list} views={views} … />
 */
export function useViews<Row>(list: Viewed, layout: Layout<Row>): Views {
  const scope = usePluginScope();
  const { path, query, navigate } = useAddress();
  const { settings } = useValue(session$);
  const place = { page: path, list: list.name };
  const queryKey = scope.queryKey('views', path, list.name);
  const { data } = useQuery(
    {
      queryKey,
      queryFn: ({ signal }) => call(contract.page, place, { signal, showLoading: false, quiet: true }),
      initialData: () => takeFirstReply(contract.page, place),
      staleTime: 60_000,
      retry: false,
    },
    queryClient,
  );
  const viewId = viewIdOf(query);
  const current = data?.views.find((view) => view.viewId === viewId) ?? null;
  const base = useRef<KeptLayout>(null);
  const pick = (view: SavedView | null): void => {
    if (current === null) base.current = layout.kept;
    list.selection.clear();
    navigate(view === null ? withoutView(query, list.filters) : writeView(query, list.filters, view, settings));
    const home = base.current ?? (data?.layout ? fromViewLayout(data.layout) : ORIGINAL);
    layout.apply(view?.layout ? fromViewLayout(view.layout) : home);
  };
  // Only an address that came without a request opens the default view.
  const cameBare = useRef(query.size === 0);
  const cameWithView = useRef(query.size === 1 && viewId !== null);
  const open = useEffectEvent(() => {
    if (data === undefined) return;
    // What was chosen before the views were read is a request, too.
    const isBare = cameBare.current && query.size === 0;
    const isViewAlone = cameWithView.current && query.size === 1;
    const wanted = isBare ? data.defaultViewId : isViewAlone ? viewId : null;
    const view = data.views.find((one) => one.viewId === wanted);
    cameBare.current = false;
    cameWithView.current = false;
    if (view !== undefined) pick(view);
    else if (viewId === null && data.layout !== null && layout.isOriginal) layout.apply(fromViewLayout(data.layout));
  });
  const isRead = data !== undefined;
  useEffect(() => {
    if (isRead) open();
  }, [isRead]);
  useKeptOnServer(layout, place, isRead && viewId === null);

  return {
    all: data?.views ?? [],
    current,
    isChanged: current !== null && isChanged(current, list, layout, personalIdOf(query), settings),
    shareableRoles: data?.shareableRoles ?? [],
    place,
    contentNow: async () => ({
      filters: plainFilters(list),
      filterId: await serverIdOf(personalIdOf(query), place),
      sort: list.state.sort,
      layout: toViewLayout(layout),
      pageSize: list.state.pageSize,
    }),
    pick,
    reread: (view) => {
      if (view !== undefined) navigate(writeView(query, list.filters, view, settings));
      void queryClient.invalidateQueries({ queryKey });
    },
  };
}

/** The server keeps how a list was left outside of any view, a moment after the last change. */
function useKeptOnServer<Row>(layout: Layout<Row>, place: Views['place'], isOutsideOfViews: boolean): void {
  const keep = useEffectEvent(() => {
    const kept = layout.isOriginal ? null : toViewLayout(layout);
    // This browser has it in any case.
    call(contract.saveLayout, { ...place, layout: kept }, { showLoading: false, quiet: true }).catch(() => undefined);
  });
  const before = useRef(layout.kept);
  useEffect(() => {
    const hasChanged = before.current !== layout.kept;
    before.current = layout.kept;
    if (!hasChanged || !isOutsideOfViews) return;
    const timer = setTimeout(() => {
      keep();
    }, LAYOUT_RESTS_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [layout.kept, isOutsideOfViews]);
}

/** The filters that may stand in an address, and so in a view. */
function plainFilters(list: Viewed): Record<string, string> {
  const held = Object.entries(list.state.filters);
  return Object.fromEntries(held.filter(([name]) => list.filters[name]?.isPersonal === false));
}

async function serverIdOf(id: string | null, place: Views['place']): Promise<string | null> {
  const personal = readPersonal(id);
  if (id === null || personal === null) return null;
  if (isServerId(id)) return id;
  const filters = { ...personal };
  const { filterId } = await call(contract.saveFilter, { ...place, filters }, { quiet: true });
  return filterId;
}

function isChanged<Row>(
  view: SavedView,
  list: Viewed,
  layout: Layout<Row>,
  personalId: string | null,
  defaults: { readonly pageSize: number },
): boolean {
  const { sort, pageSize } = list.state;
  const sorted = (texts: Readonly<Record<string, string>>) =>
    JSON.stringify(Object.entries(texts).sort(([one], [other]) => (one < other ? -1 : 1)));
  return (
    sorted(plainFilters(list)) !== sorted(view.filters) ||
    (!view.hasHiddenFilters && personalId !== view.filterId) ||
    sort?.field !== view.sort?.field ||
    sort?.direction !== view.sort?.direction ||
    pageSize !== (view.pageSize ?? defaults.pageSize) ||
    (view.layout !== null && !drawsTheSame(toViewLayout(layout), view.layout))
  );
}
