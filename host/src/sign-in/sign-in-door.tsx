import { useEffect, useState, type ComponentType } from 'react';
import { useText } from '../texts.ts';
import type { SignInPageProps } from './sign-in-page.tsx';

/**
 * Fetches the sign-in page, which who is signed in never needs. A document for whom nobody's session
 * was found brings it along.
 */
export const loadSignIn = (): Promise<ComponentType<SignInPageProps>> =>
  import('./sign-in-page.tsx').then(({ SignInPage }) => SignInPage);

export function SignInDoor(props: SignInPageProps) {
  const t = useText();
  const [page, setPage] = useState<{ readonly Page: ComponentType<SignInPageProps> } | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    loadSignIn().then(
      (Page) => setPage({ Page }),
      () => setHasFailed(true),
    );
  }, []);
  if (page !== null) return <page.Page {...props} />;
  if (!hasFailed) {
    return <div className="k-starting" role="status" aria-label={t('content.opening')} />;
  }
  return (
    <main className="k-failed" role="alert">
      <h1>{t('failed.title')}</h1>
      <p>{t('failed.network')}</p>
      <div className="k-failed-actions">
        <button type="button" className="bp6-button bp6-intent-primary" onClick={() => window.location.reload()}>
          {t('failed.retry')}
        </button>
      </div>
    </main>
  );
}
