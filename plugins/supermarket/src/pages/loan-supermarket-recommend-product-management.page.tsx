import { useText } from '@kituo/sdk';
import { RuleScreen } from '@kituo/sdk/rules';
import { useState } from 'react';
import { recommendKind } from '../recommend/recommend-kind.tsx';

/** Which products are recommended where, to whom, in which order. */
export function LoanSupermarketRecommendProductManagementPage() {
  const t = useText();
  const [kind] = useState(() => recommendKind(t));
  return <RuleScreen kind={kind} />;
}
