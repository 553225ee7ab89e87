import { API_PREFIX, auditAllot, auditOrder } from '@kituo/sdk/contracts';
import { addDays, businessDateOf } from '../../server/src/modules/platform/policy/index.ts';
import type { Request } from './steady-load.ts';

/** A list's endpoint, what is asked of it, the sort and the page. */
export type Question = readonly [
  name: string,
  filters: object,
  sort?: string,
  direction?: 'asc' | 'desc',
  page?: number,
];

export interface ListQuestions {
  readonly list: string;
  readonly path: string;
  /** Who asks: sees everything, or one merchant or two. */
  readonly userName: string;
  readonly questions: readonly Question[];
}

/** Single things that exist in the book, for filters that name one. */
export interface KnownThings {
  readonly orderNo: string;
  readonly thirdPartyOrderNo: string;
  readonly phone: string;
  readonly idCardNo: string;
}

/** Every filter that the order lists offer, alone and as people combine them. */
export function questionsOf(known: KnownThings, now: Date): readonly ListQuestions[] {
  const today = businessDateOf(now);
  const last = (days: number) => ({ from: addDays(today, 1 - days), to: today });
  const month = { applyTime: last(30) };
  const week = { applyTime: last(7) };
  const found = known;
  const manage: readonly Question[] = [
    ['last 30 days', month],
    ['all, page 200', {}, 'applyTime', 'desc', 200],
    ['order number', { orderNo: found.orderNo }],
    ['partner number', { thirdPartyOrderNo: found.thirdPartyOrderNo }],
    ['phone', { phone: found.phone }],
    ['ID', { idCardNo: found.idCardNo }],
    ['frequent name', { ...month, customerName: 'wanjiru' }],
    ['full name', { customerName: 'achieng wanjiru' }],
    ['nobody of that name', { customerName: 'nobody of that name' }],
    ['merchant', { ...month, merchantNo: 'M0002' }],
    ['product, repeat', { ...month, productNo: 'PR0006', loanType: 'REPEAT' }],
    ['disbursed, newest money', { ...month, orderStatus: 'DISBURSED' }, 'lendingTime'],
    ['group of states', { ...month, orderStatus: 'PAYOUT' }],
    ['refuse code', { ...month, refuseCode: 'R02' }],
    ['refuse code, by decision', { refuseCode: 'R02' }, 'auditTime', 'asc'],
    ['channels', { ...month, incomingChannel: 'APP_ANDROID', promotionChannel: 'AGENT' }],
    ['lending channel', { ...month, lendingChannel: 'MPESA_B2C' }],
    ['whitelisted, class A', { ...month, whitelistFlag: true, modelLevel: 'A' }],
    ['auditor', { ...month, auditorUserNo: 'U000013' }],
    ['data source', { ...month, dataSource: 'OWN' }],
    ['decided this week', { auditTime: last(7) }, 'auditTime'],
    ['paid out yesterday', { lendingTime: { from: addDays(today, -1), to: today } }, 'lendingTime'],
  ];
  const own: readonly Question[] = [
    ['pending', { tab: 'PENDING' }],
    ['pending, by lease', { tab: 'PENDING' }, 'leaseEndsAt', 'asc'],
    ['pending, first loans', { tab: 'PENDING', loanType: 'FIRST', ...week }],
    ['done', { tab: 'DONE' }],
    ['done, passed', { tab: 'DONE', auditResult: 'PASS' }],
    ['one order', { tab: 'PENDING', orderNo: found.orderNo }],
  ];
  const allot: readonly Question[] = [
    ['to allocate', { orderStatus: 'TO_ALLOCATE', ...week }],
    ['first of a product', { orderStatus: 'TO_ALLOCATE', productNo: 'PR0001', loanType: 'FIRST' }],
    ['class and list', { orderStatus: 'TO_ALLOCATE', modelLevel: 'A', whitelistFlag: true }],
    ['in review', { orderStatus: 'PENDING_REVIEW', ...week }, 'leaseEndsAt', 'asc'],
    ['of one reviewer', { orderStatus: 'PENDING_REVIEW', auditorUserNo: 'U000013' }],
  ];
  const short: readonly Question[] = [
    ['last 7 days', week],
    ['phone', { phone: found.phone }],
    ['ID', { idCardNo: found.idCardNo }],
    ['product and state', { ...week, productNo: 'PR0002', orderStatus: 'CLOSED' }],
    ['repeat loans', { ...week, loanType: 'REPEAT' }],
  ];
  return [
    { list: 'OrderManagement', path: auditOrder.manageList.path, userName: 'admin', questions: manage },
    {
      list: 'OrderManagement, one of two merchants',
      path: auditOrder.manageList.path,
      userName: 'reviewer',
      questions: manage,
    },
    { list: 'MyAudit', path: auditOrder.myPage.path, userName: 'reviewer', questions: own },
    { list: 'OrderAllocation', path: auditAllot.page.path, userName: 'wambui.gitau', questions: allot },
    {
      list: 'OrderManagementAbridgment',
      path: auditOrder.abridgmentList.path,
      userName: 'telemarketer',
      questions: short,
    },
  ];
}

/** One request of each question, to be sent in turn. */
export function requestsOf({ list, path, questions }: ListQuestions, token: string): readonly Request[] {
  return questions.map(([name, filters, field, direction = 'desc', page = 1]) => ({
    name: `${list}: ${name}`,
    path: API_PREFIX + path,
    body: { filters, page, pageSize: 50, sort: field === undefined ? null : { field, direction } },
    token,
  }));
}
