import { loanerAccount, repayAccount } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { loanerAccountExport, repayAccountExport } from './export.ts';
import { changeLoanerState, requestLoaner } from './loaner-commands.ts';
import { loanerOptions, repayOptions } from './options.ts';
import { loanerAccounts, readLoanerAccount } from './read-loaner.ts';
import { changeRepayState, requestRange, requestRepay } from './repay-commands.ts';
import { readRepayAccount, repayAccounts } from './read-repay.ts';

export const routes = [
  implement(loanerAccount.page, loanerAccounts.page),
  implement(loanerAccount.exportList, loanerAccountExport.queue),
  implement(loanerAccount.options, (_nothing, call) => loanerOptions(call)),
  implement(loanerAccount.detail, ({ accountId }, call) => readLoanerAccount(accountId, call)),
  implement(loanerAccount.save, (request, call) => requestLoaner(request, call)),
  implement(loanerAccount.update, ({ accountId, version, ...request }, call) =>
    requestLoaner(request, call, { accountId, version }),
  ),
  implement(loanerAccount.state, changeLoanerState),
  implement(repayAccount.save, (request, call) => requestRepay(request, call)),
  implement(repayAccount.update, ({ accountId, version, ...request }, call) =>
    requestRepay(request, call, { accountId, version }),
  ),
  implement(repayAccount.state, changeRepayState),
  implement(repayAccount.virtualRange, requestRange),
  implement(repayAccount.page, repayAccounts.page),
  implement(repayAccount.exportList, repayAccountExport.queue),
  implement(repayAccount.options, (_nothing, call) => repayOptions(call)),
  implement(repayAccount.detail, ({ accountId }, call) => readRepayAccount(accountId, call)),
];
