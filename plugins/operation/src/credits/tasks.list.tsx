import { eatDay, formatMoney, useText } from '@kituo/sdk';
import { temporaryCredit } from '@kituo/sdk/contracts';
import { UserGroupCheck } from '@kituo/sdk/groups';
import {
  allowedAs,
  Ask,
  BatchAction,
  BatchConfirm,
  decision,
  DecisionDialogs,
  DescriptionList,
  DetailOf,
  fieldsOf,
  FormDrawer,
  ImportDialog,
  ListScreen,
  merchantOptions,
  onPage,
  PlusIcon,
  Status,
  useAction,
  useBatch,
  useDecisions,
  useImport,
  useListPage,
} from '@kituo/sdk/page';
import { useRef, useState } from 'react';
import { CREDIT_STATUS, taskColumns, taskFilters, type TaskRow } from './credit-fields.ts';
import { HeldOut } from './held-out.tsx';
import { Levels } from './levels.tsx';
import { checkKey, PhoneCheck, type Checked } from './phone-check.tsx';
import { phonesOf } from './phones-of.ts';

/** What a task gives each of its customers, and why. */
interface Terms extends Record<string, unknown> {
  readonly taskName: string;
  readonly amountCents: number | null;
  readonly validDays: number | null;
  readonly effectiveOn: string;
  readonly holdsOut: boolean;
  readonly reason: string;
}
interface Values extends Terms {
  readonly merchantNo: string | null;
  readonly phones: string;
}
const { Select, Text, Money, Number: Count, Date: Day, Switch } = fieldsOf<Values>();

interface GroupValues extends Terms {
  readonly userGroupNo: string;
}
const { Text: GroupText } = fieldsOf<GroupValues>();
interface Remark extends Record<string, unknown> {
  readonly remark: string;
}
const { Text: RemarkText } = fieldsOf<Remark>();

const noTerms = (): Terms => ({
  taskName: '',
  amountCents: null,
  validDays: 14,
  effectiveOn: eatDay(),
  holdsOut: false,
  reason: '',
});
const termsOf = ({ taskName, amountCents, validDays, effectiveOn, holdsOut, reason }: Terms) => ({
  taskName,
  amountCents: amountCents ?? Number.NaN,
  validDays: validDays ?? Number.NaN,
  effectiveOn,
  holdsOut,
  reason,
});

