import { useText } from '@kituo/sdk';
import { putChannel } from '@kituo/sdk/contracts';
import { fieldsOf, remoteOptions } from '@kituo/sdk/page';
import { CHANNEL_BILLING, MEDIA_PLATFORM } from './channel-codes.ts';

type Field = keyof putChannel.PutChannelRule;
const { Money, Number: Count, Segmented, Select, Switch, Text } = fieldsOf<Record<Field, unknown>>();

/** Traffic staff. */
export const ownerOptions = remoteOptions(putChannel.owners, (all) =>
  all.map(({ userNo, realName }) => ({ value: userNo, label: realName })),
);

/** A channel: where its link leads, what it costs and how much of it there may be. */
export function ChannelFields() {
  const t = useText();
  return (
    <>
      <div className="kp-pair">
        <Text name="ruleName" maxLength={64} />
        <Text name="channelCode" maxLength={32} hint={t('channel.codeHint')} />
      </div>
      <Select name="mediaPlatform" options={MEDIA_PLATFORM} />
      <Select name="ownerUserNo" options={ownerOptions} isOptional hint={t('channel.ownerHint')} />
      <Switch name="firstLoansOnly" hint={t('channel.firstLoansHint')} />
      <Text name="landingUrl" maxLength={500} hint={t('channel.landingHint')} />
      <Segmented name="channelBilling" options={CHANNEL_BILLING} />
      <div className="kp-pair">
        <Money name="unitPriceCents" />
        <Money name="dailyBudgetCents" />
      </div>
      <Text name="dailyCap" maxLength={9} hint={t('channel.capHint')} />
      <Count name="pauseAtOverduePercent" unit="%" isOptional hint={t('channel.pauseHint')} />
    </>
  );
}
