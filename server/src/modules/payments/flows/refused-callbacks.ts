import { refusedCallback, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Caller } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import {
  faultIn,
  QUIET_ATTEMPTS,
  toldBy,
  type Told,
  toldName,
  toldOriginator,
  toldPhone,
  toldReference,
  toldTime,
} from '../../platform/gateways/index.ts';
import { maskName, maskPhone } from '../../platform/masking/index.ts';

type Row = ReplyOf<typeof refusedCallback.page>['rows'][number];
type Status = Row['refusedStatus'];

const isRetrying = sql<boolean>`(s.callback_status = 'RECEIVED' and s.attempts > ${sql.lit(QUIET_ATTEMPTS)})`;
const ofKind: Readonly<Record<Row['callbackKind'], string>> = {
  C2B: 'mpesa/c2b/%',
  B2C: 'mpesa/b2c/%',
  STATUS: 'mpesa/status/%',
  REVERSAL: 'mpesa/reversal/%',
  STK: 'mpesa/stk/%',
  OTHER: '',
};
const isOther = sql<boolean>`s.topic !~ '^mpesa/(c2b|b2c|status|reversal|stk)/'`;
/** All but what somebody closed. */
const stands = sql<boolean>`(s.callback_status in ('REFUSED', 'HELD') or ${isRetrying})`;

/** Messages of a channel that had no effect yet, newest first. */
export const refusedCallbacks = defineList(
  refusedCallback.page,
  (db) =>
    db.selectFrom('gatewayCallbackState as s').where(sql<boolean>`(${stands} or s.callback_status = 'SET_ASIDE')`),
  (by) => ({
    scope: by.ofMerchants('s.merchantNo'),
    key: 's.callbackId',
    filters: {
      callbackNo: (no) => sql<boolean>`s.callback_id = ${no}::bigint`,
      callbackKind: (kind) => (kind === 'OTHER' ? isOther : sql<boolean>`s.topic like ${ofKind[kind]}`),
      refusedStatus: (status) => (status === 'RETRYING' ? isRetrying : sql<boolean>`s.callback_status = ${status}`),
      isOpen: (is) => (is ? stands : null),
      paymentCode: by.is('s.paymentCode'),
      from: by.from('s.receivedAt'),
      to: by.to('s.receivedAt'),
    },
    sorts: { receivedAt: 's.receivedAt', amountCents: 's.amountCents' },
    first: [['s.receivedAt', 'desc']],
    select: (query) =>
      query
        .innerJoin('gatewayCallback as c', (join) =>
          join.onRef('c.callbackId', '=', 's.callbackId').onRef('c.receivedAt', '=', 's.receivedAt'),
        )
        .select(['s.callbackId', 's.callbackStatus', 's.receivedAt', 's.topic', 's.fault', 's.attempts', 's.repeats'])
        .select(['s.merchantNo', 's.paymentCode', 's.amountCents', 's.version', 'c.content']),
    row: (row, { caller, lang }): Row => {
      const told = toldBy(row);
      const refusedStatus = statusOf(row.callbackStatus);
      const mayAct = caller.codes.has('afterLoan:flow:commit');
      return {
        callbackNo: String(row.callbackId),
        callbackKind: told.kind,
        refusedStatus,
        receivedAt: row.receivedAt.toISOString(),
        fault: faultIn(lang, row.fault ?? ''),
        attempts: row.attempts,
        repeats: row.repeats,
        merchantNo: row.merchantNo ?? '',
        paymentCode: row.paymentCode,
        amountCents: row.amountCents,
        repayTime: toldTime(told),
        payerPhone: toldPhone(told),
        payerName: toldName(told),
        accountReference: withoutPhones(toldReference(told)),
        subjectNo: toldOriginator(told)?.slice(0, 64) ?? null,
        fields: fieldsOf(told, caller),
        version: row.version,
        allowedActions: mayAct ? (refusedStatus === 'SET_ASIDE' ? ['process'] : ['process', 'setAside']) : [],
      };
    },
    personal: { payerPhone: 'phone', payerName: 'name' },
  }),
);

/** As the list has it. */
export function statusOf(status: string): Status {
  if (status === 'REFUSED' || status === 'HELD' || status === 'SET_ASIDE') return status;
  return 'RETRYING';
}

/** Customers type their phone number as the account; channels put it before a name. */
const withoutPhones = (text: string | null): string | null =>
  text?.replace(/(?<!\d)(?:\+|00)?(?:254|0)\d{9}(?!\d)/g, (phone) => maskPhone(phone)) ?? null;

function fieldsOf({ fields }: Told, { isMasked, maskedFields }: Caller): Row['fields'] {
  const hides = isMasked || maskedFields.has('payerName');
  return [...fields].slice(0, 60).map(([name, value]) => {
    if (/phone|msisdn/i.test(name)) return { name, value: maskPhone(value) };
    const isName = /name$/i.test(name);
    return { name, value: isName && hides ? maskName(value) : (withoutPhones(value) ?? '') };
  });
}
