import { putChannel } from '@kituo/sdk/contracts';
import { ActionButton, fieldsOf, FormDialog, remoteOptions, useAction } from '@kituo/sdk/page';

interface Values extends Record<string, unknown> {
  readonly toUserNo: string | null;
  readonly reason: string;
}
const { Select, Text } = fieldsOf<Values>();

const anyOwner = remoteOptions(putChannel.owners, (all) =>
  all.map(({ userNo, realName }) => ({ value: userNo, label: realName })),
);
const firstLoanOwner = remoteOptions(
  putChannel.owners,
  (all) =>
    all
      .filter(({ firstLoanWhitelist }) => firstLoanWhitelist)
      .map(({ userNo, realName }) => ({ value: userNo, label: realName })),
  'firstLoan',
);

/** Gives a channel another owner. */
export function HandOver(props: { readonly channel: putChannel.PutChannelRow; readonly onMoved: () => void }) {
  const { channel, onMoved } = props;
  const change = useAction({
    name: 'channelHandOver',
    endpoint: putChannel.handOver,
    request: ({ ruleId }: Pick<putChannel.PutChannelRow, 'ruleId' | 'ruleName'>, { toUserNo, reason }: Values) => ({
      ruleIds: [ruleId],
      toUserNo: toUserNo ?? '',
      reason,
    }),
    list: { refresh: onMoved },
    facts: ({ ruleName }) => ({ name: ruleName }),
  });
  return (
    <>
      <ActionButton action={change} subject={{ ruleId: channel.ruleId, ruleName: channel.ruleName }} />
      <FormDialog action={change} defaults={() => ({ toUserNo: null, reason: '' })}>
        <Select name="toUserNo" options={channel.firstLoansOnly ? firstLoanOwner : anyOwner} />
        <Text name="reason" isLong maxLength={200} />
      </FormDialog>
    </>
  );
}
