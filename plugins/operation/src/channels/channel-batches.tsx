import { putChannel } from '@kituo/sdk/contracts';
import { BatchAction, BatchButton, fieldsOf, useBatch } from '@kituo/sdk/page';
import type { RuleBatchesProps } from '@kituo/sdk/rules';
import { ownerOptions } from './channel.fields.tsx';

interface Owner extends Record<string, unknown> {
  readonly toUserNo: string | null;
  readonly reason: string;
}
interface Reason extends Record<string, unknown> {
  readonly reason: string;
}
const { Select, Text } = fieldsOf<Owner>();
const MOST = 1_000;

/** Another owner for the selected channels, or none of them any more. */
export function ChannelBatches({ list, children }: RuleBatchesProps<putChannel.PutChannelRow>) {
  const handOver = useBatch({
    name: 'channelsHandOver',
    endpoint: putChannel.handOverMany,
    jobKind: 'putChannels.handOver',
    list,
    most: MOST,
    request: ({ ids }, { toUserNo, reason }: Owner) => ({
      ruleIds: [...(ids ?? [])],
      toUserNo: toUserNo ?? '',
      reason,
    }),
  });
  const disable = useBatch({
    name: 'channelsDisable',
    endpoint: putChannel.disableMany,
    jobKind: 'putChannels.disable',
    list,
    most: MOST,
    isDangerous: true,
    request: ({ ids }, { reason }: Reason) => ({ ruleIds: [...(ids ?? [])], reason }),
  });
  const nameOf = (ruleId: string) => list.rows.find((row) => row.ruleId === ruleId)?.ruleName ?? null;
  return children(
    <>
      <BatchButton batch={handOver} />
      <BatchButton batch={disable} />
    </>,
    <>
      <BatchAction batch={handOver} nameOf={nameOf} defaults={(): Owner => ({ toUserNo: null, reason: '' })}>
        <Select name="toUserNo" options={ownerOptions} />
        <Text name="reason" isLong maxLength={200} />
      </BatchAction>
      <BatchAction batch={disable} nameOf={nameOf} defaults={(): Reason => ({ reason: '' })}>
        <Text name="reason" isLong maxLength={200} />
      </BatchAction>
    </>,
  );
}
