import { useText } from '@kituo/sdk';
import { RuleScreen } from '@kituo/sdk/rules';
import { useState } from 'react';
import { channelKind } from '../channels/channel-kind.tsx';

/** Acquisition channels: links, prices, budgets, results. */
export function LaunchManagementPage() {
  const t = useText();
  const [kind] = useState(() => channelKind(t));
  return <RuleScreen kind={kind} />;
}
