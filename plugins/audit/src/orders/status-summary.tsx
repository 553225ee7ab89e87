import { Button, Failed, formatCount, formatDate, formatMoney, useText } from '@kituo/sdk';
import { auditOrder } from '@kituo/sdk/contracts';
import type { ReplyOf } from '@kituo/sdk/contracts';
import { useDetail, ORDER_STATUS } from '@kituo/sdk/page';
import type { List } from '@kituo/sdk/page';
import { useState } from 'react';
import './orders.css';
import './status-summary.css';

type Summary = ReplyOf<typeof auditOrder.manageSummary>;
/** Filters that pick single orders or people: a sum over them says nothing. */
const KEYS = ['orderNo', 'phone', 'idCardNo', 'customerName', 'thirdPartyOrderNo'];

const PLAIN = [
  'merchantNo',
  'productNo',
  'loanType',
  'refuseCode',
  'incomingChannel',
  'promotionChannel',
  'lendingChannel',
  'modelLevel',
  'auditorUserNo',
  'dataSource',
];
const DAYS = { applyTime: 'apply', auditTime: 'audit', lendingTime: 'lending' };

/** The list's filters as the sum is asked by them; the status is what it is summed over. */
function summedBy(filters: Readonly<Record<string, string>>): Record<string, unknown> {
  const plain = PLAIN.map((name) => [name, filters[name] ?? '']).filter(([, value]) => value !== '');
  const days = Object.entries(DAYS).flatMap(([name, stem]) => {
    const [from, to] = (filters[name] ?? '').split('..');
    return from && to
      ? [
          [`${stem}From`, from],
          [`${stem}To`, to],
        ]
      : [];
  });
  const flag = filters['whitelistFlag'] ?? '';
  return {
    ...Object.fromEntries([...plain, ...days]),
    ...(flag !== '' && { whitelistFlag: flag === 'true' }),
  };
}

/** Count and sum of each status over the filters of the list, to be clicked; behind it how far each day's applications have come. */
export function StatusSummary<Row>(props: { readonly list: List<Row> }) {
  const { list } = props;
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const { filters } = list.state;
  const isSummed = KEYS.every((name) => (filters[name] ?? '') === '');
  const asked = auditOrder.manageSummary.request.safeParse(summedBy(filters));
  const summary = useDetail(auditOrder.manageSummary, isSummed && asked.success ? asked.data : null);
  if (!isSummed) return null;
  const { data, error, refresh } = summary;
  if (error !== null) return <Failed error={error} onRetry={refresh} />;
  return (
    <section className="au-summary" aria-label={t('summary.label')} aria-busy={data === null}>
      <ul className="au-statuses">
        {ORDER_STATUS.codes.map((code) => {
          const sum = data?.statuses.find((one) => one.orderStatus === code);
          if (data !== null && sum === undefined) return null;
          const isChosen = filters['orderStatus'] === code;
          return (
            <li key={code}>
              <button
                type="button"
                className="au-status"
                data-tone={ORDER_STATUS.toneOf(code)}
                aria-pressed={isChosen}
                onClick={() => {
                  list.setFilter('orderStatus', isChosen ? '' : code);
                }}
              >
                <span className="au-status-name">{t(`ORDER_STATUS.${code}`)}</span>{' '}
                <span className="au-status-count ks-figures">{sum === undefined ? ' ' : formatCount(sum.count)}</span>{' '}
                <span className="au-status-sum ks-figures">
                  {sum === undefined ? ' ' : formatMoney(sum.loanAmountCents)}
                </span>
              </button>
            </li>
          );
        })}
        {data !== null && data.days.length > 0 && (
          <li className="au-funnel-card">
            <Button
              variant="minimal"
              size="small"
              text={t(isOpen ? 'summary.hideDays' : 'summary.showDays')}
              aria-expanded={isOpen}
              onClick={() => {
                setOpen(!isOpen);
              }}
            />
          </li>
        )}
      </ul>
      {data?.isExact === false && <p className="kp-muted">{t('summary.newest')}</p>}
      {isOpen && data !== null && <Funnel days={data.days} />}
    </section>
  );
}

const STAGES = ['applied', 'toReview', 'passed', 'disbursed'] as const;

/** How far the applications of each day have come: bars of one length for one number. */
function Funnel(props: { readonly days: Summary['days'] }) {
  const t = useText();
  const most = Math.max(1, ...props.days.map(({ applied }) => applied));
  return (
    <div className="au-funnel" tabIndex={0} role="group" aria-label={t('summary.funnel')}>
      <table>
        <thead>
          <tr>
            <th>{t('summary.day')}</th>
            {STAGES.map((stage) => (
              <th key={stage}>{t(`summary.${stage}`)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.days.map((day) => (
            <tr key={day.day}>
              <th scope="row">{formatDate(day.day)}</th>
              {STAGES.map((stage) => (
                <td key={stage}>
                  <span className="au-bar" aria-hidden>
                    <span style={{ width: `${(100 * day[stage]) / most}%` }} />
                  </span>
                  <span className="ks-figures">{formatCount(day[stage])}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