/** Tasks that raise limits for some days, each decided by an auditor. */
export function TaskList() {
  const t = useText();
  const checked = useRef<Checked | null>(null);
  const [checkToken, setCheckToken] = useState('');
  const screen = useListPage<TaskRow>({
    load: temporaryCredit.taskPage,
    idOf: (row) => row.taskNo,
    columns: taskColumns,
    filters: taskFilters,
    defaultSort: '-createdAt',
    file: { endpoint: temporaryCredit.taskExport, jobKind: 'temporaryCreditTasks.export' },
  });
  const list = { refresh: screen.list.refresh };
  const create = useAction({
    name: 'creditCreate',
    endpoint: temporaryCredit.taskCreate,
    request: (_none: null, values: Values) => {
      const phones = phonesOf(values.phones);
      const mark = checked.current;
      return {
        merchantNo: values.merchantNo ?? '',
        phones,
        checked: mark?.key === checkKey(values.merchantNo, phones) ? mark.mark : '',
        ...termsOf(values),
      };
    },
    list,
  });
  const createForGroup = useAction({
    name: 'creditCreateForGroup',
    endpoint: temporaryCredit.groupCreate,
    request: (_none: null, values: GroupValues) => ({
      userGroupNo: values.userGroupNo.trim(),
      checkToken,
      ...termsOf(values),
    }),
    list,
    facts: (_none, reply) => ({ count: reply?.customers ?? 0 }),
  });
  const many = { endpoint: temporaryCredit.taskAuditMany, jobKind: 'temporaryCreditTasks.audit', list: screen.list };
  const approveMany = useBatch({
    ...many,
    name: 'creditApproveMany',
    request: ({ ids }) => ({ taskNos: [...(ids ?? [])], isApproved: true }),
  });
  const rejectMany = useBatch({
    ...many,
    name: 'creditRejectMany',
    request: ({ ids }, { remark }: Remark) => ({ taskNos: [...(ids ?? [])], isApproved: false, remark }),
    isDangerous: true,
  });
  const removeMany = useBatch({
    name: 'creditRemoveMany',
    endpoint: temporaryCredit.taskRemoveMany,
    jobKind: 'temporaryCreditTasks.remove',
    list: screen.list,
    request: ({ ids }) => ({ taskNos: [...(ids ?? [])] }),
    isDangerous: true,
  });
  const taskName = (taskNo: string) => screen.list.rows.find((row) => row.taskNo === taskNo)?.taskName ?? null;
  const exposure = () => {
    const rows = [...screen.list.selection.rows.values()].filter(({ taskStatus }) => taskStatus === 'PENDING');
    return t('credit.exposure', {
      count: rows.reduce((sum, { customers }) => sum + customers, 0),
      money: formatMoney(rows.reduce((sum, { totalAmountCents }) => sum + totalAmountCents, 0)),
    });
  };
  const remove = useAction({
    name: 'creditRemove',
    endpoint: temporaryCredit.taskRemove,
    request: ({ taskNo }: TaskRow) => ({ taskNo }),
    list,
    facts: ({ taskName }) => ({ name: taskName }),
    isDangerous: true,
  });
  const importer = useImport({
    name: 'creditImport',
    kind: 'temporaryCredit.import',
    code: 'operation:temporaryCreditTask:create',
    list,
  });
  const decisions = useDecisions<TaskRow>({
    list,
    nameOf: (row) => row.taskName,
    approve: decision(temporaryCredit.taskAudit, ({ taskNo }: TaskRow, remark: string | undefined) => ({
      taskNo,
      isApproved: true,
      ...(remark !== undefined && { remark }),
    })),
    reject: decision(temporaryCredit.taskAudit, ({ taskNo }: TaskRow, remark: string) => ({
      taskNo,
      isApproved: false,
      remark,
    })),
  });
  return (
    <ListScreen
      of={screen}
      title={t('credit.title')}
      nameOf={(row) => row.taskName}
      pageActions={[
        onPage(create, null, <PlusIcon aria-hidden title={false} />),
        onPage(createForGroup, null),
        importer.action,
      ]}
      batches={[approveMany, rejectMany, removeMany]}
      rowActions={[...decisions.rowActions, allowedAs(remove, 'remove')]}
      detail={(row) => <TaskDetail row={row} />}
    >
      <FormDrawer
        action={create}
        defaults={(): Values => ({
          ...noTerms(),
          merchantNo: null,
          phones: '',
        })}
      >
        <Select name="merchantNo" options={merchantOptions} />
        <Text name="taskName" maxLength={30} />
        <Text name="phones" isLong hint={t('credit.phonesHint')} />
        <Money name="amountCents" />
        <PhoneCheck checked={checked} />
        <Days />
      </FormDrawer>
      <FormDrawer action={createForGroup} defaults={(): GroupValues => ({ ...noTerms(), userGroupNo: '' })}>
        <Text name="taskName" maxLength={30} />
        <GroupText name="userGroupNo" maxLength={20} />
        <UserGroupCheck onChecked={setCheckToken} />
        <Money name="amountCents" />
        <Days />
      </FormDrawer>
      <BatchConfirm batch={approveMany} nameOf={taskName} describe={() => <p>{exposure()}</p>} />
      <BatchAction batch={rejectMany} nameOf={taskName} defaults={(): Remark => ({ remark: '' })}>
        <RemarkText name="remark" isLong maxLength={200} />
      </BatchAction>
      <BatchConfirm batch={removeMany} nameOf={taskName} describe={() => <p>{removeMany.action.textOf('effect')}</p>} />
      <ImportDialog importer={importer} />
      <Ask action={remove} />
      <DecisionDialogs decisions={decisions}>
        {(row) => (
          <>
            <p>{t('credit.exposure', { count: row.customers, money: formatMoney(row.totalAmountCents) })}</p>
            <DetailOf endpoint={temporaryCredit.task} request={{ taskNo: row.taskNo }}>
              {({ levels }) => <Levels levels={levels} amountCents={row.amountCents} />}
            </DetailOf>
            <DescriptionList of={row} columns={taskColumns} />
          </>
        )}
      </DecisionDialogs>
    </ListScreen>
  );
}

/** From when, for how long and why. */
function Days() {
  const t = useText();
  return (
    <>
      <Count name="validDays" unit={t('unit.days')} />
      <Day name="effectiveOn" min={eatDay()} />
      <Switch name="holdsOut" hint={t('credit.holdsOutHint')} />
      <Text name="reason" isLong maxLength={200} />
    </>
  );
}

function TaskDetail({ row }: { readonly row: TaskRow }) {
  const t = useText();
  return (
    <>
      <DescriptionList of={row} columns={taskColumns} />
      <h3 className="kp-section-title">{t('credit.items')}</h3>
      <DetailOf endpoint={temporaryCredit.task} request={{ taskNo: row.taskNo }}>
        {({ items, levels, comparison }) => (
          <>
            {comparison && <HeldOut comparison={comparison} />}
            <Levels levels={levels} amountCents={row.amountCents} />
            {items.length < row.customers && (
              <p className="kp-muted">{t('credit.first', { count: items.length, total: row.customers })}</p>
            )}
            <ul className="kp-facts">
              {items.map(({ customerNo, phone, creditStatus, isHeldOut, fault }) => (
                <li key={customerNo}>
                  {customerNo} · {phone} {creditStatus && <Status of={CREDIT_STATUS} code={creditStatus} />}
                  {isHeldOut && t('credit.heldOut')}
                  {fault && <div className="kp-muted">{fault.text}</div>}
                </li>
              ))}
            </ul>
          </>
        )}
      </DetailOf>
    </>
  );
}
