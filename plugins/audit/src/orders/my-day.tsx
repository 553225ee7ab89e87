import {
  apiLanguage,
  Button,
  can,
  EatTime,
  Failed,
  formatAge,
  formatDateTime,
  Link,
  session$,
  useNavigate,
  useText,
  useValue,
} from '@kituo/sdk';
import type { auditOrder, ReplyOf } from '@kituo/sdk/contracts';
import type { Detail } from '@kituo/sdk/page';
import { useEffect, useRef } from 'react';
import { addressOf } from './places.ts';
import { clockOf } from './clock.ts';
import './my-day.css';

type Summary = ReplyOf<typeof auditOrder.mySummary>;
const RADIUS = 19;
const AROUND = 2 * Math.PI * RADIUS;

/** The reviewer's day: done against the cap, how well and how fast, and the next order at a key. */
export function MyDay(props: { readonly summary: Detail<Summary> }) {
  const t = useText();
  const go = useNavigate();
  const { data, error, refresh } = props.summary;
  const { language } = useValue(session$);
  const next = data?.nextOrderNo ?? null;
  const oldest = data?.oldestApplyTime;
  const start = useRef<HTMLButtonElement>(null);
  const hasNext = next !== null;
  // Enter starts the next order: the page opens with the focus on it. Not with each order that follows, for
  // whoever reads on scrolls with the space bar.
  useEffect(() => {
    if (hasNext && document.activeElement === document.body) start.current?.focus();
  }, [hasNext]);
  if (error !== null) return <Failed error={error} onRetry={refresh} />;
  const done = data?.doneToday ?? 0;
  const cap = data?.dailyCap ?? null;
  const share = cap === null || cap === 0 ? 0 : Math.min(1, done / cap);
  const minutes = data?.medianSeconds ?? null;
  return (
    <>
      <section className="au-day" aria-label={t('day.label')} aria-busy={data === null}>
        <div className="au-ring">
          <svg viewBox="0 0 44 44" aria-hidden>
            <circle cx="22" cy="22" r={RADIUS} />
            <circle cx="22" cy="22" r={RADIUS} strokeDasharray={`${share * AROUND} ${AROUND}`} />
          </svg>
          <dl className="au-fact">
            <dt>{t('day.done')}</dt>
            <dd className="ks-figures">{cap === null ? done : t('day.of', { done, cap })}</dd>
          </dl>
        </div>
        <dl className="au-fact">
          <dt>{t('day.open')}</dt>
          <dd className="ks-figures">{data?.openCount ?? '-'}</dd>
        </dl>
        <dl className="au-fact">
          <dt>{t('day.oldest')}</dt>
          <dd className="ks-figures" title={oldest && formatDateTime(oldest)}>
            {oldest === undefined ? '-' : formatAge(oldest, apiLanguage(language))}
          </dd>
        </dl>
        <dl className="au-fact">
          <dt>{t('day.passRate')}</dt>
          <dd className="ks-figures">{data?.passRate == null ? '-' : `${Math.round(data.passRate * 100)}%`}</dd>
        </dl>
        <dl className="au-fact">
          <dt>{t('day.median')}</dt>
          <dd className="ks-figures">{minutes === null ? '-' : clockOf(minutes)}</dd>
        </dl>
        {can('audit:order:audit') && (
          <div className="au-next">
            <Button
              ref={start}
              intent="primary"
              text={t('day.next')}
              disabled={next === null}
              onClick={() => {
                if (next !== null) void go(addressOf('review', next, 'MyAudit'));
              }}
            />
          </div>
        )}
      </section>
      {data !== null && data.reminders.length > 0 && (
        <ul className="au-reminders" aria-label={t('day.reminders')}>
          {data.reminders.map((one) => (
            <li key={`${one.orderNo} ${one.remindAt}`}>
              <EatTime at={one.remindAt} /> <Link to={addressOf('detail', one.orderNo, 'MyAudit')}>{one.orderNo}</Link>{' '}
              {one.content}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** `3:05`: minutes and seconds. */
