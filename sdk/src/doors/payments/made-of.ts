import { formatMoney } from '@kituo/sdk';
import type { ledger, ReplyOf } from '@kituo/sdk/contracts';

type Line = ReplyOf<typeof ledger.whyThisBalance>['claim']['lines'][number];
type Translate = (key: string, facts?: Readonly<Record<string, string>>) => string;

/** What made the amount of a posting, multiplied out from the figures its rule was fed; nothing where it was no rule. */
export function madeOf({ journalKind, formula }: Pick<Line, 'journalKind' | 'formula'>, t: Translate): string[] {
  const known = new Map(Object.entries(formula ?? {}));
  const figure = (name: string): number | null => {
    const value = known.get(name);
    return typeof value === 'number' ? value : null;
  };
  const written = (name: string): string => String(figure(name) ?? '-');
  const money = (name: string): string => formatMoney(figure(name) ?? 0);
  const rate = (name: string): string => `${(figure(name) ?? 0) / 100}%`;
  if (formula === null) return [];
  const cut = (figure('cutCents') ?? 0) > 0 ? [t('why.cut', { money: money('cutCents') })] : [];
  switch (journalKind) {
    case 'LATE_FEE':
      return [
        t('why.lateFee', {
          principal: money('overduePrincipalCents'),
          rate: rate('lateFeeBps'),
          day: written('dpd'),
        }),
        ...cut,
      ];
    case 'LIQUIDATED_DAMAGES':
      return [
        t('why.damages', { principal: money('overduePrincipalCents'), rate: rate('liquidatedDamagesBps') }),
        ...cut,
      ];
    case 'INTEREST':
      return [
        figure('termInterestCents') === null
          ? t('why.interest', {
              principal: money('principalCents'),
              rate: rate('dailyInterestBps'),
              day: written('day'),
            })
          : t('why.interestShare', { total: money('termInterestCents'), days: written('days'), day: written('day') }),
      ];
    case 'EXTENSION_FEE':
      return [
        t('why.extension', {
          principal: money('principalCents'),
          rate: rate('extensionRateBps'),
          days: written('extensionDays'),
        }),
        ...cut,
      ];
    case 'IN_DUPLUM':
      return figure('baseCents') === null ? [] : [t('why.cap', { money: money('baseCents') })];
    default:
      return [];
  }
}
