import { keptDrafts$, session$, showTextKeys, useValue, viewedAs$ } from '@kituo/sdk';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ConsoleState } from '../console/console-state.ts';
import { CrossNavigation } from '../menu/cross-navigation.tsx';
import { drawMenu, menuLeaves } from '../menu/menu-tree.ts';
import type { MenuPartProps } from '../menu/menu-parts.tsx';
import { readPagePlaces, rememberRecent, togglePin } from '../menu/pins.ts';
import { SideNavigation } from '../menu/side-navigation.tsx';
import { pageTable } from '../registry/page-table.ts';
import type { ConsoleHistory } from '../routing/history.ts';
import { pathKey } from '../routing/routes.ts';
import { useText } from '../texts.ts';
import { Content } from './content.tsx';
import { headlineOf } from './headline.ts';
import { useHost, type Overlay } from './host-context.ts';
import { Later } from './later.tsx';
import { Overlays } from './overlays.tsx';
import { listenToShortcuts } from './shortcuts.ts';
import { TopBar } from './top-bar.tsx';
import { useLaterWatch } from './use-later-watch.ts';
import { useFrame } from './use-width.ts';

const trialBanner = () => import('../trial/trial-banner.tsx').then((module) => module.TrialBanner);
const networkBanner = () => import('../network/network-banner.tsx').then((module) => module.NetworkBanner);
const viewAsBanner = () => import('./view-as-banner.tsx').then((module) => module.ViewAsBanner);
const draftsNotice = () => import('./drafts-notice.tsx').then((module) => module.DraftsNotice);

export interface ShellProps {
  readonly state: Extract<ConsoleState, { phase: 'open' }>;
  readonly history: ConsoleHistory;
  readonly overlay: Overlay;
}

