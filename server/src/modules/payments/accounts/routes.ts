import { loanerAccount, repayAccount } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { loanerAccountExport, repayAccountExport } from './export.ts';
import { loanerOptions, repayOptions } from './options.ts';
import { loanerAccounts, readLoanerAccount } from './read-loaner.ts';
import { readRepayAccount, repayAccounts } from './read-repay.ts';

export const routes = [
  implement(loanerAccount.page, loanerAccounts.page),
  implement(loanerAccount.exportList, loanerAccountExport.queue),
  implement(loanerAccount.options, (_nothing, call) => loanerOptions(call)),
  implement(loanerAccount.detail, ({ accountId }, call) => readLoanerAccount(accountId, call)),
  implement(repayAccount.page, repayAccounts.page),
  implement(repayAccount.exportList, repayAccountExport.queue),
  implement(repayAccount.options, (_nothing, call) => repayOptions(call)),
  implement(repayAccount.detail, ({ accountId }, call) => readRepayAccount(accountId, call)),
];
