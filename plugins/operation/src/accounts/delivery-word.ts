import type { messageAccount, messageNodes, ReplyOf } from '@kituo/sdk/contracts';

type Sending = ReplyOf<typeof messageAccount.detail>['sendings'][number];

/** Their gateways take a message and never say whether it arrived. */
const UNREPORTED: ReadonlySet<messageNodes.MessageChannel> = new Set(['PUSH', 'EMAIL']);

/** What is known of a message beyond that it was sent; null while a report may still come. */
export const deliveryWordIn =
  (t: (key: string) => string) =>
  (channelType: messageNodes.MessageChannel, { outcome, delivery }: Pick<Sending, 'outcome' | 'delivery'>) => {
    if (delivery === 'DELIVERED' || delivery === 'FAILED') return t(`account.delivery.${delivery}`);
    return outcome === 'SENT' && UNREPORTED.has(channelType) ? t('account.delivery.UNREPORTED') : null;
  };
