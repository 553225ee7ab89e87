import type { CatalogueEntry } from './catalogue-entry.ts';

/** Customer service: 7640 and on. */
export const SERVICE_ERRORS = {
  FEEDBACK_NOT_FOUND: {
    code: 7640,
    status: 404,
    en: 'Feedback not found',
    zh: '客户反馈不存在',
  },
  FEEDBACK_TAKEN: {
    code: 7641,
    status: 409,
    en: '{name} is already handling this feedback',
    zh: '该反馈已由{name}受理',
  },
  FEEDBACK_NOT_YOURS: {
    code: 7642,
    status: 403,
    en: 'Someone else is handling this feedback',
    zh: '该反馈由其他人员处理',
  },
  FEEDBACK_DISPUTED: {
    code: 7643,
    status: 409,
    en: 'This feedback has an open dispute. Close it first.',
    zh: '争议尚未解除，请先解除',
  },
  FEEDBACK_NO_DISPUTE: {
    code: 7644,
    status: 409,
    en: 'This feedback has no open dispute',
    zh: '该反馈没有待解除的争议',
  },
  FEEDBACK_HANDLER_UNFIT: {
    code: 7645,
    status: 400,
    en: 'This person does not handle this merchant’s feedback or cannot sign in',
    zh: '该人员不能处理此商户的反馈，或账号不可用',
  },
  FEEDBACK_PHONE_UNKNOWN: {
    code: 7646,
    status: 404,
    en: 'None of your customers has this number',
    zh: '没有使用该手机号的客户',
  },
  ROBOT_TASK_NOT_FOUND: {
    code: 7650,
    status: 404,
    en: 'Robot task not found',
    zh: '机器人任务不存在',
  },
  ROBOT_AUDIENCE_EMPTY: {
    code: 7651,
    status: 409,
    en: 'No one left to call',
    zh: '没有可以拨打的人员',
  },
  ROBOT_NEEDS_APPROVAL: {
    code: 7652,
    status: 409,
    en: 'Approval is required to call more than {count} numbers',
    zh: '该任务需要复核；未经复核最多拨打 {count} 个号码',
  },
  ROBOT_HOURS: {
    code: 7653,
    status: 400,
    en: 'Robots only call from {from} to {to} EAT',
    zh: '机器人拨打时间为东非时间 {from} 至 {to}',
  },
  ROBOT_ONE_MERCHANT: {
    code: 7654,
    status: 400,
    en: 'A task can only include customers of one merchant',
    zh: '一个任务只能包含同一商户的客户',
  },
  ROBOT_IN_DOUBT: {
    code: 7655,
    status: 409,
    en: 'It is unknown whether the vendor received this task. Synchronise first.',
    zh: '尚不确定供应商是否已收到该任务，请先同步',
  },
} as const satisfies Readonly<Record<string, CatalogueEntry>>;
