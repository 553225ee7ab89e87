import { mayChange, serverEvents$, useEndpoint, useSubscription, useText } from '@kituo/sdk';
import { warning } from '@kituo/sdk/contracts';
import type { List } from '@kituo/sdk/page';
import type { WarningRow } from './warning-row.ts';

/** The warnings by cause with their counts; choosing one shows just these, and what to do about them. */
export function Causes(props: { readonly list: List<WarningRow> }) {
  const t = useText();
  const { list } = props;
  const { sourceType: _chosen, ...filters } = list.request.filters;
  const causes = useEndpoint(warning.causes, { filters }, { keepPrevious: true });
  useSubscription(serverEvents$, (event) => {
    if (mayChange(event, 'warnings')) void causes.refetch();
  });
  const found = causes.data ?? [];
  const chosen = list.state.filters['sourceType'] ?? '';
  const runbook = found.find(({ sourceType }) => sourceType === chosen)?.runbook;
  if (found.length === 0) return null;
  return (
    <section className="warning-causes" aria-label={t('warning.byCause')}>
      <ul>
        {found.map(({ sourceType, count, urgent }) => (
          <li key={sourceType}>
            <button
              type="button"
              className="warning-cause"
              aria-pressed={sourceType === chosen}
              onClick={() => {
                list.setFilter('sourceType', sourceType === chosen ? '' : sourceType);
              }}
            >
              {t(`WARNING_SOURCE.${sourceType}`)}{' '}
              <span className={urgent > 0 ? 'warning-count warning-count-urgent' : 'warning-count'}>{count}</span>
            </button>
          </li>
        ))}
      </ul>
      {runbook !== undefined && (
        <p className="warning-runbook" role="status">
          <b>{t('warning.runbook')}:</b> {runbook}
        </p>
      )}
    </section>
  );
}
