import type { Lang, ReportDefinition } from './report-types.ts';

/** What a row is called whose facts have nothing in a dimension. */
const UNNAMED: Readonly<Record<string, Readonly<Record<Lang, string>>>> = {
  MERCHANT: { en: 'No merchant', zh: '无商户' },
  PRODUCT: { en: 'No product', zh: '无产品' },
  CHANNEL: { en: 'No channel', zh: '无渠道' },
  COMPONENT: { en: 'No component', zh: '无费项' },
  LOAN_TYPE: { en: 'No loan', zh: '无贷款' },
  HOUR: { en: 'No time', zh: '无时间' },
  PERSON: { en: 'No person', zh: '无人员' },
  GROUP: { en: 'No group', zh: '无小组' },
  PRINCIPAL: { en: 'No principal', zh: '无组长' },
  CATEGORY: { en: 'No category', zh: '无员工类别' },
  MODEL_LEVEL: { en: 'No model level', zh: '无模型等级' },
  REFUSE_CODE: { en: 'No decline code', zh: '无拒绝代码' },
  LEVEL: { en: 'No level', zh: '无等级' },
  CASE_STATUS: { en: 'No case', zh: '无案件' },
  CONTACT_CHANNEL: { en: 'No contact', zh: '无联系' },
  PURPOSE: { en: 'No contact', zh: '无联系' },
  TASK: { en: 'No task', zh: '无任务' },
  TEMPLATE: { en: 'No template', zh: '无模板' },
  LIST_TYPE: { en: 'No list', zh: '无名单' },
  CUSTOMER_STATUS: { en: 'No status', zh: '无状态' },
  REASON: { en: 'No reason', zh: '无原因' },
  APP: { en: 'No app', zh: '无 App' },
  VERSION: { en: 'No app version', zh: '无 App 版本' },
  PAGE: { en: 'No page', zh: '无页面' },
};

/** The name of the row that has none: what it lacks. */
export function unnamedIn({ nobody }: Pick<ReportDefinition, 'nobody'>, dimension: string, lang: Lang): string {
  const words = (dimension === 'PERSON' ? nobody : undefined) ?? UNNAMED[dimension];
  return words?.[lang] ?? '';
}
