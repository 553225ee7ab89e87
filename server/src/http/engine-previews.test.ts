import { expect, it } from 'vitest';
import { allRoutes } from '../routes.ts';

/** Whose commands move no loan, no money and no case: staff, rights, words, places, files, plugins. */
const NOT_THE_ENGINE = new Set([
  'announcement', 'auth', 'auditPersonnel', 'business', 'dept', 'dictionary', 'file', 'import', 'job', 'language',
  'menu', 'mfa', 'pluginAdmin', 'pluginOperate', 'reveal', 'review', 'reviewConfig', 'role', 'user', 'view', 'warning',
]); // prettier-ignore

const OF_A_BATCH = 'a job, an item a transaction; what it would do is another endpoint’s answer';
const OF_A_VERSION = 'carries the version it decides on, and answers STALE where that moved';
const NOTHING_MOVES = 'moves no state and no money';

/** Commands of the engine without a dry run, and why. */
const WITHOUT: Readonly<Record<string, string>> = {
  'auditAllot.allot': OF_A_BATCH,
  'auditAllot.auto': OF_A_BATCH,
  'auditAllot.recall': OF_A_BATCH,
  'auditOrder.myRelease': OF_A_BATCH,
  'reReview.applyMany': OF_A_BATCH,
  'reReview.configCopy': OF_A_BATCH,
  'retrieval.submit': OF_A_BATCH,
  'retrieval.approve': OF_A_VERSION,
  'retrieval.reject': OF_A_VERSION,
  'retrieval.reverse': OF_A_BATCH,
  'config.save': OF_A_VERSION,
  'config.submit': OF_A_VERSION,
  'config.approve': OF_A_VERSION,
  'config.reject': OF_A_VERSION,
  'config.withdraw': OF_A_VERSION,
  'config.copy': OF_A_BATCH,
  'reReview.configSave': OF_A_VERSION,
  'reReview.configApprove': OF_A_VERSION,
  'reReview.configReject': OF_A_VERSION,
  'reReview.configWithdraw': OF_A_VERSION,
  'temporaryCredit.taskRemove': NOTHING_MOVES,
  'orderAudit.open': NOTHING_MOVES,
  'orderAudit.draft': NOTHING_MOVES,
  'auditOrder.manageExport': NOTHING_MOVES,
  'auditOrder.abridgmentExport': NOTHING_MOVES,
  'auditOrder.followUpSave': NOTHING_MOVES,
  'orderDetail.faceSearch': NOTHING_MOVES,
  'orderDetail.setLanguage': NOTHING_MOVES,
  'aiTask.sync': 'asks the vendor after the commit, and writes a record of it alone',
  'payout.queryAttempt': 'asks the channel after the commit, and writes a record of it alone',
};
/** The checker of a change was shown it as described when it was asked for; STALE where its subject moved. */
const ofAChange = (name: string): boolean => /Change\.(approve|reject|withdraw)$/.test(name);

it('offers a dry run of every command of the engine, but for those that say why not', () => {
  const commands = allRoutes
    .map(({ endpoint }) => endpoint)
    .filter(({ kind }) => kind === 'command');
  const ofEngine = commands.filter(({ name }) => !NOT_THE_ENGINE.has(name.split('.')[0] ?? ''));
  expect(ofEngine.length).toBeGreaterThan(80);
  const without = ofEngine
    .filter(({ name, preview }) => preview !== true && !ofAChange(name))
    .map(({ name }) => name);
  expect(without.sort()).toEqual(Object.keys(WITHOUT).sort());
});
