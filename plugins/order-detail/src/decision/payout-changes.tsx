import { Empty, Failed, useCan, useNavigate, useText } from '@kituo/sdk';
import { change } from '@kituo/sdk/contracts';
import { useDetail, useRefreshOn } from '@kituo/sdk/page';
import { fileAddress } from '../file/order-link.ts';
import { PayoutChangeCard } from './payout-change.card.tsx';

/** Every change of a payout account that awaits approval; one's own are not offered. */
export function PayoutChanges() {
  const t = useText();
  const navigate = useNavigate();
  const isChecker = useCan('audit:payoutChange:approve');
  const detail = useDetail(
    change.changeFamilies.payoutChange.page,
    isChecker
      ? {
          filters: { changeState: 'PENDING', isDecidable: true },
          page: 1,
          pageSize: 50,
          sort: null,
        }
      : null,
  );
  // Another person may have decided it meanwhile.
  useRefreshOn('change', detail.refresh);
  const rows = detail.data?.rows ?? [];
  return (
    <section className="of-page" aria-label={t('change.title')}>
      <h1>{t('change.title')}</h1>
      {!isChecker ? (
        <Empty title={t('file.noNumber')} text={t('file.noNumberText')} />
      ) : detail.error !== null ? (
        <Failed error={detail.error} onRetry={detail.refresh} />
      ) : detail.data === null ? (
        <div className="of-skeleton" aria-busy="true" aria-label={t('file.reading')} />
      ) : rows.length === 0 ? (
        <Empty title={t('change.none')} text={t('change.noneText')} />
      ) : (
        <div className="of-sections">
          {rows.map((row) => (
            <article key={row.changeNo} className="of-section">
              <header className="of-section-head">
                <h2>
                  <button
                    type="button"
                    className="ks-link-button"
                    onClick={() => void navigate(fileAddress(row.subjectName, 'OrderAudit'))}
                  >
                    {row.subjectName}
                  </button>
                </h2>
              </header>
              <PayoutChangeCard row={row} onDecided={detail.refresh} />
            </article>
          ))}
        </div>
      )}
    </section>
  );
}
