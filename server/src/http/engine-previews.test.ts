import { expect, it } from 'vitest';
import { allRoutes } from '../routes.ts';

/** Whose commands are no transition that the domain names: rights, words, places, files, views, plugins. */
const NO_TRANSITIONS = new Set([
  'announcement',
  'auth',
  'dept',
  'dictionary',
  'file',
  'import',
  'language',
  'menu',
  'mfa',
  'pluginAdmin',
  'pluginOperate',
  'reveal',
  'review',
  'role',
  'view',
]);

const NOTHING_MOVES = 'moves no state and no money';
const ONE_TIME = 'answers a one-time password, which a dry run must not make';
const OF_RIGHTS = 'places and rights of an account: its state is frozenUser’s, unFrozenUser’s and updateUser’s';
const OWN_DESK = 'the caller’s own console';

/** Commands of the engine, of people and of their work without a dry run, and why. */
const WITHOUT: Readonly<Record<string, string>> = {
  'orderAudit.open': NOTHING_MOVES,
  'orderAudit.draft': NOTHING_MOVES,
  'auditOrder.manageExport': NOTHING_MOVES,
  'auditOrder.abridgmentExport': NOTHING_MOVES,
  'auditOrder.myExport': NOTHING_MOVES,
  'auditAllot.exportList': NOTHING_MOVES,
  'auditPersonnel.exportList': NOTHING_MOVES,
  'retrieval.exportList': NOTHING_MOVES,
  'reReview.exportList': NOTHING_MOVES,
  'reReview.outcomesExport': NOTHING_MOVES,
  'reReview.configExport': NOTHING_MOVES,
  'reviewConfig.exportList': NOTHING_MOVES,
  'reviewConfig.codesExport': NOTHING_MOVES,
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
  'user.exportUserList': NOTHING_MOVES,
  'userChange.export': NOTHING_MOVES,
  'roleChange.export': NOTHING_MOVES,
  'refuseCodeChange.export': NOTHING_MOVES,
  'menuChange.export': NOTHING_MOVES,
  'warning.exportList': NOTHING_MOVES,
  'refund.export': NOTHING_MOVES,
  'transferApply.export': NOTHING_MOVES,
  'payout.attemptsExport': NOTHING_MOVES,
  'wallet.withdrawalExport': NOTHING_MOVES,
  'balance.export': NOTHING_MOVES,
  'collectionPersonnel.exportList': NOTHING_MOVES,
  'flow.export': NOTHING_MOVES,
  'loanerAccount.export': NOTHING_MOVES,
  'payoutOrder.export': NOTHING_MOVES,
  'refundBatchChange.export': NOTHING_MOVES,
  'repayAccount.export': NOTHING_MOVES,
  'repayment.billExport': NOTHING_MOVES,
  'repayment.mergeExport': NOTHING_MOVES,
  'repayment.orderExport': NOTHING_MOVES,
  'servicePersonnel.exportList': NOTHING_MOVES,
  'telemarketingPersonnel.exportList': NOTHING_MOVES,
  'trafficPersonnel.exportList': NOTHING_MOVES,
  'wallet.rewardExport': NOTHING_MOVES,
};
it('offers a dry run of every command of the engine, but for those that say why not', () => {
  const commands = allRoutes.map(({ endpoint }) => endpoint).filter(({ kind }) => kind === 'command');
  const ofEngine = commands.filter(({ name }) => !NO_TRANSITIONS.has(name.split('.')[0] ?? ''));
  expect(ofEngine.length).toBeGreaterThan(80);
  const without = ofEngine.filter(({ preview }) => preview !== true).map(({ name }) => name);
  expect(without.sort()).toEqual(Object.keys(WITHOUT).sort());
});
