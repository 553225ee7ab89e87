import { call } from '@kituo/sdk';
import { reviewConfig } from '@kituo/sdk/contracts';
import type { OptionSource } from '@kituo/sdk/page';

/** The tree of refusal codes: a group stands for all that is in it, whether or not it can still be chosen. */
export const codeTree: OptionSource = {
  kind: 'remote',
  name: 'orders.refuseCodes',
  load: async (signal) => {
    const options = { signal, showLoading: false, quiet: true };
    const all = await call(reviewConfig.refuseCodes, {}, options);
    const shown = ({ refuseCode, text }: (typeof all)[number]) => ({
      value: refuseCode,
      label: `${refuseCode} ${text}`,
    });
    return all
      .filter(({ parentCode }) => parentCode === null)
      .map((group) => ({
        ...shown(group),
        children: all.filter(({ parentCode }) => parentCode === group.refuseCode).map(shown),
      }));
  },
};
