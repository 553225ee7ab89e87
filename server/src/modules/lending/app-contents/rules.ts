import { appContent } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { refuseStrangeImage } from './images-of.ts';
import type { CodeWords } from '../../platform/exports/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { type RuleFamily, type RuleInForce, rulesAt } from '../../platform/rules/index.ts';

type Content = appContent.AppContentRule;

const TYPE: CodeWords = {
  BANNER: ['Banner', '横幅'],
  HELP: ['Help', '帮助'],
  AGREEMENT: ['Agreement', '协议'],
  PAYMENT_HINT: ['Payment hint', '还款提示'],
  CONTRACT: ['Contract', '合同'],
};

const SLOT: CodeWords = {
  HOME_TOP: ['Top of home', '首页顶部'],
  HOME_LIST: ['Home list', '首页列表'],
  HELP: ['Help', '帮助页'],
  REPAYMENT: ['Repayment', '还款页'],
  APPLICATION: ['Application', '申请页'],
};
const AUDIENCE: CodeWords = {
  ALL: ['All customers', '全部客户'],
  NEW: ['New customers', '新客户'],
  REPEAT: ['Repeat customers', '老客户'],
  OVERDUE: ['Overdue customers', '逾期客户'],
};

const startsBefore = (one: Content, other: Content): boolean =>
  one.startAt === null || other.endAt === null || Date.parse(one.startAt) < Date.parse(other.endAt);

/** What a merchant's app shows; nothing without content. One contract at a time. */
export const appContentFamily: RuleFamily<Content> = {
  key: 'operation.appContent',
  title: { en: 'App content', zh: 'App 内容' },
  contract: { ...appContent, value: appContent.appContentRule },
  page: '/AdminContent/OperationSystem/AppContentManagement',
  codes: {
    save: 'operation:appContent:save',
    state: 'operation:appContent:publish',
    audit: 'operation:config:audit',
  },
  overlaps: (one, other) =>
    one.ruleName === other.ruleName ||
    (one.contentType === 'CONTRACT' &&
      other.contentType === 'CONTRACT' &&
      startsBefore(one, other) &&
      startsBefore(other, one)),
  fileColumns: [
    { en: 'Type', zh: '类型', of: (row) => row.contentType, codes: TYPE },
    { en: 'Slot', zh: '位置', of: (row) => row.slot, codes: SLOT },
    { en: 'Audience', zh: '受众', of: (row) => row.audience, codes: AUDIENCE },
    { en: 'App', zh: '应用', of: (row) => row.os },
    { en: 'Payment method', zh: '支付方式', of: (row) => row.paymentMethod },
    { en: 'Title', zh: '标题', of: ({ title }, lang) => title[lang] ?? title['en'] ?? '' },
    { en: 'Languages', zh: '语言', of: (row) => Object.keys(row.content) },
    { en: 'Link', zh: '链接', of: (row) => row.link },
    { en: 'Order', zh: '排序', of: (row) => row.sort },
    { en: 'From', zh: '开始时间', of: (row) => row.startAt, isTime: true },
    { en: 'To', zh: '结束时间', of: (row) => row.endAt, isTime: true },
  ],
  check: refuseStrangeImage,
  simulate: null,
  async decorate(rows, { db }) {
    const ruleIds = rows.map(({ ruleId }) => ruleId);
    const { rows: counted } = await sql<{ readonly ruleId: string; readonly signed: number; readonly views: number }>`
      select r.rule_id, (select count(*) from order_contract k where k.rule_id = r.rule_id)::int as signed,
        (select count(*) from app_content_view v where v.rule_id = r.rule_id
          and v.viewed_on > ${addDays(businessDateOf(new Date()), -30)}::date)::int as views
      from unnest(${ruleIds}::text[]) as r (rule_id)`.execute(db);
    const figures = new Map(counted.map(({ ruleId, signed, views }) => [ruleId, { signed, views }]));
    return new Map(
      rows.map(({ ruleId, value }) => [
        ruleId,
        { languages: Object.keys(value.content), ...(figures.get(ruleId) ?? { signed: 0, views: 0 }) },
      ]),
    );
  },
};

/** Pure: whether it is shown at a moment. */
const isShown = ({ startAt, endAt }: Content, at: Date): boolean =>
  (startAt === null || Date.parse(startAt) <= at.getTime()) && (endAt === null || at.getTime() < Date.parse(endAt));

/** What a merchant's app shows at a moment, in its order. */
export async function contentsAt(db: Queryable, merchantNo: string, at: Date): Promise<RuleInForce<Content>[]> {
  const all = await rulesAt(db, appContentFamily, at, merchantNo);
  return all
    .filter(({ value }) => isShown(value, at))
    .toSorted((one, other) => one.value.sort - other.value.sort || (one.ruleId < other.ruleId ? -1 : 1));
}
