import { Router, ScopeProvider } from '@kituo/sdk';
import { useMemo } from 'react';
import { NavigationType } from 'react-router-dom';
import type { ContentView } from '../console/console-state.ts';
import { PageLink } from '../menu/menu-links.tsx';
import type { ConsoleHistory } from '../routing/history.ts';
import { HOME_PATH, pathKey } from '../routing/routes.ts';
import { useText } from '../texts.ts';
import { scopeOf } from './plugin-scopes.ts';
import { FailedPage } from './failed-page.tsx';
import { useHost } from './host-context.ts';
import { PluginBoundary } from './plugin-boundary.tsx';

export interface ContentProps {
  readonly content: ContentView;
  readonly history: ConsoleHistory;
}

/** The page area. The router shows a page the address it was opened with, not the one being loaded. */
export function Content({ content, history }: ContentProps) {
  const t = useText();
  const { console } = useHost();
  const navigator = useMemo(() => navigatorOf(history), [history]);
  switch (content.kind) {
    case 'opening':
      return <OpeningPage />;
    case 'absent': {
      const isHome = pathKey(content.place.pathname) === pathKey(HOME_PATH);
      return (
        <div className="k-failed">
          <h1>{t('absent.title')}</h1>
          <p>{t('absent.text')}</p>
          {!isHome && (
            <PageLink path={HOME_PATH} className="bp6-button">
              {t('failed.home')}
            </PageLink>
          )}
        </div>
      );
    }
    case 'failed': {
      const { kind, plugin, version, status, url } = content.error;
      const facts = { kind, plugin, version, status, url };
      return <FailedPage {...facts} onRetry={() => console.retry()} />;
    }
    case 'page': {
      const { plugin, page } = content.entry;
      const Page = content.component;
      const id = `${plugin.name}@${plugin.version}:${page.path}:${content.attempt}`;
      return (
        <PluginBoundary
          key={id}
          onError={(error, stack) => {
            reportPageError(plugin.name, plugin.version, error, stack);
            console.pageThrew(content.entry);
          }}
          fallback={() => (
            <FailedPage
              kind="evaluation"
              plugin={plugin.name}
              version={plugin.version}
              status={null}
              url={null}
              onRetry={() => console.retry()}
            />
          )}
        >
          <Router location={content.place} navigationType={NAVIGATION[content.navigation]} navigator={navigator}>
            <ScopeProvider scope={scopeOf(plugin.name)}>
              <Page />
            </ScopeProvider>
          </Router>
        </PluginBoundary>
      );
    }
  }
}

function OpeningPage() {
  const t = useText();
  return (
    <div className="k-opening" role="status" aria-label={t('content.opening')}>
      <div className="bp6-skeleton k-opening-title" />
      <div className="bp6-skeleton k-opening-row" />
      <div className="bp6-skeleton k-opening-table" />
    </div>
  );
}

function reportPageError(plugin: string, version: string, error: unknown, stack: string): void {
  globalThis.console.error(`Kituo: ${plugin} ${version} threw`, error, stack);
}

const NAVIGATION = {
  POP: NavigationType.Pop,
  PUSH: NavigationType.Push,
  REPLACE: NavigationType.Replace,
} as const;

type Navigator = Parameters<typeof Router>[0]['navigator'];

function navigatorOf(history: ConsoleHistory): Navigator {
  const href = (to: Parameters<Navigator['push']>[0]) =>
    typeof to === 'string' ? to : `${to.pathname ?? ''}${to.search ?? ''}${to.hash ?? ''}`;
  return {
    createHref: href,
    go: (delta) => history.go(delta),
    push: (to, state) => history.push(href(to), state),
    replace: (to, state) => history.replace(href(to), state),
  };
}
