import { expect, it } from 'vitest';
import { allRoutes } from '../routes.ts';

/** Whose commands move no loan, no money and no case: staff, rights, words, places, files, plugins. */
const NOT_THE_ENGINE = new Set([
  'announcement', 'auth', 'auditPersonnel', 'business', 'dept', 'dictionary', 'file', 'import', 'job', 'language',
  'menu', 'mfa', 'pluginAdmin', 'pluginOperate', 'reveal', 'review', 'reviewConfig', 'role', 'user', 'view', 'warning',
]); // prettier-ignore

const NOTHING_MOVES = 'moves no state and no money';

/** Commands of the engine without a dry run, and why. */
const WITHOUT: Readonly<Record<string, string>> = {
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
it('offers a dry run of every command of the engine, but for those that say why not', () => {
  const commands = allRoutes
    .map(({ endpoint }) => endpoint)
    .filter(({ kind }) => kind === 'command');
  const ofEngine = commands.filter(({ name }) => !NOT_THE_ENGINE.has(name.split('.')[0] ?? ''));
  expect(ofEngine.length).toBeGreaterThan(80);
  const without = ofEngine.filter(({ preview }) => preview !== true).map(({ name }) => name);
  expect(without.sort()).toEqual(Object.keys(WITHOUT).sort());
});
