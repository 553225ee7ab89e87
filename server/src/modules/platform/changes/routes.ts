import { change } from '@kituo/sdk/contracts';
import { implement, type Implementation } from '../../../http/implement.ts';
import { approveChange, endChange } from './decide.ts';
import { changeExports } from './export.ts';
import { changesOf } from './query.ts';

function routesOf(family: change.ChangeFamily): Implementation[] {
  const { page, approve, reject, withdraw } = change.changeFamilies[family];
  return [
    implement(page, changesOf(family).page),
    implement(approve, async (request, call) => await approveChange(family, request, call)),
    implement(reject, async (request, call) => await endChange('reject', family, request, call)),
    implement(withdraw, async (request, call) => await endChange('withdraw', family, request, call)),
  ];
}

export const routes = [
  implement(change.changeExports.user, changeExports.user.queue),
  implement(change.changeExports.role, changeExports.role.queue),
  implement(change.changeExports.menu, changeExports.menu.queue),
  implement(change.changeExports.refuseCode, changeExports.refuseCode.queue),
  implement(change.changeExports.refundBatch, changeExports.refundBatch.queue),
  ...routesOf('announcement'),
  ...routesOf('appUpdate'),
  ...routesOf('maturityCalendar'),
  ...routesOf('orgMerchant'),
  ...routesOf('partnerPlatform'),
  ...routesOf('messageCenter'),
  ...routesOf('vipLevel'),
  ...routesOf('user'),
  ...routesOf('role'),
  ...routesOf('menu'),
  ...routesOf('refuseCode'),
  ...routesOf('payoutChange'),
  ...routesOf('flow'),
  ...routesOf('reconDifference'),
  ...routesOf('walletBatch'),
  ...routesOf('payoutBatch'),
  ...routesOf('offlineLoan'),
  ...routesOf('payeeChange'),
  ...routesOf('loanerAccount'),
  ...routesOf('repayAccount'),
  ...routesOf('balance'),
  ...routesOf('paymentVisual'),
  ...routesOf('refundBatch'),
  ...routesOf('partnerDay'),
  ...routesOf('marketProduct'),
  ...routesOf('customerAccount'),
  ...routesOf('riskList'),
  ...routesOf('ruleSet'),
  ...routesOf('riskModel'),
  ...routesOf('writeOffBatch'),
  ...routesOf('zeroSettle'),
  ...routesOf('merchantConfig'),
  ...routesOf('customerCredit'),
  ...routesOf('merchantRecharge'),
  ...routesOf('caseAttribution'),
  ...routesOf('caseAttributionStage'),
  ...routesOf('caseRollback'),
  ...routesOf('caseRollbackStage'),
  ...routesOf('caseSettle'),
  ...routesOf('caseSettleStage'),
  ...routesOf('contactBlock'),
  ...routesOf('merchantBlacklist'),
  ...routesOf('product'),
];
