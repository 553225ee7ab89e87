import { definePlugin } from '@kituo/sdk';

export const plugin = definePlugin({
  pages: {
    RuleSet: () => import('./pages/rule-set.page.tsx'),
    RiskControlModel: () => import('./pages/risk-control-model.page.tsx'),
    ListManagement: () => import('./pages/list-management.page.tsx'),
    RiskPricingConfiguration: () => import('./pages/risk-pricing-configuration.page.tsx'),
  },
});
