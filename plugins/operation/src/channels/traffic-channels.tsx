import { useText } from '@kituo/sdk';
import { type personnel, trafficPersonnel } from '@kituo/sdk/contracts';
import { BatchAction, fieldsOf, FormDialog, remoteOptions, useAction, useBatch, type List } from '@kituo/sdk/page';
import { ownerOptions } from './channel.fields.tsx';

type Row = personnel.PersonnelRow;
interface Given extends Record<string, unknown> {
  readonly ruleIds: string[];
  readonly reason: string;
}
interface Successor extends Record<string, unknown> {
  readonly toUserNo: string | null;
  readonly reason: string;
}
const { MultiSelect, Text } = fieldsOf<Given>();
const { Select, Text: SuccessorText } = fieldsOf<Successor>();

const channelsBut = (userNo: string) =>
  remoteOptions(
    trafficPersonnel.channels,
    (all) =>
      all
        .filter(({ ownerUserNo }) => ownerUserNo !== userNo)
        .map(({ ruleId, channelCode, merchantName, ownerName }) => ({
          value: ruleId,
          label: channelCode,
          hint: ownerName === null ? merchantName : `${merchantName} · ${ownerName}`,
        })),
    userNo,
  );

/** Who owns which channel: some to one person, or all of some people to a successor. */
export function useTrafficChannels(list: List<Row>) {
  const t = useText();
  const give = useAction({
    name: 'trafficGive',
    endpoint: trafficPersonnel.giveChannels,
    request: ({ userNo }: Row, { ruleIds, reason }: Given) => ({ toUserNo: userNo, ruleIds: [...ruleIds], reason }),
    list: { refresh: list.refresh },
    facts: ({ realName }, reply) => ({ name: realName, count: reply?.moved ?? 0 }),
  });
  const move = useBatch({
    name: 'trafficMove',
    endpoint: trafficPersonnel.moveChannels,
    jobKind: 'trafficStaffs.moveChannels',
    list,
    request: ({ ids }, { toUserNo, reason }: Successor) => ({
      userNos: [...(ids ?? [])],
      toUserNo: toUserNo ?? '',
      reason,
    }),
  });
  return {
    rowActions: [{ ...give, isAllowed: (row: Row) => give.isPermitted && row.personnelStatus === 'NORMAL' }],
    batches: [move],
    dialogs: (
      <>
        <FormDialog action={give} defaults={(): Given => ({ ruleIds: [], reason: '' })}>
          {({ userNo }) => (
            <>
              <MultiSelect name="ruleIds" source={channelsBut(userNo)} hint={t('channel.givenHint')} />
              <Text name="reason" isLong maxLength={200} />
            </>
          )}
        </FormDialog>
        <BatchAction
          batch={move}
          nameOf={(userNo) => list.rows.find((row) => row.userNo === userNo)?.realName ?? null}
          defaults={(): Successor => ({ toUserNo: null, reason: '' })}
        >
          <Select name="toUserNo" options={ownerOptions} />
          <SuccessorText name="reason" isLong maxLength={200} />
        </BatchAction>
      </>
    ),
  };
}
