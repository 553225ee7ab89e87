import { formatDateTime, Money, useText } from '@kituo/sdk';
import { payout } from '@kituo/sdk/contracts';
import type { ReplyOf } from '@kituo/sdk/contracts';
import {
  ActionButton,
  Answered,
  Ask,
  defineDictionary,
  Timeline,
  useAction,
  useDetail,
  useRefreshOn,
} from '@kituo/sdk/page';
import type { CodesOf } from '@kituo/sdk/page';
import { PAYMENTS_TEXTS } from './payments-texts.ts';

/** How a payout attempt is doing; without a response it is still under way, in amber. */
export const ATTEMPT_STATUS = defineDictionary<CodesOf<typeof payout.attemptStatus>>('ATTEMPT_STATUS', {
  CREATED: 'waiting',
  SENT: 'active',
  SUCCESS: 'good',
  FAILED: 'failed',
  UNKNOWN: 'attention',
});

type Attempt = ReplyOf<typeof payout.attempts>['rows'][number];

/** More attempts at one payout than anybody makes. */
const MAX_AT_ONCE = 50;

/**
 * The attempts to pay one thing out, newest first: the channel's number and answers, and a status query where the end
 * of one is unknown. Plugins that show it list `payManage/` among their addresses and `afterLoan:payoutStatus:query`
 * among their codes.
 *
 * @example <PayoutAttempts subjectType="REFUND" subjectNo={refundNo} />
 */
export function PayoutAttempts(props: { readonly subjectType: Attempt['subjectType']; readonly subjectNo: string }) {
  const { subjectType, subjectNo } = props;
  const t = useText(PAYMENTS_TEXTS);
  const detail = useDetail(payout.attempts, {
    filters: { subjectType, subjectNo },
    page: 1,
    pageSize: MAX_AT_ONCE,
    sort: { field: 'createdAt', direction: 'desc' },
  });
  useRefreshOn('changed', detail.refresh);
  const query = useAction({
    name: 'query',
    words: t,
    endpoint: payout.queryAttempt,
    request: ({ attemptNo }: Attempt) => ({ attemptNo }),
    list: detail,
    facts: ({ attemptNo }) => ({ attempt: attemptNo }),
  });
  return (
    <>
      <Answered detail={detail}>
        {({ rows }) => (
          <Timeline
            label={t('attempt.title')}
            entries={rows.map((attempt) => ({
              id: attempt.attemptNo,
              at: attempt.createdAt,
              title: `${t('attempt.nth', { n: attempt.attemptCount })} · ${t(`ATTEMPT_STATUS.${attempt.attemptStatus}`)}`,
              who: [attempt.makerName, attempt.checkerName].filter(Boolean).join(' → ') || null,
              tone: ATTEMPT_STATUS.toneOf(attempt.attemptStatus),
              text: (
                <>
                  <AttemptFacts attempt={attempt} />
                  <ActionButton action={query} subject={attempt} />
                </>
              ),
            }))}
          />
        )}
      </Answered>
      <Ask action={query} />
    </>
  );
}

function AttemptFacts({ attempt }: { readonly attempt: Attempt }) {
  const t = useText(PAYMENTS_TEXTS);
  const { payeeName, payeeAccount, disbursementCode, failReason, failCode } = attempt;
  return (
    <>
      <div>
        <Money cents={attempt.amountCents} /> → {[payeeName, payeeAccount].filter(Boolean).join(' · ')}
      </div>
      <div>
        {t('attempt.from', { account: attempt.accountName })}
        {disbursementCode !== null && ` · ${t('attempt.code')} ${disbursementCode}`}
      </div>
      {failReason !== null && <div>{[failReason, failCode && `(${failCode})`].filter(Boolean).join(' ')}</div>}
      {attempt.queries.length > 0 && (
        <ul className="payments-answers">
          {attempt.queries.map(({ askedAt, answeredAt, resultCode }) => (
            <li key={askedAt}>
              {t('attempt.asked', { at: formatDateTime(askedAt) })}
              {' · '}
              {answeredAt === null
                ? t('attempt.noAnswer')
                : t('attempt.answered', { at: formatDateTime(answeredAt), code: resultCode ?? '-' })}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
