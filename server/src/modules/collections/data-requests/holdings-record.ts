import { type RawBuilder, sql } from 'kysely';
import { erasedWords, type Holding, ofCustomer } from './holding.ts';
import { ERASED, marksOf, type Person } from './person.ts';

/** Rows that say a number or the ID anywhere in what the expression reads. */
const says = (text: RawBuilder<unknown>) => (person: Person) => sql`${text} like any(${marksOf(person)}::text[])`;

/** A gateway's own words, as bytes: of a payment, or of a message or call. */
const toldBy = (isOfMoney: boolean) => (person: Person) =>
  sql`(t.topic ~ '^(mpesa|bank)') = ${isOfMoney} and exists (select from unnest(${[...person.phones]}::text[]) n
    where position(convert_to(n, 'UTF8') in t.content) > 0)`;
const emptied = sql`content = convert_to(${ERASED}, 'UTF8')`;

/** What protects the person or others, and what proves that the law was kept. */
export const RECORD_HOLDINGS: readonly Holding[] = [
  {
    holding: 'wallet_reward.invitee',
    table: 'wallet_reward',
    en: 'Invited by another customer',
    zh: '被邀请记录',
    duty: null,
    where: ({ phones, merchantNo }) => sql`t.invitee_phone = any(${phones}::text[]) and t.merchant_no = ${merchantNo}`,
    copy: ['invitee_phone', 'grant_time'],
    erase: ({ erasedPhone }) => sql`invitee_phone = ${erasedPhone}`,
  },
  {
    holding: 'job_item.own',
    table: 'job_item',
    en: 'Rows of imported files',
    zh: '导入文件行',
    duty: null,
    where: says(sql`concat(t.input, t.result)`),
    copy: [],
    // What waits is not done any more: there is nobody left whom it is about.
    erase: () => sql`input = 'null'::jsonb, result = null,
      item_status = case when item_status = 'QUEUED' then 'CANCELLED' else item_status end`,
  },
  {
    holding: 'gateway_callback.money',
    table: 'gateway_callback',
    en: 'Notices of payment gateways',
    zh: '支付网关通知',
    duty: 'MONEY',
    where: toldBy(true),
    copy: [],
    erase: () => emptied,
  },
  {
    holding: 'gateway_callback.contact',
    table: 'gateway_callback',
    en: 'Notices of SMS and telephone gateways',
    zh: '短信与电话网关通知',
    duty: null,
    where: toldBy(false),
    copy: [],
    erase: () => emptied,
  },
  {
    holding: 'former_phone.own',
    table: 'former_phone',
    en: 'Former numbers',
    zh: '曾用号码',
    duty: 'LOAN',
    where: ofCustomer,
    copy: ['phone', 'changed_at'],
    erase: 'delete',
  },
  {
    holding: 'saved_filter.own',
    table: 'saved_filter',
    en: 'Saved searches of staff',
    zh: '员工保存的搜索',
    duty: null,
    where: says(sql`t.filters::text`),
    copy: [],
    erase: 'delete',
  },
  {
    holding: 'idempotency_record.own',
    table: 'idempotency_record',
    en: 'Answers kept for repeated calls',
    zh: '重复调用的应答缓存',
    duty: null,
    where: says(sql`t.reply`),
    copy: [],
    erase: 'delete',
  },
  {
    holding: 'contact_block.own',
    table: 'contact_block',
    en: 'Stops against contact',
    zh: '联系限制',
    duty: 'OBJECTION',
    where: (person) =>
      sql`${ofCustomer(person)} or (t.phone = any(${person.phones}::text[]) and t.customer_no is null)`,
    copy: ['block_kind', 'phone', 'note', 'set_at', 'lifted_at'],
    erase: null,
  },
  {
    holding: 'marketing_blacklist.own',
    table: 'marketing_blacklist',
    en: 'Not to be marketed to',
    zh: '营销黑名单',
    duty: 'OBJECTION',
    where: ({ phones }) => sql`t.phone = any(${phones}::text[])`,
    copy: ['phone', 'blacklist_reason', 'channels', 'created_at'],
    erase: null,
  },
  {
    holding: 'customer_blacklist.own',
    table: 'customer_blacklist',
    en: 'Blacklist of the merchant',
    zh: '商户黑名单',
    duty: 'FRAUD',
    where: ({ merchantNo, phones, idCardNo }) =>
      sql`t.merchant_no = ${merchantNo} and t.list_value = any(${[...phones, idCardNo]}::text[])`,
    copy: ['list_kind', 'list_value', 'reason', 'listed_at'],
    erase: null,
  },
  {
    holding: 'risk_list_entry.own',
    table: 'risk_list_entry',
    en: 'Risk lists',
    zh: '风控名单',
    duty: 'FRAUD',
    where: ({ phones, idCardNo }) => sql`t.subject_value = any(${[...phones, idCardNo]}::text[])`,
    copy: ['list_type', 'subject_type', 'subject_value', 'added_at'],
    erase: null,
  },
  {
    holding: 'order_trait.others',
    table: 'order_trait',
    en: 'Named as a contact by other customers',
    zh: '被其他客户列为联系人',
    duty: 'RECORD',
    where: ({ phones, orderNos }) => sql`t.trait_kind = 'CONTACT_PHONE' and t.trait_value = any(${phones}::text[])
      and t.order_no <> all(${orderNos}::text[])`,
    copy: [],
    erase: null,
  },
  {
    holding: 'data_request_event.own',
    table: 'data_request_event',
    en: 'Notes on data requests',
    zh: '数据请求备注',
    duty: null,
    where: ({ customerNo }) =>
      sql`t.request_no in (select request_no from data_request where customer_no = ${customerNo})`,
    copy: ['request_no', 'command', 'note', 'at'],
    erase: () => sql`note = case when note is null then null else ${ERASED} end`,
  },
  {
    holding: 'data_request.own',
    table: 'data_request',
    en: 'What data requests said',
    zh: '数据请求内容',
    duty: null,
    where: ofCustomer,
    copy: ['request_no', 'request_kind', 'received_on', 'statement', 'answer', 'closed_at'],
    erase: () => sql`statement = ${ERASED}, ${erasedWords('answer')}, corrections = null, voucher_ids = '{}'`,
  },
  {
    holding: 'reveal_log.own',
    table: 'reveal_log',
    en: 'Who looked at the data',
    zh: '敏感信息查看记录',
    duty: 'RECORD',
    where: ({ customerNo }) => sql`t.subject_no = ${customerNo}`,
    copy: ['happened_at', 'kind', 'field', 'purpose', 'outcome'],
    erase: null,
  },
  {
    holding: 'audit_log.own',
    table: 'audit_log',
    en: 'Audit log, numbers masked',
    zh: '审计日志（号码已脱敏）',
    duty: 'RECORD',
    where: ({ customerNo }) => sql`t.subject_type = 'customer' and t.subject_no = ${customerNo}`,
    copy: [],
    erase: null,
  },
];
