import { balance } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { enterBalance, requestCorrection, setLowWater } from './commands.ts';
import { balanceExport } from './export.ts';
import { fetchBalances } from './fetch-balance.ts';
import { balanceEntries, balances, readBalance } from './read.ts';

export const routes = [
  implement(balance.page, balances.page),
  implement(balance.exportList, balanceExport.queue),
  implement(balance.entrySave, enterBalance),
  implement(balance.entryFetch, fetchBalances),
  implement(balance.entryCorrect, requestCorrection),
  implement(balance.lowWaterSave, setLowWater),
  implement(balance.entryPage, balanceEntries.page),
  implement(balance.detail, ({ accountId }, call) => readBalance(accountId, call)),
];
