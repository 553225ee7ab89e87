import { EatTime, formatMoney, lastDays, Link, type Translate, useText } from '@kituo/sdk';
import { Calls, FollowUps, SmsForm, type SmsValues } from '@kituo/sdk/calls';
import { attributedOrder, callTask, followApproval } from '@kituo/sdk/contracts';
import {
  Ask,
  type Column,
  DescriptionList,
  DetailOf,
  fieldsOf,
  type Filters,
  FormDialog,
  ListScreen,
  onPage,
  ORDER_STATUS,
  Reveal,
  Status,
  useAction,
  useDetail,
  useListPage,
} from '@kituo/sdk/page';
import { dialCall, PhoneDock } from '@kituo/sdk/phone';
import { useState } from 'react';
import type { OrderRow } from './order-fields.ts';

interface Note extends Record<string, unknown> {
  readonly content: string;
}
interface Claim extends Record<string, unknown> {
  readonly orderNo: string;
  readonly reason: string;
}
const SECTION = '/AdminContent/TelemarketingSystem/';
const RETURNED = `${SECTION}MyIncoming?orderStatus=RETURNED&applyTime=any`;
const AGAIN = `${SECTION}MyLoan?mayBorrow=true&lendingTime=any`;
const Said = fieldsOf<Note>();
const Claimed = fieldsOf<Claim>();
const { dial, follow } = callTask.dialTasks;

/** Orders that came from calls: as applications, or as loans. */
export function AttributedOrders(props: {
  readonly of: typeof attributedOrder.myIncoming | typeof attributedOrder.myLoan;
  readonly title: string;
  readonly emptyText: string;
  readonly exportKind: string;
  readonly columns: readonly Column<OrderRow>[];
  readonly filters: Filters;
  readonly day: 'applyTime' | 'lendingTime';
  readonly callLabel: string;
}) {
  const { of, columns, filters, day } = props;
  const t = useText();
  const [initial] = useState(() => {
    const { from, to } = lastDays(30);
    return { [day]: `${from}..${to}` };
  });
  const screen = useListPage<OrderRow>({
    load: of.page,
    idOf: (row) => row.orderNo,
    columns,
    filters,
    // Applications come as the server has them: those to be corrected first.
    ...(day === 'lendingTime' && { defaultSort: '-lendingTime' }),
    initial,
    file: { endpoint: of.exportList, jobKind: props.exportKind },
  });
  const list = { refresh: screen.list.refresh };
  const callCustomer = useAction({
    name: 'callOrder',
    endpoint: dial,
    request: ({ orderNo }: OrderRow) => ({ orderNo }),
    list,
    facts: ({ orderNo }, reply) => ({ name: orderNo, answer: reply?.gate.text ?? t('orders.ringing') }),
    isSilent: ({ callNo }) => callNo !== null,
    onDone: ({ callNo }, row) => {
      const retry = (): void => {
        callCustomer.open(row);
      };
      if (callNo !== null) void dialCall({ callNo, name: row.customerName, retry });
    },
  });
  const sms = useAction({
    name: 'smsOrder',
    endpoint: callTask.dialTasks.sms,
    request: ({ orderNo }: OrderRow, { templateNo }: SmsValues) => ({ orderNo, templateNo: templateNo ?? '' }),
    list,
    facts: ({ orderNo }, reply) => ({ name: orderNo, answer: reply?.gate.text ?? t('orders.smsSent') }),
  });
  const note = useAction({
    name: 'followOrder',
    endpoint: follow,
    request: ({ orderNo }: OrderRow, { content }: Note) => ({ orderNo, content }),
    list,
    facts: ({ orderNo }) => ({ name: orderNo }),
  });
  const claim = useAction({
    name: 'claimOrder',
    endpoint: followApproval.apply,
    request: (_nothing: null, { orderNo, reason }: Claim) => ({
      applyType: 'CLAIM_ORDER' as const,
      orderNo: orderNo.trim(),
      reason,
    }),
    list,
  });
  const offered = (
    action: { readonly isPermitted: boolean; open(row: OrderRow): void },
    name: 'call' | 'sms' | 'follow',
    label: string,
  ) => ({
    name,
    label,
    isDangerous: false,
    isAllowed: (row: OrderRow) => action.isPermitted && row.allowedActions.includes(name),
    open: (row: OrderRow) => {
      action.open(row);
    },
  });
  return (
    <ListScreen
      of={screen}
      title={props.title}
      rowActions={[
        offered(callCustomer, 'call', props.callLabel),
        offered(sms, 'sms', sms.label),
        offered(note, 'follow', note.label),
      ]}
      pageActions={[onPage({ ...claim, isAllowed: () => claim.isPermitted }, null)]}
      above={<Summary of={of} />}
      detail={({ orderNo }) => <Detail of={of} orderNo={orderNo} columns={columns} />}
      emptyText={props.emptyText}
    >
      <Ask action={callCustomer} />
      <SmsForm
        action={sms}
        endpoint={callTask.dialTasks.smsTexts}
        merchantNoOf={({ merchantNo }: OrderRow) => merchantNo}
      />
      <FormDialog action={note} defaults={(): Note => ({ content: '' })}>
        <Said.Text name="content" isLong maxLength={500} />
      </FormDialog>
      <FormDialog action={claim} defaults={(): Claim => ({ orderNo: '', reason: '' })}>
        <Claimed.Text name="orderNo" maxLength={64} />
        <Claimed.Text name="reason" isLong maxLength={200} />
      </FormDialog>
      <PhoneDock />
    </ListScreen>
  );
}

