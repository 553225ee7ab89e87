import { customerManage } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { defineList } from '../../../lists/index.ts';
import { creditsOf } from '../../lending/credit/index.ts';
import { isListed } from '../../parties/blacklist/index.ts';
import { channelNames } from '../../parties/put-channels/index.ts';
import { exportOf } from '../../platform/exports/index.ts';
import { revealOf } from '../../platform/reveal/index.ts';

/** Orders that are neither over nor refused. */
const LIVE = sql`('MACHINE_REVIEW', 'TO_ALLOCATE', 'PENDING_REVIEW', 'RETURNED', 'PENDING_DISBURSEMENT', 'DISBURSING',
  'DISBURSE_FAILED', 'DISBURSED')`;
const can = (action: string) => `customerService:customer:${action}`;

/** Customers as agents look them up. */
export const customers = defineList(
  customerManage.page,
  (db) => db.selectFrom('customer as t').leftJoin('customerCredit as k', 'k.customerNo', 't.customerNo'),
  (by) => ({
    scope: by.ofMerchants('t.merchantNo'),
    key: 't.customerNo',
    missing: 'CUSTOMER_NOT_FOUND',
    filters: {
      phone: by.is('t.phone'),
      idCardNo: by.is('t.idCardNo'),
      customerNo: by.is('t.customerNo'),
      customerName: by.contains('t.customerName'),
      merchantNo: by.is('t.merchantNo'),
      creditStatus: by.is('k.creditStatus'),
      dataStatus: by.is('t.dataStatus'),
      accountStatus: by.is('t.accountStatus'),
      registerChannel: (code) => sql<boolean>`exists (select from channel_event v where v.customer_no = t.customer_no
        and v.event_kind = 'REGISTRATION' and v.channel_code = ${code})`,
      // Who is named is found, however long they are with us.
      registeredAt: (days, reading, { phone, idCardNo, customerNo }) =>
        (phone ?? idCardNo ?? customerNo) ? null : by.days('t.createdAt')(days, reading, {}),
    },
    sorts: { registeredAt: 't.createdAt' },
    first: [['t.createdAt', 'desc']],
    select: (query) =>
      query
        .innerJoin('merchant as m', 'm.merchantNo', 't.merchantNo')
        .select(['t.customerNo', 't.merchantNo', 't.customerName', 't.phone', 't.idCardNo'])
        .select(['m.merchantName as appName', 't.createdAt', 't.lastLoginAt', 't.dataStatus', 't.accountStatus'])
        .leftJoin('vipMember as v', (join) =>
          join.onRef('v.customerNo', '=', 't.customerNo').on('v.expiresAt', '>', sql<Date>`now()`),
        )
        .select(
          sql<string | null>`(select v.channel_code from channel_event v where v.customer_no = t.customer_no
            and v.event_kind = 'REGISTRATION')`.as('registerChannel'),
        )
        .select(['t.dataExpiredAt', 'v.levelNo as vipLevelNo', 'v.hasHotlinePriority'])
        .select(['k.creditType', 'k.limitCents as creditLimitCents', 'k.expiresAt', 'k.isAdjustable', 'k.creditStatus'])
        .select(
          sql<number>`(select count(*) from loan_order o where o.customer_no = t.customer_no
            and o.order_status in ${LIVE})`.as('liveOrderCount'),
        )
        .select(isListed('t', new Date()).as('isBlacklisted')),
    async rows(found, { db, caller }): Promise<customerManage.CustomerRow[]> {
      const lines = await creditsOf(
        db,
        found.map(({ customerNo }) => customerNo),
        new Date(),
      );
      return found.map(({ createdAt, expiresAt, lastLoginAt, dataExpiredAt, ...row }) => {
        const isOpen = row.accountStatus === 'OPEN';
        const is = {
          dataExpire: isOpen && row.dataStatus === 'VALID' && caller.codes.has(can('expire')),
          logout: caller.codes.has(can('logout')),
          contact: caller.codes.has(can('contact')),
          optIn: isOpen && caller.codes.has(can('contact')),
          close: isOpen && caller.codes.has(can('close')),
          dataRequest: caller.codes.has('customerService:dataRequest:save'),
        };
        const order = ['dataExpire', 'logout', 'contact', 'optIn', 'close', 'dataRequest'] as const;
        return {
          ...row,
          hasHotlinePriority: row.hasHotlinePriority === true,
          creditRemainingCents: lines.get(row.customerNo)?.remainingCents ?? null,
          registeredAt: createdAt.toISOString(),
          lastLoginAt: lastLoginAt?.toISOString() ?? null,
          creditExpireAt: expiresAt?.toISOString() ?? null,
          dataExpireAt: dataExpiredAt?.toISOString() ?? null,
          allowedActions: order.filter((action) => is[action]),
        };
      });
    },
    personal: { customerName: 'name', phone: 'phone', idCardNo: 'idCard' },
  }),
);

