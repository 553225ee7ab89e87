import { useText } from '@kituo/sdk';
import type { RepayRow } from './account-fields.ts';

/** What customers were given of the account. */
export function PointingHere({ row }: { readonly row: RepayRow }) {
  const t = useText();
  const { openLinks: links, virtualNumbers: numbers } = row;
  if (links + numbers === 0) return null;
  return <p>{t(row.isCountExact ? 'repayAccount.pointing' : 'repayAccount.pointingAtLeast', { links, numbers })}</p>;
}
