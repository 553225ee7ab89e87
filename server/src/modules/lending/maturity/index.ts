// Due-date rules: counting, pay days, weekends and holidays.

import './tables.ts';
import { defineModule } from '../../../define-module.ts';
import { ruleExport, versionsOf } from '../../platform/rules/index.ts';
import { routes } from './routes.ts';
import { maturityFamily } from './rules.ts';

export { dueDatesAt } from './rules.ts';

export const maturity = defineModule({
  name: 'maturity',
  routes,
  config: [versionsOf(maturityFamily)],
  exports: [ruleExport(maturityFamily).kind],
});