/** The customers as a file. */
export const customerExport = exportOf(customers, {
  kind: 'customers.export',
  title: { en: 'Export of customers', zh: '导出客户' },
  page: { code: 'customerService:customer:export' },
  params: customerManage.exportList.request,
  fileStem: 'customers',
  subjectType: 'customer',
  columns: [
    { en: 'Customer', zh: '客户编号', of: (row) => row.customerNo },
    { en: 'Name', zh: '姓名', of: (row) => row.customerName },
    { en: 'Phone', zh: '手机号', of: (row) => row.phone },
    { en: 'ID number', zh: '身份证号', of: (row) => row.idCardNo },
    { en: 'App', zh: 'App', of: (row) => row.appName },
    { en: 'Registered', zh: '注册时间', of: (row) => row.registeredAt, isTime: true },
    { en: 'Channel', zh: '注册渠道', of: (row) => row.registerChannel, codes: channelNames },
    { en: 'Last sign-in', zh: '最近登录', of: (row) => row.lastLoginAt, isTime: true },
    { en: 'Limit type', zh: '额度类型', of: (row) => row.creditType, codes: 'CREDIT_TYPE' },
    {
      en: 'Limit (KES)',
      zh: '额度（KES）',
      of: (row) => (row.creditLimitCents === null ? null : (row.creditLimitCents / 100).toFixed(2)),
    },
    {
      en: 'Remaining limit (KES)',
      zh: '剩余额度（KES）',
      of: (row) => (row.creditRemainingCents === null ? null : (row.creditRemainingCents / 100).toFixed(2)),
    },
    { en: 'Limit status', zh: '额度状态', of: (row) => row.creditStatus, codes: 'CREDIT_STATUS' },
    { en: 'Open orders', zh: '在途订单', of: (row) => row.liveOrderCount },
    { en: 'Data', zh: '资料状态', of: (row) => row.dataStatus, codes: 'CUSTOMER_DATA_STATUS' },
    { en: 'Blacklisted', zh: '黑名单', of: (row) => row.isBlacklisted },
    { en: 'Account', zh: '账户状态', of: (row) => row.accountStatus, codes: 'CUSTOMER_ACCOUNT_STATUS' },
  ],
});

const shared = { access: { code: [can('phone')] } } as const;

/** A customer's number. */
export const customerPhone = revealOf(customers, {
  ...shared,
  kind: 'customer.phone',
  title: { en: 'Phone of a customer', zh: '客户手机号' },
  field: 'phone',
  valueOf: ({ phone }) => phone,
});

/** A customer's ID number. */
export const customerIdCard = revealOf(customers, {
  ...shared,
  kind: 'customer.idCardNo',
  title: { en: 'ID number of a customer', zh: '客户身份证号' },
  field: 'idCardNo',
  valueOf: ({ idCardNo }) => idCardNo,
});