/** The frame of all pages. */
export function Shell({ state, history, overlay }: ShellProps) {
  const t = useText();
  const { changeSettings, openOverlay } = useHost();
  const { settings, menus, isUpdatePasswordStatus } = useValue(session$);
  const frame = useFrame();
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  const [places, setPlaces] = useState(() => readPagePlaces(localStorage));
  const { content, bootstrap } = state;
  const path = content.kind === 'page' ? content.entry.page.path : content.place.pathname;
  const nodes = useMemo(() => {
    const table = pageTable(bootstrap.registry);
    return drawMenu(menus, new Map([...table].map(([key, entry]) => [key, entry.page.path])));
  }, [bootstrap.registry, menus]);
  const leaves = useMemo(() => menuLeaves(nodes), [nodes]);
  const leaf = leaves.find((each) => each.node.path !== null && pathKey(each.node.path) === pathKey(path));
  const title = headlineOf(content) || (leaf?.node.title ?? '');
  // Loaded while there is a network.
  const [isSettled, setIsSettled] = useState(false);
  useLaterWatch(content.kind !== 'opening', () => {
    setIsSettled(true);
    return () => undefined;
  });
  const [Count, setCount] = useState<MenuPartProps['Count']>(null);
  useLaterWatch(content.kind !== 'opening', async () => {
    const { EntryCount, watchMenuCounts } = await import('../menu/counts/entry-count.tsx');
    setCount(() => EntryCount);
    return watchMenuCounts();
  });
  const hasDrafts = useValue(keptDrafts$).length > 0;
  const isViewedAs = useValue(viewedAs$) !== null;
  const titleOf = (at: string) =>
    leaves.find(({ node }) => node.path !== null && pathKey(node.path) === pathKey(at))?.node.title ?? at;

  const main = useRef<HTMLElement>(null);
  const isScrolled = useRef(false);
  // Apart: the menu may call a page otherwise while somebody reads it.
  useEffect(() => {
    document.title = title === '' ? 'Kituo' : `${title} · Kituo`;
  }, [title]);
  useEffect(() => {
    setIsDrawerOpen(false);
    // A new page is announced and starts at its top. Asking for it where nothing was scrolled would lay
    // the page out in the middle of its drawing.
    if (isScrolled.current) main.current?.scrollTo(0, 0);
    isScrolled.current = false;
    if (content.kind !== 'page') return;
    // The list of recent pages, its storage and its drawing come once the page stands.
    const later = setTimeout(() => setPlaces(rememberRecent(localStorage, path)), 0);
    return () => clearTimeout(later);
  }, [path, content.kind]);

  useEffect(() => {
    if (isUpdatePasswordStatus) return;
    return listenToShortcuts(window, { openOverlay, goToSection, showTextKeys });
  }, [openOverlay, isUpdatePasswordStatus]);

  const drawer = useRef<HTMLDivElement>(null);
  const hasOverlay = overlay !== null;
  useEffect(() => {
    if (!isDrawerOpen) return;
    if (hasOverlay) return setIsDrawerOpen(false);
    drawer.current?.querySelector<HTMLElement>('input, a, button')?.focus();
    const close = (event: KeyboardEvent) => event.key === 'Escape' && setIsDrawerOpen(false);
    window.addEventListener('keydown', close);
    return () => window.removeEventListener('keydown', close);
  }, [isDrawerOpen, hasOverlay]);

  const isSide = frame === 'wide' && settings.menuStyle === 'vertical';
  const isFolded = !settings.sideNavigationIsShow;
  const pin = useCallback((page: string) => setPlaces(togglePin(localStorage, page)), []);
  const closeDrawer = useCallback(() => setIsDrawerOpen(false), []);
  const navigation = (isIcons: boolean) => (
    <SideNavigation
      nodes={nodes}
      currentPath={leaf?.node.path ?? path}
      isFolded={isIcons}
      places={places}
      onTogglePin={pin}
      onUnfold={() => void changeSettings({ sideNavigationIsShow: true })}
      onFollow={closeDrawer}
      Count={Count}
    />
  );
  return (
    <div className={`k-shell k-shell-${frame}`} inert={isUpdatePasswordStatus}>
      <a className="k-skip" href="#k-main" onClick={() => main.current?.focus()}>
        {t('shell.skip')}
      </a>
      <TopBar
        headline={title}
        isNarrow={frame === 'phone'}
        isPageDrawn={content.kind !== 'opening'}
        isNavigationShown={frame === 'phone' ? isDrawerOpen : !isFolded}
        onToggleNavigation={toggleOf()}
      />
      {!isSide && frame !== 'phone' && (
        <CrossNavigation nodes={nodes} currentPath={leaf?.node.path ?? path} Count={Count} />
      )}
      <div className="k-body">
        {isSide && navigation(isFolded)}
        {frame === 'phone' && isDrawerOpen && (
          <div
            ref={drawer}
            className="k-nav-drawer"
            onClick={(event) => event.target === event.currentTarget && setIsDrawerOpen(false)}
          >
            {navigation(false)}
          </div>
        )}
        <div className="k-content">
          {isSettled && <Later load={networkBanner} props={{}} />}
          {bootstrap.overrides && <Later load={trialBanner} props={{ content }} />}
          {isViewedAs && <Later load={viewAsBanner} props={{}} />}
          {hasDrafts && content.kind === 'page' && <Later load={draftsNotice} props={{ titleOf }} />}
          <main
            id="k-main"
            ref={main}
            className="k-main"
            tabIndex={-1}
            aria-busy={state.pending !== null}
            data-path={path}
            onScroll={() => (isScrolled.current = true)}
          >
            {state.pending !== null && (
              <div className="k-progress" role="progressbar" aria-label={t('content.opening')} />
            )}
            <Content content={content} history={history} />
          </main>
        </div>
      </div>
      <Overlays overlay={overlay} leaves={leaves} recent={places.recent} isMenuForced={frame !== 'wide'} />
    </div>
  );

  function toggleOf(): (() => void) | null {
    if (frame === 'phone') return () => setIsDrawerOpen((open) => !open);
    if (!isSide) return null;
    return () => void changeSettings({ sideNavigationIsShow: isFolded });
  }
}

/** The first menu entry whose title begins with the letter gets the focus. */
function goToSection(letter: string): void {
  const entries = document.querySelectorAll<HTMLElement>('.k-nav .k-nav-link, .k-cross :is(a, button)');
  const found = [...entries].find((entry) => (entry.textContent ?? '').trim().toLowerCase().startsWith(letter));
  found?.focus();
  if (found?.getAttribute('aria-expanded') === 'false') found.click();
}
