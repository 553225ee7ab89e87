import { useValue, viewAs, viewedAs$ } from '@kituo/sdk';
import { useText } from '../texts.ts';

/** Stays while screens are shown with another role's masks: whose they are, and the way back. */
export function ViewAsBanner() {
  const t = useText();
  const role = useValue(viewedAs$);
  if (role === null) return null;
  const values = { role: role.roleName, no: role.versionNo ?? '' };
  const text = t(role.versionNo === null ? 'viewAs.text' : 'viewAs.ofVersion', values);
  return (
    <section className="k-drafts" aria-label={t('viewAs.title')}>
      <p role="status">
        <span title={text}>{text}</span>
        <button
          type="button"
          className="k-link"
          onClick={() => {
            viewAs(null);
            // Lists, drawers and the caches behind them hold what was masked for the role.
            location.reload();
          }}
        >
          {t('viewAs.end')}
        </button>
      </p>
    </section>
  );
}
