import { CopyDetails } from '@kituo/sdk';
import { useState } from 'react';
import type { LoadErrorKind } from '../loading/load-error.ts';
import { PageLink } from '../menu/menu-links.tsx';
import { HOME_PATH } from '../routing/routes.ts';
import { useText } from '../texts.ts';
import { Icon } from './icons.tsx';

export interface FailedPageProps {
  readonly kind: LoadErrorKind;
  readonly plugin: string;
  readonly version: string;
  readonly status: number | null;
  readonly url: string | null;
  readonly onRetry: () => Promise<void>;
}

/** What failed, of which plugin and version, and the two ways on. The menu stays as it is. */
export function FailedPage({ kind, plugin, version, status, url, onRetry }: FailedPageProps) {
  const t = useText();
  const [isBusy, setIsBusy] = useState(false);
  const details = [
    `${plugin} ${version}`,
    status === null ? kind : `${kind} ${status}`,
    url ?? '',
    location.pathname,
    new Date().toISOString(),
  ];
  return (
    <div className="k-failed" role="alert">
      <Icon name="warning-sign" />
      <h1>{t('failed.title')}</h1>
      <p>{t(`failed.${kind}`, { status: status ?? 0 })}</p>
      <p className="k-failed-plugin">
        {t('failed.plugin', { plugin, version })} <code>{status === null ? kind : `${kind} ${status}`}</code>
      </p>
      <div className="k-failed-actions">
        <button
          type="button"
          className="bp6-button bp6-intent-primary"
          aria-busy={isBusy}
          disabled={isBusy}
          onClick={() => {
            setIsBusy(true);
            void onRetry().finally(() => setIsBusy(false));
          }}
        >
          {t('failed.retry')}
        </button>
        <PageLink path={HOME_PATH} className="bp6-button">
          {t('failed.home')}
        </PageLink>
        <CopyDetails details={details.filter(Boolean).join('\n')} />
      </div>
    </div>
  );
}
