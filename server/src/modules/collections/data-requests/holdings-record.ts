import { sql } from 'kysely';
import { erasedWords, type Holding, ofCustomer } from './holding.ts';
import { ERASED, type Person } from './person.ts';

const holdsNumber =
  (column: string) =>
  ({ phone, idCardNo }: Person) =>
    sql`${sql.ref(`t.${column}`)} like any(array[${`%${phone}%`}, ${`%${idCardNo}%`}])`;

/** What protects the person or others, and what proves that the law was kept. */
export const RECORD_HOLDINGS: readonly Holding[] = [
  {
    holding: 'wallet_reward.invitee',
    table: 'wallet_reward',
    en: 'Invited by another customer',
    zh: '被邀请记录',
    duty: null,
    where: ({ phone, merchantNo }) => sql`t.invitee_phone = ${phone} and t.merchant_no = ${merchantNo}`,
    copy: ['invitee_phone', 'grant_time'],
    erase: ({ erasedPhone }) => sql`invitee_phone = ${erasedPhone}`,
  },
  {
    holding: 'job_item.own',
    table: 'job_item',
    en: 'Rows of imported files',
    zh: '导入文件行',
    duty: null,
    where: (person) => sql`(t.input::text like ${`%${person.phone}%`} or t.result::text like ${`%${person.phone}%`})
      and t.job_no in (select job_no from job where job_status not in ('QUEUED', 'RUNNING'))`,
    copy: [],
    erase: () => sql`input = 'null'::jsonb, result = null`,
  },
  {
    holding: 'saved_filter.own',
    table: 'saved_filter',
    en: 'Saved searches of staff',
    zh: '员工保存的搜索',
    duty: null,
    where: (person) => sql`t.filters::text like any(array[${`%${person.phone}%`}, ${`%${person.idCardNo}%`}])`,
    copy: [],
    erase: 'delete',
  },
  {
    holding: 'idempotency_record.own',
    table: 'idempotency_record',
    en: 'Answers kept for repeated calls',
    zh: '重复调用的应答缓存',
    duty: null,
    where: holdsNumber('reply'),
    copy: [],
    erase: 'delete',
  },
  {
    holding: 'contact_block.own',
    table: 'contact_block',
    en: 'Stops against contact',
    zh: '联系限制',
    duty: 'OBJECTION',
    where: (person) => sql`${ofCustomer(person)} or (t.phone = ${person.phone} and t.customer_no is null)`,
    copy: ['block_kind', 'phone', 'note', 'set_at', 'lifted_at'],
    erase: null,
  },
  {
    holding: 'marketing_blacklist.own',
    table: 'marketing_blacklist',
    en: 'Not to be marketed to',
    zh: '营销黑名单',
    duty: 'OBJECTION',
    where: ({ phone }) => sql`t.phone = ${phone}`,
    copy: ['phone', 'blacklist_reason', 'channels', 'created_at'],
    erase: null,
  },
  {
    holding: 'customer_blacklist.own',
    table: 'customer_blacklist',
    en: 'Blacklist of the merchant',
    zh: '商户黑名单',
    duty: 'FRAUD',
    where: ({ merchantNo, phone, idCardNo }) =>
      sql`t.merchant_no = ${merchantNo} and t.list_value in (${phone}, ${idCardNo})`,
    copy: ['list_kind', 'list_value', 'reason', 'listed_at'],
    erase: null,
  },
  {
    holding: 'risk_list_entry.own',
    table: 'risk_list_entry',
    en: 'Risk lists',
    zh: '风控名单',
    duty: 'FRAUD',
    where: ({ phone, idCardNo }) => sql`t.subject_value in (${phone}, ${idCardNo})`,
    copy: ['list_type', 'subject_type', 'subject_value', 'added_at'],
    erase: null,
  },
  {
    holding: 'order_trait.others',
    table: 'order_trait',
    en: 'Named as a contact by other customers',
    zh: '被其他客户列为联系人',
    duty: 'RECORD',
    where: ({ phone, orderNos }) => sql`t.trait_kind = 'CONTACT_PHONE' and t.trait_value = ${phone}
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
