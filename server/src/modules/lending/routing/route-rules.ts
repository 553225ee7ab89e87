import { route } from '@kituo/sdk/contracts';
import type { RuleFamily } from '../../platform/rules/index.ts';

/** What the engine reads of the family: its key and what a version says. */
export const ROUTE_RULES: Pick<RuleFamily<route.RouteStrategy>, 'key' | 'contract'> = {
  key: 'afterLoan.route',
  contract: { ...route, value: route.routeStrategy },
};
