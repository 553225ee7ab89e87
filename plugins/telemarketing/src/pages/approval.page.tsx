import { lastDays, useText } from '@kituo/sdk';
import { Calls } from '@kituo/sdk/calls';
import { followApproval } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  AskReason,
  BatchAction,
  DescriptionList,
  DetailOf,
  fieldsOf,
  FormDialog,
  ListScreen,
  onPage,
  PlusIcon,
  useAction,
  useBatch,
  useListPage,
} from '@kituo/sdk/page';
import { useState } from 'react';
import { ApplyForm, applicationOf, type ApplyValues } from '../approvals/apply.form.tsx';
import { Verdict } from '../approvals/verdict.tsx';
import { approvalColumns, approvalFilters, type ApplyRow } from '../approvals/approval-fields.ts';

interface Grant extends Record<string, unknown> {
  readonly keepDays: number | null;
  readonly remark: string | null;
}
interface Many extends Record<string, unknown> {
  readonly isApproved: boolean;
  readonly reason: string;
}
const { Number: Whole, Text } = fieldsOf<Grant>();
const Several = fieldsOf<Many>();

/** Who follows which customer: asked for by telemarketers, decided by leads with the calls in view. */
export function ApprovalPage() {
  const t = useText();
  const [initial] = useState(() => {
    const { from, to } = lastDays(7);
    return { appliedAt: `${from}..${to}` };
  });
  const screen = useListPage<ApplyRow>({
    load: followApproval.page,
    idOf: (row) => row.applyNo,
    columns: approvalColumns,
    filters: approvalFilters,
    defaultSort: '-appliedAt',
    initial,
    file: { endpoint: followApproval.exportList, jobKind: 'followApproval.export' },
  });
  const { list } = screen;
  const apply = useAction({
    name: 'followApply',
    endpoint: followApproval.apply,
    request: (_nothing: null, values: ApplyValues) => applicationOf(values),
    list: { refresh: list.refresh },
  });
  const facts = ({ applicantName }: ApplyRow) => ({ name: applicantName });
  const approve = useAction({
    name: 'followApprove',
    endpoint: followApproval.approve,
    request: ({ applyNo, applyType }: ApplyRow, { keepDays, remark }: Grant) => ({
      applyNo,
      ...(applyType === 'KEEP' && { keepDays: keepDays ?? Number.NaN }),
      remark: remark === null || remark.trim() === '' ? null : remark,
    }),
    list,
    facts,
  });
  const reject = useAction({
    name: 'followReject',
    endpoint: followApproval.reject,
    request: ({ applyNo }: ApplyRow, { reason }: { reason: string }) => ({ applyNo, reason }),
    list,
    facts,
  });
  const withdraw = useAction({
    name: 'followWithdraw',
    endpoint: followApproval.withdraw,
    request: ({ applyNo }: ApplyRow) => ({ applyNo }),
    list,
    facts: ({ applyNo }) => ({ name: applyNo }),
  });
  const read = useAction({
    name: 'followRead',
    endpoint: followApproval.read,
    request: ({ applyNo }: ApplyRow) => ({ applyNo }),
    list,
    facts: ({ applyNo }) => ({ name: applyNo }),
  });
  const decideMany = useBatch<typeof followApproval.decideMany, ApplyRow, Many>({
    name: 'followDecideMany',
    endpoint: followApproval.decideMany,
    jobKind: 'followApproval.decide',
    list,
    request: ({ ids }, values) => ({ applyNos: [...(ids ?? [])], ...values }),
  });
  return (
    <ListScreen
      of={screen}
      title={t('approvals.title')}
      rowActions={[
        allowedAs(approve, 'approve'),
        allowedAs(reject, 'reject'),
        allowedAs(withdraw, 'withdraw'),
        allowedAs(read, 'read'),
      ]}
      pageActions={[
        onPage({ ...apply, isAllowed: () => apply.isPermitted }, null, <PlusIcon aria-hidden title={false} />),
      ]}
      batches={[decideMany]}
      detail={({ applyNo }) => (
        <DetailOf endpoint={followApproval.detail} request={{ applyNo }}>
          {(info) => (
            <>
              <DescriptionList of={info.row} columns={approvalColumns} />
              <Verdict of={info} />
              <Calls calls={info.calls} />
            </>
          )}
        </DetailOf>
      )}
      emptyText={t('approvals.none')}
    >
      <ApplyForm action={apply} />
      <FormDialog action={approve} defaults={(): Grant => ({ keepDays: 7, remark: '' })}>
        {({ applyNo, applyType }) => (
          <>
            <DetailOf endpoint={followApproval.detail} request={{ applyNo }}>
              {(info) => <Verdict of={info} />}
            </DetailOf>
            {applyType === 'KEEP' && <Whole name="keepDays" />}
            <Text name="remark" isLong isOptional maxLength={200} />
          </>
        )}
      </FormDialog>
      <AskReason action={reject} />
      <Ask action={withdraw} />
      <Ask
        action={read}
        say={({ approvalStatus, applicantName, reason, decisionRemark }) => (
          <>
            <p>
              {t(`approvals.lost.${approvalStatus === 'APPROVED' ? 'taken' : 'rejected'}`, { name: applicantName })}
            </p>
            {approvalStatus === 'APPROVED' && <p>{reason}</p>}
            <p>{decisionRemark}</p>
          </>
        )}
      />
      <BatchAction batch={decideMany} defaults={(): Many => ({ isApproved: true, reason: '' })}>
        <Several.Switch name="isApproved" />
        <Several.Text name="reason" isLong maxLength={200} />
      </BatchAction>
    </ListScreen>
  );
}
