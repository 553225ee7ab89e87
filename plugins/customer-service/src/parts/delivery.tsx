import { EatTime, useText } from '@kituo/sdk';
import type { feedback } from '@kituo/sdk/contracts';
import { defineDictionary, Status } from '@kituo/sdk/page';

type AnswerDelivery = feedback.AnswerDelivery;

export const MESSAGE_OUTCOME = defineDictionary<AnswerDelivery['outcome']>('MESSAGE_OUTCOME', {
  QUEUED: 'waiting',
  SENT: 'active',
  DELIVERED: 'good',
  FAILED: 'failed',
  REFUSED: 'attention',
  UNKNOWN: 'attention',
});

/** Reasons that have words of their own; of the others it is enough that it was not sent. */
const REASONS: ReadonlySet<string> = new Set([
  'NODE_OFF',
  'NO_TEXT',
  'CONTACT_HOURS',
  'CONTACT_CAP',
  'CONTACT_DO_NOT_CALL',
  'CONTACT_DEATH',
  'CONTACT_WRONG_NUMBER',
  'CONTACT_OFFICIAL',
]);

/** What became of an answer on its way to the customer. */
export function Delivery({ of }: { readonly of: AnswerDelivery }) {
  const t = useText();
  const { channelType, outcome, reason, nextAt } = of;
  return (
    <span>
      <Status of={MESSAGE_OUTCOME} code={outcome} />
      {channelType !== null && ` ${t(`delivery.by.${channelType}`)}`}
      {reason !== null && ` ${t(`delivery.reason.${REASONS.has(reason) ? reason : 'OTHER'}`)}`}
      {nextAt !== null && reason !== null && (
        <>
          {' '}
          {t('delivery.next')} <EatTime at={nextAt} />
        </>
      )}
    </span>
  );
}