function Summary({ of }: { readonly of: typeof attributedOrder.myIncoming | typeof attributedOrder.myLoan }) {
  const t = useText();
  const { data } = useDetail(of.summary, {});
  if (data === null) return null;
  const { today, month, amountCents, waiting, onTimePercent, activities } = data;
  const isLoan = of === attributedOrder.myLoan;
  return (
    <>
      <p className="kp-muted">
        {t('orders.summary', { today, month, amount: formatMoney(amountCents) })}
        {onTimePercent !== null && ` · ${t('orders.onTime', { percent: onTimePercent })}`}
        {waiting > 0 && (
          <>
            {' · '}
            <Link to={isLoan ? AGAIN : RETURNED}>
              {t(isLoan ? 'orders.again' : 'orders.returned', { count: waiting })}
            </Link>
          </>
        )}
      </p>
      {activities.length > 0 && (
        <ul className="kp-facts">
          {activities.map((one) => (
            <li key={one.activityNo}>{stepText(t, one)}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** An activity by its day and month: the step that is next, or that all are reached. */
function stepText(t: Translate, { activityName, today, month, reachedCents, next }: attributedOrder.ActivityCount) {
  const of = { activity: activityName, today, month, reached: formatMoney(reachedCents) };
  if (next === null) return t('orders.allSteps', of);
  const { applications, bonusCents, forToday } = next;
  return t('orders.nextStep', { ...of, forToday, applications, bonus: formatMoney(bonusCents) });
}

function Detail(props: {
  readonly of: typeof attributedOrder.myIncoming | typeof attributedOrder.myLoan;
  readonly orderNo: string;
  readonly columns: readonly Column<OrderRow>[];
}) {
  const t = useText();
  const { orderNo } = props;
  return (
    <DetailOf endpoint={props.of.detail} request={{ orderNo }}>
      {({ row, steps, calls, followUps }) => (
        <>
          <DescriptionList of={row} columns={props.columns} />
          <p>
            {t('field.phone')}:{' '}
            <Reveal kind="myIncoming.phone" subjectNo={orderNo} masked={row.phone} code="telemarketing:list:phone" />
          </p>
          <h3 className="kp-section-title">{t('orders.steps')}</h3>
          <ul className="kp-facts">
            {steps.map(({ id, at, toStatus }) => (
              <li key={id}>
                <EatTime at={at} /> <Status of={ORDER_STATUS} code={toStatus} />
              </li>
            ))}
          </ul>
          <Bonus of={row} />
          <Calls calls={calls} />
          <FollowUps followUps={followUps} />
        </>
      )}
    </DetailOf>
  );
}

/** What the order counts for, line by line. */
function Bonus({ of: { activityName, bonus, estimatedBonusCents } }: { readonly of: OrderRow }) {
  const t = useText();
  if (activityName === null || estimatedBonusCents === null) return null;
  return (
    <>
      <h3 className="kp-section-title">{t('orders.bonus')}</h3>
      <p className="kp-muted">{t('orders.bonusOf', { activity: activityName })}</p>
      <ul className="kp-facts">
        {bonus.map(({ line, cents }) => (
          <li key={line}>
            {t(`orders.bonusLine.${line}`)}: {formatMoney(cents)}
          </li>
        ))}
        <li>
          {t('orders.bonusSum')}: {formatMoney(estimatedBonusCents)}
        </li>
      </ul>
    </>
  );
}
