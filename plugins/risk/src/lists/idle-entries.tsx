import { Link, useText } from '@kituo/sdk';
import { riskList } from '@kituo/sdk/contracts';
import { useDetail } from '@kituo/sdk/page';

const IDLE = { filters: { isIdle: true }, page: 1, pageSize: 20, sort: null } as const;
const AT = '/AdminContent/RiskControlSystem/ListManagement?isIdle=true';

/** How many active entries met nobody in a year, and the way to them; nothing where there are none. */
export function IdleEntries() {
  const t = useText();
  const { data } = useDetail(riskList.page, IDLE);
  if (data === null || data.total === 0) return null;
  return (
    <p className="kp-note" role="status">
      {t('list.idle', { count: data.total })} <Link to={AT}>{t('list.showIdle')}</Link>
    </p>
  );
}
