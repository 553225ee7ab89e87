import { useText } from '@kituo/sdk';
import { RuleScreen } from '@kituo/sdk/rules';
import { useState } from 'react';
import { contentKind } from '../contents/content-kind.tsx';

/** What customers' apps show: banners, help, agreements, payment hints, contracts. */
export function AppContentManagementPage() {
  const t = useText();
  const [kind] = useState(() => contentKind(t));
  return <RuleScreen kind={kind} />;
}
