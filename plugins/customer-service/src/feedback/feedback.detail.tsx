import { Allowed, Button, callFile, EatTime, Link, saveFile, useText } from '@kituo/sdk';
import { feedback } from '@kituo/sdk/contracts';
import { DescriptionList, DetailOf, FileList, Reveal, Status, Timeline } from '@kituo/sdk/page';
import { COUPON_APPLICATION_STATUS } from '../coupons/coupon-fields.ts';
import { Delivery } from '../parts/delivery.tsx';
import { Part } from '../parts/part.tsx';
import { FEEDBACK_RESULT, feedbackFacts } from './feedback-fields.ts';

const APPLY = '/AdminContent/CustomerServiceSystem/MyCustomerServiceCouponApply';

/** One feedback: what was told, what was answered, the evidence and each step. */
export function FeedbackDetail({ feedbackNo }: { readonly feedbackNo: string }) {
  const t = useText();
  return (
    <DetailOf endpoint={feedback.one} request={{ feedbackNo }}>
      {({ row, result, replyContent, delivery, vouchers, madeOf, coupons, duplicates, followedBy, events }) => (
        <>
          <p>{row.content}</p>
          <DescriptionList of={row} columns={feedbackFacts} />
          <p>
            {t('field.phone')}:{' '}
            <Reveal
              kind="feedback.phone"
              subjectNo={feedbackNo}
              masked={row.phone}
              code="customerService:feedback:phone"
            />
          </p>
          <Allowed code="customerService:coupon:apply">
            <p>
              <Link to={`${APPLY}?forFeedback=${feedbackNo}`}>{t('feedback.applyForCoupon')}</Link>
            </p>
          </Allowed>
          <Allowed code="customerService:feedback:export">
            <Button
              size="small"
              text={t('feedback.pack')}
              onClick={() => {
                callFile(feedback.pack, { feedbackNo }).then(saveFile, () => undefined);
              }}
            />
          </Allowed>
          {result !== null && (
            <Part title={t('feedback.answer')}>
              <p>
                <Status of={FEEDBACK_RESULT} code={result} /> {replyContent}
              </p>
              {delivery !== null && (
                <p>
                  <Delivery of={delivery} />
                </p>
              )}
            </Part>
          )}
          {madeOf.length > 0 && (
            <Part title={t('feedback.madeOf')}>
              <ul className="kp-facts">
                {madeOf.map(({ kind, no, at, content }) => (
                  <li key={no}>
                    {t(`feedback.from.${kind}`, { no })} · <EatTime at={at} /> {content}
                  </li>
                ))}
              </ul>
            </Part>
          )}
          {coupons.length > 0 && (
            <Part title={t('customers.coupons')}>
              <ul className="kp-facts">
                {coupons.map(({ couponApplicationNo, couponContent, quantity, applicationStatus }) => (
                  <li key={couponApplicationNo}>
                    {couponApplicationNo} {couponContent} × {quantity}{' '}
                    <Status of={COUPON_APPLICATION_STATUS} code={applicationStatus} />
                  </li>
                ))}
              </ul>
            </Part>
          )}
          {row.mergedInto !== null && <p>{t('feedback.mergedInto', { no: row.mergedInto })}</p>}
          {duplicates.length > 0 && <p>{t('feedback.duplicates', { nos: duplicates.join(', ') })}</p>}
          {followedBy.length > 0 && <p>{t('feedback.followedBy', { nos: followedBy.join(', ') })}</p>}
          <Part title={t('voucher.title')}>
            <FileList files={vouchers} none={t('voucher.none')} />
          </Part>
          <Part title={t('tab.history')}>
            <Timeline
              label={t('tab.history')}
              entries={events
                .map(({ command, at, userName, note }, index) => ({
                  id: String(index),
                  at,
                  title: t(`feedbackEvent.${command}`),
                  who: userName,
                  text: command === 'finish' ? undefined : note,
                }))
                .toReversed()}
            />
          </Part>
        </>
      )}
    </DetailOf>
  );
}
