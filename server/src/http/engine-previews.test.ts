import { expect, it } from 'vitest';
import { allRoutes } from '../routes.ts';

/** Whose commands are no transition that the domain names: rights, words, places, files, views, plugins, calls and advice. */
const NO_TRANSITIONS = new Set([
  'aiHelp',
  'announcement',
  'appAdvice',
  'auth',
  'customerManage',
  'dataRequest',
  'dept',
  'dictionary',
  'file',
  'import',
  'inCallRecord',
  'language',
  'menu',
  'mfa',
  'pluginAdmin',
  'pluginOperate',
  'reveal',
  'review',
  'role',
  'sensitiveInfo',
  'sensitiveWord',
  'view',
]);

const NOTHING_MOVES = 'moves no state and no money';
const ONE_TIME = 'answers a one-time password, which a dry run must not make';
const OF_RIGHTS = 'places and rights of an account: its state is frozenUser’s, unFrozenUser’s and updateUser’s';
const A_JOB = 'a job: each item is tried before it starts';
const ASKS_OUTSIDE = 'asks another system, which a dry run must not';
const NO_PAGE_ASKS = 'no page asks for one: its form says limits and totals before';
const OWN_DESK = 'the caller’s own console';

/** Commands of the engine, of people and of their work without a dry run, and why. */
const WITHOUT: Readonly<Record<string, string>> = {
  'consumptionRecord.reverseMany': A_JOB,
  'deduction.decideMany': A_JOB,
  'deductionStage.decideMany': A_JOB,
  'abandonedList.recycleMany': A_JOB,
  'callImport.retry': A_JOB,
  'payment.writeOffFile': A_JOB,
  'caseSettle.importFile': A_JOB,
  'caseSettleStage.importFile': A_JOB,
  'reconciliation.importStatementFile': A_JOB,
  'caseAllot.poolDivide': A_JOB,
  'caseAllotStage.poolDivide': A_JOB,
  'callList.abandonMany': A_JOB,
  'callList.circleImport': A_JOB,
  'callList.distribute': A_JOB,
  'callList.recallMany': A_JOB,
  'callList.updateTargetMany': A_JOB,
  'calling.dial': ASKS_OUTSIDE,
  'calling.sms': ASKS_OUTSIDE,
  'calling.next': NOTHING_MOVES,
  'dialTask.dial': ASKS_OUTSIDE,
  'dialTask.sms': ASKS_OUTSIDE,
  'dialTask.next': NOTHING_MOVES,
  'feedback.assignMany': A_JOB,
  'notLoggedList.distribute': A_JOB,
  'notLoggedList.recallMany': A_JOB,
  'followApproval.decideMany': A_JOB,
  'marketingBlacklist.deleteMany': A_JOB,
  'hotline.copy': NOTHING_MOVES,
  'hotline.copyMany': A_JOB,
  'hotline.holidays': A_JOB,
  'messageTemplate.copyMany': A_JOB,
  'messageTemplate.disableMany': A_JOB,
  'messageTemplate.enableMany': A_JOB,
  'putChannel.disableMany': A_JOB,
  'putChannel.handOverMany': A_JOB,
  'marketRecommend.forCustomer': NOTHING_MOVES,
  'marketRecommend.event': NOTHING_MOVES,
  'putChannel.acceptHandover': NOTHING_MOVES,
  'putChannel.handOver': NOTHING_MOVES,
  'marketProduct.batchOffShelf': A_JOB,
  'marketProduct.batchPlace': A_JOB,
  'marketProduct.linkCheck': ASKS_OUTSIDE,
  'merchantConfig.rotateKey': ONE_TIME,
  'merchantConfig.testCallback': ASKS_OUTSIDE,
  'merchantConfig.resendEvent': ASKS_OUTSIDE,
  'orderAcquire.reassign': ASKS_OUTSIDE,
  'orderAcquire.redeliver': ASKS_OUTSIDE,
  'orderAcquire.redeliverMany': A_JOB,
  'partnerPlatform.rotateSecret': ONE_TIME,
  'partnerPlatform.testCallback': ASKS_OUTSIDE,
  'messageAccount.test': ASKS_OUTSIDE,
  'messageTemplate.testSend': ASKS_OUTSIDE,
  'smsMarketingTemplate.test': ASKS_OUTSIDE,
  'smsRoute.testSend': ASKS_OUTSIDE,
  'smsAccount.checkBalance': ASKS_OUTSIDE,
  'calibration.score': 'its reply tells of the first score, which stays hidden until the second is given',
  'telephony.signIn': OWN_DESK,
  'telephony.abandon': OWN_DESK,
  'marketingSmsRoute.testSend': ASKS_OUTSIDE,
  'riskPricing.backtest': A_JOB,
  'ruleSet.backtest': A_JOB,
  'scheduling.auto.preview': A_JOB,
  'serviceCouponApply.submit': NO_PAGE_ASKS,
  'serviceCouponAudit.approve': NO_PAGE_ASKS,
  'serviceCouponAudit.approveMany': A_JOB,
  'serviceCouponAudit.rejectMany': A_JOB,
  'serviceCouponAudit.reject': NO_PAGE_ASKS,
  'serviceCouponAudit.retryIssue': NO_PAGE_ASKS,
  'serviceCouponConfig.approve': NO_PAGE_ASKS,
  'serviceCouponConfig.disable': NO_PAGE_ASKS,
  'serviceCouponConfig.enable': NO_PAGE_ASKS,
  'serviceCouponConfig.reject': NO_PAGE_ASKS,
  'serviceCouponConfig.save': NO_PAGE_ASKS,
  'orderAudit.open': NOTHING_MOVES,
  'orderAudit.draft': NOTHING_MOVES,
  'auditOrder.followUpSave': NOTHING_MOVES,
  'orderDetail.faceSearch': NOTHING_MOVES,
  'orderDetail.setLanguage': NOTHING_MOVES,
  'user.saveSetting': OWN_DESK,
  'user.sessionEnd': OWN_DESK,
  'user.saveUser': ONE_TIME,
  'user.resetPwd': ONE_TIME,
  'user.resetMFA': OF_RIGHTS,
  'user.endSession': OF_RIGHTS,
  'user.batchUpdateMerchantNo': 'batchUpdateMerchantNoPreview says it of every person',
  'user.moveMembers': OF_RIGHTS,
};
it('offers a dry run of every command of the engine, but for those that say why not', () => {
  const commands = allRoutes.map(({ endpoint }) => endpoint).filter(({ kind }) => kind === 'command');
  const ofEngine = commands.filter(({ name }) => !NO_TRANSITIONS.has(name.split('.')[0] ?? ''));
  expect(ofEngine.length).toBeGreaterThan(80);
  // A file moves no state and no money.
  const isFile = (name: string) => /\.(\w+E|e)xport\w*$/.test(name);
  const without = ofEngine.filter(({ preview, name }) => preview !== true && !isFile(name)).map(({ name }) => name);
  expect(without.sort()).toEqual(Object.keys(WITHOUT).sort());
});
