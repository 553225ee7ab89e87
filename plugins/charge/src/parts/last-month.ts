import { lastDays } from '@kituo/sdk';

/** The days that date filters of the section start with. */
export function lastMonth(): { readonly applyTime: string } {
  const { from, to } = lastDays(30);
  return { applyTime: `${from}..${to}` };
}
