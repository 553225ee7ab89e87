import type { reviewConfig } from '@kituo/sdk/contracts';
import type { ConfigFamily } from '../../platform/configuration/index.ts';
import { aiFamily, allocationFamily, faceFamily, rejectFamily, stepsFamily } from './families.ts';

type Tab = reviewConfig.RulesTab;

export const FAMILY_OF: Readonly<Record<Tab, ConfigFamily>> = {
  ALLOCATION: allocationFamily,
  STEPS: stepsFamily,
  REJECT: rejectFamily,
  FACE: faceFamily,
  AI: aiFamily,
};
const TABS: readonly Tab[] = ['ALLOCATION', 'STEPS', 'REJECT', 'FACE', 'AI'];

/** Null for a configuration of another page. */
export function tabOf(configKey: string): Tab | null {
  return TABS.find((tab) => FAMILY_OF[tab].key === configKey) ?? null;
}
