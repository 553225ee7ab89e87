import { formatDate, Money, useText } from '@kituo/sdk';
import { orderAcquire, type ReplyOf } from '@kituo/sdk/contracts';
import { Answered, useDetail, useFormValues } from '@kituo/sdk/page';

/** What the rule in the form would have acquired of the last seven days, and what the merchant's others would have. */
export function Tried(props: {
  /** The rule that is edited. */
  readonly ruleId: string | null;
  readonly valueOf: (values: Readonly<Record<string, unknown>>) => unknown;
}) {
  const t = useText();
  const { merchantNo, ...values } = useFormValues();
  const request = orderAcquire.simulate.request.safeParse({
    merchantNo,
    ...(props.ruleId !== null && { ruleId: props.ruleId }),
    value: props.valueOf(values),
  });
  const tried = useDetail(orderAcquire.simulate, request.success ? request.data : null);
  if (!request.success) return <p className="kp-muted">{t('acquire.triedLater')}</p>;
  return (
    <section aria-label={t('acquire.tried')} aria-live="polite">
      <h4>{t('acquire.tried')}</h4>
      <Answered detail={tried}>
        {({ applied, acquired, costCents, shares, days }) => (
          <>
            <p>
              {t('acquire.triedText', { acquired, applied, count: applied })}
              {costCents !== null && (
                <>
                  {' · '}
                  <Money cents={costCents} />
                </>
              )}
            </p>
            {shares.length > 1 && <Shares shares={shares} left={applied - countOf(shares)} />}
            <ul className="kp-facts">
              {days.map((day) => (
                <li key={day.date}>
                  {formatDate(day.date)} · {day.acquired}/{day.applied}
                  {day.quotaReachedAt !== null && ` · ${t('acquire.quotaReached', { at: day.quotaReachedAt })}`}
                </li>
              ))}
            </ul>
          </>
        )}
      </Answered>
    </section>
  );
}

type Shares = ReplyOf<typeof orderAcquire.simulate>['shares'];
const countOf = (shares: Shares) => shares.reduce((sum, { acquired }) => sum + acquired, 0);

/** Who would have got what. */
function Shares({ shares, left }: { readonly shares: Shares; readonly left: number }) {
  const t = useText();
  return (
    <ul className="kp-facts" aria-label={t('acquire.shares')}>
      {shares.map(({ ruleName, priority, isDraft, acquired, costCents }) => (
        <li key={`${ruleName} ${isDraft}`}>
          {t(isDraft ? 'acquire.shareOfDraft' : 'acquire.share', { priority, ruleName, acquired })}
          {costCents !== null && (
            <>
              {' · '}
              <Money cents={costCents} />
            </>
          )}
        </li>
      ))}
      <li>{t('acquire.sharesLeft', { left })}</li>
    </ul>
  );
}
