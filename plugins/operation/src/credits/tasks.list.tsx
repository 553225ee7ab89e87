import { eatDay, formatMoney, useText } from '@kituo/sdk';
import { temporaryCredit } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  decision,
  DecisionDialogs,
  DescriptionList,
  DetailOf,
  fieldsOf,
  FormDrawer,
  ListScreen,
  merchantOptions,
  onPage,
  PlusIcon,
  Status,
  useAction,
  useDecisions,
  useListPage,
} from '@kituo/sdk/page';
import { useRef } from 'react';
import { CREDIT_STATUS, taskColumns, taskFilters, type TaskRow } from './credit-fields.ts';
import { checkKey, PhoneCheck, type Checked } from './phone-check.tsx';
import { phonesOf } from './phones-of.ts';

interface Values extends Record<string, unknown> {
  readonly merchantNo: string | null;
  readonly taskName: string;
  readonly phones: string;
  readonly amountCents: number | null;
  readonly validDays: number | null;
  readonly effectiveOn: string;
  readonly reason: string;
}
const { Select, Text, Money, Number: Count, Date: Day } = fieldsOf<Values>();

/** Tasks that raise limits for some days, each decided by an auditor. */
export function TaskList() {
  const t = useText();
  const checked = useRef<Checked | null>(null);
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
        taskName: values.taskName,
        phones,
        checked: mark?.key === checkKey(values.merchantNo, phones) ? mark.mark : '',
        amountCents: values.amountCents ?? Number.NaN,
        validDays: values.validDays ?? Number.NaN,
        effectiveOn: values.effectiveOn,
        reason: values.reason,
      };
    },
    list,
  });
  const remove = useAction({
    name: 'creditRemove',
    endpoint: temporaryCredit.taskRemove,
    request: ({ taskNo }: TaskRow) => ({ taskNo }),
    list,
    facts: ({ taskName }) => ({ name: taskName }),
    isDangerous: true,
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
      pageActions={[onPage(create, null, <PlusIcon aria-hidden title={false} />)]}
      rowActions={[...decisions.rowActions, allowedAs(remove, 'remove')]}
      detail={(row) => <TaskDetail row={row} />}
    >
      <FormDrawer
        action={create}
        defaults={(): Values => ({
          merchantNo: null,
          taskName: '',
          phones: '',
          amountCents: null,
          validDays: 14,
          effectiveOn: eatDay(),
          reason: '',
        })}
      >
        <Select name="merchantNo" options={merchantOptions} />
        <Text name="taskName" maxLength={30} />
        <Text name="phones" isLong hint={t('credit.phonesHint')} />
        <Money name="amountCents" />
        <PhoneCheck checked={checked} />
        <Count name="validDays" unit={t('unit.days')} />
        <Day name="effectiveOn" min={eatDay()} />
        <Text name="reason" isLong maxLength={200} />
      </FormDrawer>
      <Ask action={remove} />
      <DecisionDialogs decisions={decisions}>
        {(row) => (
          <>
            <p>{t('credit.exposure', { count: row.customers, money: formatMoney(row.totalAmountCents) })}</p>
            <DescriptionList of={row} columns={taskColumns} />
          </>
        )}
      </DecisionDialogs>
    </ListScreen>
  );
}

function TaskDetail({ row }: { readonly row: TaskRow }) {
  const t = useText();
  return (
    <>
      <DescriptionList of={row} columns={taskColumns} />
      <h3 className="kp-section-title">{t('credit.items')}</h3>
      <DetailOf endpoint={temporaryCredit.task} request={{ taskNo: row.taskNo }}>
        {({ items }) => (
          <ul className="kp-facts">
            {items.map(({ customerNo, phone, creditStatus, fault }) => (
              <li key={customerNo}>
                {customerNo} · {phone} {creditStatus && <Status of={CREDIT_STATUS} code={creditStatus} />}
                {fault && <div className="kp-muted">{fault.text}</div>}
              </li>
            ))}
          </ul>
        )}
      </DetailOf>
    </>
  );
}
