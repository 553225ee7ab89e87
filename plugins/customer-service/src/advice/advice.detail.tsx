import { EatTime, useText } from '@kituo/sdk';
import { appAdvice } from '@kituo/sdk/contracts';
import { DescriptionList, DetailOf, FileList, History, Reveal, Status } from '@kituo/sdk/page';
import { FEEDBACK_RESULT } from '../feedback/feedback-fields.ts';
import { Delivery } from '../parts/delivery.tsx';
import { Part } from '../parts/part.tsx';
import { adviceColumns } from './advice-fields.ts';

/** One piece of advice: what was written and answered, the device, and what else the customer wrote. */
export function AdviceDetail({ adviceNo }: { readonly adviceNo: string }) {
  const t = useText();
  return (
    <DetailOf endpoint={appAdvice.one} request={{ adviceNo }}>
      {({ row, device, images, result, resultRemark, replies, others, similar, history }) => (
        <>
          <DescriptionList of={row} columns={adviceColumns} />
          {row.phone !== null && (
            <p>
              {t('field.phone')}:{' '}
              <Reveal
                kind="appAdvice.phone"
                subjectNo={adviceNo}
                masked={row.phone}
                code="customerService:advice:phone"
              />
            </p>
          )}
          <p className="kp-muted">
            {device ?? '-'} · {t('advice.similar', { count: similar })}
          </p>
          {result !== null && (
            <Part title={t('feedback.answer')}>
              <p>
                <Status of={FEEDBACK_RESULT} code={result} /> {resultRemark}
              </p>
            </Part>
          )}
          <Part title={t('advice.replies')}>
            {replies.length === 0 && <p className="kp-muted">{t('advice.noReplies')}</p>}
            <ul className="kp-facts">
              {replies.map(({ at, byName, content, deliveries }) => (
                <li key={at}>
                  <EatTime at={at} /> {byName}: {content}{' '}
                  {deliveries.map((one) => (
                    <Delivery key={one.channelType ?? one.outcome} of={one} />
                  ))}
                </li>
              ))}
            </ul>
          </Part>
          <Part title={t('advice.images')}>
            <FileList files={images} none={t('advice.noImages')} />
          </Part>
          {others.length > 0 && (
            <Part title={t('advice.others')}>
              <ul className="kp-facts">
                {others.map((one) => (
                  <li key={one.adviceNo}>
                    <EatTime at={one.submittedAt} /> {one.content}
                  </li>
                ))}
              </ul>
            </Part>
          )}
          <Part title={t('tab.history')}>
            <History
              entries={history}
              titleOf={({ action }) => t(`adviceEvent.${action.split('.').at(-1) ?? ''}`)}
              textOf={(entry) => entry.reason ?? undefined}
            />
          </Part>
        </>
      )}
    </DetailOf>
  );
}
