import { lossRates as contract } from '@kituo/sdk/contracts';
import type { ConfigFamily } from '../../../platform/configuration/index.ts';

/** Expected-loss rates: versions from a day on, each approved by another person. Nothing is provided for before the first. */
export const lossRateFamily: ConfigFamily<contract.LossRates> = {
  key: contract.LOSS_RATES_KEY,
  title: { en: 'Expected-loss rates', zh: '预期信用损失率' },
  value: contract.lossRates,
  isPerSubject: false,
  access: {
    see: { code: ['report:financial:lossRate'] },
    save: 'report:financial:lossRate',
    decide: 'report:financial:lossRate',
  },
  initial: async () => await Promise.resolve(null),
};
